package org.shiftbed.report.statistics;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shiftbed.report.statistics.PairedDifference.Verdict;

/** What a study found, in plain sentences, under its headline rule. */
public final class Findings {
    private final Results results;
    private final String selection;

    /** @param selection rule whose numbers are put into words */
    public Findings(Results results, String selection) {
        this.results = results;
        this.selection = selection;
    }

    /** What the shift cost the baseline, then which methods did better or worse, then what cannot be told. */
    public List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        for (String dataset : results.datasets()) {
            String prefix = results.datasets().size() > 1 ? "On " + dataset + ": " : "";
            cost(dataset).forEach(sentence -> sentences.add(prefix + sentence));
        }
        List<PairedDifference> differences = new Comparison(results).under(selection);
        int undecided = 0;
        for (PairedDifference difference : differences) {
            if (difference.verdict() == Verdict.UNDECIDED) {
                undecided++;
            } else {
                List<Method> methods = results.methods();
                sentences.add(difference.scope() + ": "
                        + difference.sentence(
                                difference.method().label(methods),
                                difference.baseline().label(methods)));
            }
        }
        if (undecided > 0) {
            int seeds = differences.stream()
                    .filter(difference -> difference.verdict() == Verdict.UNDECIDED)
                    .mapToInt(difference -> difference.summary() == null
                            ? 0
                            : difference.summary().n())
                    .max()
                    .orElse(0);
            sentences.add("In " + undecided + " of " + differences.size() + " comparisons " + seeds
                    + (seeds == 1 ? " seed does" : " seeds do") + " not suffice to tell.");
        }
        if (differences.size() > undecided) {
            sentences.add("Intervals are not corrected for the number of comparisons: of " + differences.size()
                    + ", about one in twenty would look decided by chance alone.");
        }
        return sentences;
    }

    /** Accuracy of the baseline without a shift, and how much of it each shift took, seed by seed. */
    private List<String> cost(String dataset) {
        List<String> sentences = new ArrayList<>();
        List<Method> methods = results.methods(dataset);
        if (methods.isEmpty()) {
            return sentences;
        }
        Method baseline = new Comparison(results).baseline(methods, methods.get(0));
        Place reference = results.places(dataset).stream()
                .filter(place -> place.shift().equals(Place.REFERENCE))
                .findFirst()
                .orElse(null);
        if (baseline == null || reference == null) {
            return sentences;
        }
        String name = baseline.label(methods);
        Cell base = results.cell(selection, reference, baseline);
        Summary summary = base == null ? null : base.summary();
        if (base == null || summary == null) {
            sentences.add(name + " has no number without a shift, so what a shift costs cannot be said.");
            return sentences;
        }
        sentences.add(
                "Without a shift " + name + " reaches " + percent(summary.mean()) + " (" + seeds(summary.n()) + ").");
        for (Place place : results.places(dataset)) {
            Cell cell = place.equals(reference) ? null : results.cell(selection, place, baseline);
            if (cell != null) {
                sentences.add(cost(name, place, PairedDifference.differences(cell.values(), base.values())));
            }
        }
        return sentences;
    }

    private static String cost(String name, Place place, @Nullable Summary change) {
        String where = "Under " + place.label() + " ";
        if (change == null) {
            return where + name + " has no seed with both numbers, so its loss cannot be said.";
        }
        String mean = PairedDifference.points(change.mean());
        Summary.Spread spread = change.spread();
        if (spread == null) {
            return where + "the accuracy of " + name + " changes by " + mean
                    + " points (1 seed, which does not suffice to tell).";
        }
        if (spread.low() <= 0 && spread.high() >= 0) {
            return where + "the accuracy of " + name + " changes by " + mean + " points (95% interval "
                    + PairedDifference.points(spread.low()) + " to " + PairedDifference.points(spread.high()) + ", "
                    + seeds(change.n()) + "): that does not suffice to tell whether it holds.";
        }
        boolean loss = change.mean() < 0;
        double least = loss ? -spread.high() : spread.low();
        double most = loss ? -spread.low() : spread.high();
        return where + name + (loss ? " loses " : " gains ") + plain(Math.abs(change.mean())) + " points (95% interval "
                + plain(least) + " to " + plain(most) + ", " + seeds(change.n()) + ").";
    }

    private static String seeds(int n) {
        return n == 1 ? "1 seed" : n + " seeds";
    }

    private static String plain(double difference) {
        return String.format(java.util.Locale.ROOT, "%.1f", 100 * difference);
    }

    private static String percent(double fraction) {
        return String.format(java.util.Locale.ROOT, "%.1f%%", 100 * fraction);
    }
}
