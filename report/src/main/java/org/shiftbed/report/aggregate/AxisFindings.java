package org.shiftbed.report.aggregate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.shiftbed.report.statistics.Summary;

/** Findings about noise, size, depth and what may be expected along an axis: E18 to E20, E22 to E24 of {@code controlled-shifts.md} 6. */
final class AxisFindings {
    private static final String CYCLE_GAN = "CycleGAN";
    private static final String PRETRAINED = "Pretrained";
    private static final List<String> HEURISTIC = List.of("ImageNetAug", "AugMix", "RandAugment", "AutoAugment");
    private static final double SAME_ORDER = 0.7;

    private final Panel panel;
    private final PanelNumbers numbers;
    private final List<Verdict> verdicts = new ArrayList<>();

    AxisFindings(Panel panel) {
        this.panel = panel;
        this.numbers = new PanelNumbers(panel);
    }

    /** In the order of the paper's list. */
    List<Verdict> verdicts() {
        Axis axis = panel.axis();
        if (axis == Axis.NOISE) {
            noise();
        }
        if (axis == Axis.SIZE) {
            size();
        }
        depths();
        progress();
        if (axis != null && axis != Axis.RHO) {
            monotone(axis);
        }
        return List.copyOf(verdicts);
    }

    private void add(List<String> missing, String id, String claim, Supplier<Verdict> verdict) {
        verdicts.add(Verdict.unless(missing, id, claim, verdict));
    }

    private void noise() {
        String e18 = "label noise: the order of the methods is fairly stable";
        List<String> missing = numbers.missing();
        if (numbers.settings().size() < 2 || panel.scores().methods().size() < 5) {
            missing.add("two values of p and five methods are needed");
        }
        add(missing, "E18", e18, () -> {
            List<String> found = new ArrayList<>();
            boolean stable = true;
            for (int i = 1; i < numbers.settings().size(); i++) {
                String before = numbers.settings().get(i - 1);
                String after = numbers.settings().get(i);
                for (String dataset : panel.scores().datasets()) {
                    Double spearman = OrderAgreement.of(panel.scores(), before, panel.scores(), after, dataset)
                            .spearman();
                    stable &= spearman != null && spearman >= SAME_ORDER;
                    found.add(before + " to " + after + ": "
                            + (spearman == null ? "none" : String.format(Locale.ROOT, "%.2f", spearman)));
                }
            }
            return Verdict.of("E18", e18, stable, "Spearman " + String.join(", ", found));
        });
    }

    private void size() {
        String e19 = "few rows: heuristic augmentation is poor, pretraining and learned augmentation are robust";
        List<String> all = new ArrayList<>(HEURISTIC);
        all.addAll(List.of(PRETRAINED, CYCLE_GAN));
        add(numbers.missingChange(all.toArray(String[]::new)), "E19", e19, () -> {
            String least = numbers.settings().get(0);
            double heuristic = Scores.mean(HEURISTIC.stream()
                    .map(method -> numbers.change(method, least))
                    .toList());
            boolean robust = heuristic < numbers.change(PRETRAINED, least)
                    && heuristic < numbers.change(CYCLE_GAN, least)
                    && numbers.positive(PRETRAINED)
                    && numbers.positive(CYCLE_GAN);
            return Verdict.of(
                    "E19",
                    e19,
                    robust,
                    "at T = " + least + " heuristic " + PanelNumbers.signed(heuristic) + "; "
                            + numbers.changes(PRETRAINED) + "; " + numbers.changes(CYCLE_GAN));
        });
    }

    /** Label and attribute have changed places (B.3). */
    Verdict swapped() {
        String e20 = "label and attribute change places: every method is right nearly always";
        return Verdict.unless(numbers.missing(), "E20", e20, () -> {
            String setting = numbers.settings().get(0);
            List<String> below = panel.scores().methods().stream()
                    .filter(method -> !(numbers.accuracy(method, setting) >= 0.99))
                    .toList();
            return Verdict.of(
                    "E20",
                    e20,
                    below.isEmpty(),
                    below.isEmpty() ? "all at least 99%" : "below 99%: " + String.join(", ", below));
        });
    }

