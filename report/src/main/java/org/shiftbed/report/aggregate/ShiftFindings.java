package org.shiftbed.report.aggregate;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Findings that no single kind of shift decides: E8, E9, E16 and E21 of {@code controlled-shifts.md} 6. */
final class ShiftFindings {
    private static final String PRETRAINED = "Pretrained";
    private static final String SPURIOUS = "spurious-correlation";
    private static final String UNSEEN = "unseen";
    private static final List<String> SHIFTS = List.of(SPURIOUS, "low-data", UNSEEN);
    private static final List<String> PHOTOGRAPHS = List.of("Camelyon17", "iWildCam");
    private static final double SIMILAR = 0.8;

    private final List<Panel> panels;
    private final List<Panel> others;

    /**
     * @param panels all of a study, single operations and exchanged attributes left out
     * @param others the same under the other of the rules {@code id} and {@code ood}; empty where the study has one of them
     */
    ShiftFindings(List<Panel> panels, List<Panel> others) {
        this.panels = List.copyOf(panels);
        this.others = List.copyOf(others);
    }

    /** In the order of the paper's list; none of a study without a panel. */
    List<Verdict> verdicts() {
        List<Verdict> verdicts = new ArrayList<>();
        if (panel(SPURIOUS) != null || panel(UNSEEN) != null) {
            verdicts.add(pretraining());
        }
        if (!panels.isEmpty()) {
            verdicts.add(noneEverywhere());
            verdicts.add(adaptive());
        }
        if (panel(UNSEEN) != null) {
            verdicts.add(validation());
        }
        return verdicts;
    }

    private @Nullable Panel panel(String shift) {
        return panels.stream()
                .filter(panel -> panel.shift().equals(shift)
                        && (panel.axis() == Axis.SAMPLES || shift.equals(UNSEEN) && panel.axis() == null))
                .findFirst()
                .orElse(null);
    }

    /** What is missing of all methods of these panels. */
    private static List<String> seeds(List<Panel> all) {
        return all.stream()
                .flatMap(panel -> new PanelNumbers(panel).missing().stream())
                .distinct()
                .toList();
    }

    /** On each of three places, as far as the study has them; one where pretraining gains decides. */
    private Verdict pretraining() {
        String claim =
                "pretraining does not always help: not under spurious correlation on Camelyon17, nor on iWildCam";
        List<String> words = new ArrayList<>(seeds(panels));
        boolean seeds = words.isEmpty();
        boolean all = true;
        boolean agrees = true;
        for (String shift : List.of(SPURIOUS, UNSEEN)) {
            for (String dataset : PHOTOGRAPHS) {
                if (shift.equals(UNSEEN) && !dataset.equals("iWildCam")) {
                    continue;
                }
                Panel panel = panel(shift);
                List<Double> changes =
                        panel == null || !panel.scores().datasets().contains(dataset)
                                ? List.of()
                                : panel.scores().settings().stream()
                                        .map(setting -> new PanelNumbers(panel).change(PRETRAINED, setting, dataset))
                                        .filter(change -> !Double.isNaN(change))
                                        .toList();
                if (changes.isEmpty()) {
                    all = false;
                    words.add("no numbers of it under " + shift + " on " + dataset);
                    continue;
                }
                long gains = changes.stream().filter(change -> change > 0).count();
                agrees &= dataset.equals("Camelyon17") ? 2 * gains < changes.size() : gains == 0;
                words.add("gains at " + gains + " of " + changes.size() + " under " + shift + " on " + dataset);
            }
        }
        String found = String.join("; ", words);
        return seeds && !agrees
                ? Verdict.of("E8", claim, false, found)
                : seeds && all ? Verdict.of("E8", claim, true, found) : Verdict.open("E8", claim, found);
    }

