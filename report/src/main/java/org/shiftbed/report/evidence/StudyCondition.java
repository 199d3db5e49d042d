package org.shiftbed.report.evidence;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;
import org.shiftbed.report.statistics.Method;
import org.shiftbed.report.statistics.PairedDifference;
import org.shiftbed.report.statistics.Place;
import org.shiftbed.report.statistics.Results;
import org.shiftbed.report.statistics.Summary;

/**
 * A condition on a study's results: {@code worse(CORAL, ERM) by 0.02 in unseen under id}. It holds where the whole 95% interval of the paired
 * difference lies beyond the threshold, does not where it lies wholly short of it, and is open where it contains it or there are too few runs.
 *
 * @param text as given
 * @param method that is said to be worse
 * @param other that it is worse than
 * @param by by more than this, in accuracy, 0 to 1
 * @param in shift, place, test environment or data set that is meant; null: every shift
 * @param under rule; null: the headline
 */
public record StudyCondition(
        String text,
        String method,
        String other,
        double by,
        @Nullable String in,
        @Nullable String under) {
    private static final Pattern GRAMMAR = Pattern.compile(
            "worse\\s*\\((.+),(.+)\\)(?:\\s*by\\s+(\\S+))?(?:\\s+in\\s+(.+?))?(?:\\s+under\\s+(\\S+))?");

    /** How a condition turns out. */
    public enum Outcome {
        HOLDS,
        DOES_NOT,
        OPEN
    }

    /**
     * How it turned out.
     *
     * @param outcome over all scopes: it holds where it holds in one, and is open where none holds and one is open
     * @param sentences one a scope
     */
    public record Judged(Outcome outcome, List<String> sentences) {
        public Judged {
            sentences = List.copyOf(sentences);
        }
    }

    /**
     * Reads a condition.
     *
     * @throws UserError where it cannot be read
     */
    public static StudyCondition parse(String text) {
        Matcher matcher = GRAMMAR.matcher(text.strip());
        if (!matcher.matches()) {
            throw new UserError("--fail-if: must be like 'worse(CORAL, ERM) by 0.02 in unseen under id' ('by', 'in' and"
                    + " 'under' may be left out), found '" + text + "'");
        }
        double by = 0;
        String number = matcher.group(3);
        if (number != null) {
            try {
                by = Double.parseDouble(number);
            } catch (NumberFormatException e) {
                by = Double.NaN;
            }
            if (!(by >= 0 && by < 1)) {
                throw new UserError(
                        "--fail-if: 'by' is a difference in accuracy from 0 to below 1 (0.02 for two points),"
                                + " found '" + number + "' in '" + text.strip() + "'");
            }
        }
        StudyCondition condition = new StudyCondition(
                text.strip(),
                matcher.group(1).strip(),
                matcher.group(2).strip(),
                by,
                matcher.group(4) == null ? null : matcher.group(4).strip(),
                matcher.group(5));
        if (condition.method.equals(condition.other)) {
            throw new UserError(
                    "--fail-if: compares '" + condition.method + "' with itself in '" + condition.text + "'");
        }
        return condition;
    }

    /**
     * Looks at a study.
     *
     * @param selection the condition's rule, or the headline
     * @throws UserError where it names a method, shift or place that the study has not
     */
    public Judged judge(Results results, String selection) {
        Method a = method(results, method);
        Method b = method(results, other);
        Outcome outcome = Outcome.DOES_NOT;
        List<String> sentences = new ArrayList<>();
        for (Map.Entry<String, List<Place>> scope : scopes(results).entrySet()) {
            Pairing pairing = ScopeEvidence.pairing(results, selection, scope.getKey(), scope.getValue(), a, b);
            Outcome here = outcome(pairing.summary());
            String rule = selection
                    + (results.readsTestLabels(selection)
                            ? " (reads labels of the test domain, " + results.testQueries(selection)
                                    + " looks: not a valid benchmark)"
                            : "");
            sentences.add(sentence(scope.getKey(), rule, here, pairing.summary()));
            if (here == Outcome.HOLDS || outcome == Outcome.DOES_NOT) {
                outcome = outcome == Outcome.HOLDS ? outcome : here;
            }
        }
        return new Judged(outcome, sentences);
    }

    private Outcome outcome(@Nullable Summary summary) {
        Summary.Spread spread = summary == null ? null : summary.spread();
        if (spread == null || (spread.low() <= -by && spread.high() >= -by)) {
            return Outcome.OPEN;
        }
        return spread.high() < -by ? Outcome.HOLDS : Outcome.DOES_NOT;
    }

    private String sentence(String scope, String rule, Outcome outcome, @Nullable Summary summary) {
        String start = switch (outcome) {
            case HOLDS -> "The condition '" + text + "' holds: ";
            case DOES_NOT -> "The condition '" + text + "' does not hold: ";
            case OPEN -> "The evidence does not suffice to tell whether '" + text + "' holds: ";
        };
        String where = scope + ", rule " + rule + ": ";
        if (summary == null) {
            return start + where + "no pair of runs has both numbers.";
        }
        String difference = "accuracy of " + method + " minus that of " + other + " is "
                + PairedDifference.points(summary.mean()) + " points ";
        Summary.Spread spread = summary.spread();
        if (spread == null) {
            return start + where + difference + "in one pair of runs, which says nothing of its own error.";
        }
        return start + where + difference + "(95% interval " + PairedDifference.points(spread.low()) + " to "
                + PairedDifference.points(spread.high()) + ", " + summary.n() + " pairs of runs; threshold "
                + (by == 0
                        ? "0"
                        : "\u2212"
                                + BigDecimal.valueOf(by)
                                        .movePointRight(2)
                                        .stripTrailingZeros()
                                        .toPlainString())
                + ").";
    }

    private Map<String, List<Place>> scopes(Results results) {
        boolean several = results.datasets().size() > 1;
        boolean only = results.places().stream().allMatch(place -> place.shift().equals(Place.REFERENCE));
        Map<String, List<Place>> scopes = new LinkedHashMap<>();
        TreeSet<String> known = new TreeSet<>();
        for (Place place : results.places()) {
            List<String> names = new ArrayList<>(List.of(place.shift(), place.shiftLabel(), place.dataset()));
            if (place.isEnvironment()) {
                names.add(place.environment());
            }
            known.addAll(names);
            boolean meant = in == null ? only || !place.shift().equals(Place.REFERENCE) : names.contains(in);
            if (meant) {
                String kind = in == null || in.equals(place.dataset()) ? place.shift() : in;
                scopes.computeIfAbsent((several ? place.dataset() + ", " : "") + kind, unused -> new ArrayList<>())
                        .add(place);
            }
        }
        if (in != null && scopes.isEmpty()) {
            throw Names.unknown("--fail-if '" + text + "'", "shift or place", in, known);
        }
        return scopes;
    }

    private Method method(Results results, String name) {
        List<Method> all = results.methods();
        List<Method> labelled =
                all.stream().filter(method -> method.label(all).equals(name)).toList();
        if (labelled.size() == 1) {
            return labelled.get(0);
        }
        List<Method> named =
                all.stream().filter(method -> method.algorithm().equals(name)).toList();
        if (named.size() == 1) {
            return named.get(0);
        }
        List<String> labels = all.stream().map(method -> method.label(all)).toList();
        if (named.isEmpty()) {
            throw Names.unknown("--fail-if '" + text + "'", "method", name, labels);
        }
        throw new UserError("--fail-if '" + text + "': '" + name + "' is several methods here; write one of "
                + String.join(
                        ", ", named.stream().map(method -> method.label(all)).toList()));
    }
}