    private void depths() {
        String e22 = "capacity is no rule: the order of the ResNets differs between data sets";
        List<String> depths = List.of("ResNet18", "ResNet50", "ResNet101");
        List<String> missing = numbers.missing(depths.toArray(String[]::new));
        if (panel.scores().datasets().size() < 2) {
            missing.add("one data set");
        }
        add(missing, "E22", e22, () -> {
            String setting = numbers.settings().get(numbers.settings().size() - 1);
            List<List<String>> orders = panel.scores().datasets().stream()
                    .map(dataset -> depths.stream()
                            .sorted(Comparator.comparingDouble(method -> -Scores.mean(
                                    panel.scores().of(method, dataset, setting).values())))
                            .toList())
                    .distinct()
                    .toList();
            return Verdict.of("E22", e22, orders.size() > 1, orders.size() + " different orders");
        });
    }

    private void progress() {
        String e23 = "there is progress over ERM: several methods are above it";
        List<String> missing = numbers.missing();
        if (panel.baseline().isEmpty()) {
            missing.add("no baseline");
        }
        add(missing, "E23", e23, () -> {
            List<String> above = panel.scores().methods().stream()
                    .filter(method -> numbers.change(method) > 0)
                    .toList();
            return Verdict.of(
                    "E23",
                    e23,
                    above.size() >= 2,
                    above.isEmpty() ? "none above" : "above on average: " + String.join(", ", above));
        });
    }

    /** Up with N and T, down with p, a fall of at most one standard deviation aside. */
    private void monotone(Axis axis) {
        boolean toTheEnd = axis == Axis.NOISE && panel.values().containsValue(1.0);
        String e24 = axis == Axis.NOISE
                ? "accuracy of ERM does not rise with label noise, and p = 1 gives chance"
                : "accuracy of ERM does not fall with " + axis.symbol();
        List<String> missing = numbers.missing();
        if (panel.baseline().isEmpty() || numbers.settings().size() < 2) {
            missing.add("a baseline and two settings are needed");
        }
        add(missing, "E24", e24, () -> {
            List<String> breaks = new ArrayList<>();
            for (Map.Entry<String, String> entry : panel.baseline().entrySet()) {
                for (int i = 1; i < numbers.settings().size(); i++) {
                    Summary before = summary(entry, numbers.settings().get(i - 1));
                    Summary after = summary(entry, numbers.settings().get(i));
                    if (before != null && after != null) {
                        double fall = axis == Axis.NOISE ? after.mean() - before.mean() : before.mean() - after.mean();
                        if (fall > Math.max(sd(before), sd(after))) {
                            breaks.add(entry.getKey() + " from "
                                    + numbers.settings().get(i - 1) + " to "
                                    + numbers.settings().get(i));
                        }
                    }
                }
                if (toTheEnd
                        && !isChance(
                                entry, numbers.settings().get(numbers.settings().size() - 1))) {
                    breaks.add(entry.getKey() + " at p = 1, where chance is "
                            + chance(panel.chance().get(entry.getKey())));
                }
            }
            String found = breaks.isEmpty() ? "within one sd everywhere" : "not " + String.join(", ", breaks);
            if (axis == Axis.NOISE && !toTheEnd) {
                found += "; without p = 1";
            } else if (toTheEnd
                    && !panel.chance().keySet().containsAll(panel.baseline().keySet())) {
                found += "; the records do not tell what chance is";
            }
            return Verdict.of("E24", e24, breaks.isEmpty(), found);
        });
    }

    /** Whether the mean is within one standard deviation of what can be had without looking; true where the study does not tell. */
    private boolean isChance(Map.Entry<String, String> baseline, String setting) {
        Panel.Chance chance = panel.chance().get(baseline.getKey());
        Summary summary = summary(baseline, setting);
        return chance == null
                || summary == null
                || summary.mean() >= chance.low() - sd(summary) && summary.mean() <= chance.high() + sd(summary);
    }

    private static String chance(Panel.@Nullable Chance chance) {
        if (chance == null) {
            return "not told";
        }
        String low = String.format(Locale.ROOT, "%.1f%%", 100 * chance.low());
        String high = String.format(Locale.ROOT, "%.1f%%", 100 * chance.high());
        return low.equals(high) ? low : low + " to " + high;
    }

    private @Nullable Summary summary(Map.Entry<String, String> baseline, String setting) {
        return Summary.of(List.copyOf(panel.scores()
                .of(baseline.getValue(), baseline.getKey(), setting)
                .values()));
    }

    private static double sd(Summary summary) {
        return summary.spread() == null
                ? 0
                : Objects.requireNonNull(summary.spread()).sd();
    }
}