    /** The best of every shift and data set by the mean accuracy over its settings; methods that tie are all best. */
    private Verdict noneEverywhere() {
        String claim = "no method is best everywhere";
        Set<String> everywhere = new LinkedHashSet<>();
        Set<String> winners = new TreeSet<>();
        int places = 0;
        for (Panel panel : panels) {
            for (String dataset : panel.scores().datasets()) {
                List<String> best = new PanelNumbers(panel).top(null, dataset);
                if (best.isEmpty()) {
                    continue;
                }
                if (places == 0) {
                    everywhere.addAll(best);
                }
                everywhere.retainAll(best);
                winners.addAll(best);
                places++;
            }
        }
        List<String> missing = new ArrayList<>(seeds(panels));
        if (places < 2) {
            missing.add("one kind of shift on one data set");
        }
        int found = places;
        return Verdict.unless(
                missing,
                "E9",
                claim,
                () -> Verdict.of(
                        "E9",
                        claim,
                        everywhere.isEmpty(),
                        everywhere.isEmpty()
                                ? winners.size() + " different ones are best of " + found + " shifts and data sets: "
                                        + String.join(", ", winners)
                                : String.join(", ", everywhere) + " is best of all " + found));
    }

    private Verdict adaptive() {
        String claim = "JTT and BN-Adapt are not consistently above ERM";
        List<String> missing = new ArrayList<>(seeds(panels));
        List<String> words = new ArrayList<>();
        Set<String> below = new TreeSet<>();
        for (String method : List.of("JTT", "BNAdapt")) {
            List<String> changes = new ArrayList<>();
            for (Panel panel : panels) {
                double change = new PanelNumbers(panel).change(method);
                if (Double.isNaN(change)) {
                    continue;
                }
                changes.add(panel.shift() + " " + PanelNumbers.signed(change));
                if (change <= 0) {
                    below.add(method);
                }
            }
            if (changes.isEmpty()) {
                missing.add("no change of " + method);
            }
            words.add(method + " " + String.join(", ", changes));
        }
        String found = String.join("; ", words);
        return Verdict.unless(missing, "E16", claim, (Supplier<Verdict>) () -> {
            boolean all = SHIFTS.stream().allMatch(shift -> panel(shift) != null);
            return below.size() == 2 || all
                    ? Verdict.of("E16", claim, below.size() == 2, found)
                    : Verdict.open("E16", claim, found + ": other shifts may differ");
        });
    }

    /** B.4: which of the two validations gives more, on each of the data sets that have both. */
    private Verdict validation() {
        String claim = "validation inside and outside of the training distribution order methods alike; outside gives a"
                + " little more on Camelyon17, inside on iWildCam";
        Panel first = panel(UNSEEN);
        Panel second = others.stream()
                .filter(panel -> panel.shift().equals(UNSEEN))
                .findFirst()
                .orElse(null);
        List<String> words = new ArrayList<>(seeds(panels));
        if (first == null || second == null) {
            words.add("no data set with validation rows of both kinds");
            return Verdict.open("E21", claim, String.join("; ", words));
        }
        Panel inside = first.rule().equals("id") ? first : second;
        Panel outside = inside == first ? second : first;
        boolean seeds = words.isEmpty();
        boolean all = true;
        boolean agrees = true;
        String setting = inside.scores().settings().get(0);
        for (String dataset : PHOTOGRAPHS) {
            OrderAgreement order = OrderAgreement.of(inside.scores(), setting, outside.scores(), setting, dataset);
            Double spearman = order.spearman();
            Double ofInside = order.first();
            Double ofOutside = order.second();
            if (spearman == null || ofInside == null || ofOutside == null) {
                all = false;
                words.add("no numbers by both on " + dataset);
                continue;
            }
            agrees &=
                    spearman >= SIMILAR && (dataset.equals("Camelyon17") ? ofOutside > ofInside : ofInside > ofOutside);
            words.add(String.format(
                    Locale.ROOT,
                    "%s: Spearman %.2f, best %.1f%% inside, %.1f%% outside",
                    dataset,
                    spearman,
                    100 * ofInside,
                    100 * ofOutside));
        }
        String found = String.join("; ", words);
        return seeds && !agrees
                ? Verdict.of("E21", claim, false, found)
                : seeds && all ? Verdict.of("E21", claim, true, found) : Verdict.open("E21", claim, found);
    }
}
