package org.shiftbed.report.aggregate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Holds a study of one kind of shift against what the paper found ({@code controlled-shifts.md} 6, the operational forms). */
public final class ExpectedResults {
    private static final String CYCLE_GAN = "CycleGAN";
    private static final String IMAGENET = "ImageNetAug";
    private static final String PRETRAINED = "Pretrained";
    private static final String DANN = "DANN";
    private static final List<String> GENERALISATION = List.of("IRM", "CORAL", "Mixup", DANN, "SagNet");
    private static final List<String> HEURISTIC = List.of(IMAGENET, "AugMix", "RandAugment", "AutoAugment");
    private static final List<String> DRAWN = List.of("RandAugment", "AugMix", "AutoAugment");
    private static final int MANY_METHODS = 15;
    private static final int FINDINGS = 24;

    private final Panel panel;
    private final PanelNumbers numbers;
    private final boolean swapped;
    private final List<Verdict> verdicts = new ArrayList<>();

    private ExpectedResults(Panel panel, boolean swapped) {
        this.panel = panel;
        this.numbers = new PanelNumbers(panel);
        this.swapped = swapped;
    }

    /**
     * The findings that a panel speaks of, in the order of the paper's list.
     *
     * @param swapped whether label and attribute have changed places (B.3)
     */
    public static List<Verdict> of(Panel panel, boolean swapped) {
        ExpectedResults results = new ExpectedResults(panel, swapped);
        results.judge();
        return List.copyOf(results.verdicts);
    }

    /**
     * The findings that several panels decide together.
     *
     * @param panels of a study, those of single operations and of exchanged attributes left out
     * @param others the same under the other of the rules {@code id} and {@code ood}; empty where the study has one of them
     */
    public static List<Verdict> across(List<Panel> panels, List<Panel> others) {
        return new ShiftFindings(panels, others).verdicts();
    }

    /** Why a study says nothing to some of the findings E1 to E24, one line a reason; verdicts are those it gives. */
    public static List<String> silent(List<Verdict> verdicts) {
        Set<String> spoken = verdicts.stream().map(Verdict::id).collect(Collectors.toSet());
        Map<String, List<String>> silent = new LinkedHashMap<>();
        for (int i = 1; i <= FINDINGS; i++) {
            String id = "E" + i;
            if (!spoken.contains(id)) {
                silent.computeIfAbsent(reason(i), unused -> new ArrayList<>()).add(id);
            }
        }
        return silent.entrySet().stream()
                .map(entry -> String.join(", ", entry.getValue()) + ": " + entry.getKey() + ".")
                .toList();
    }

    private static String reason(int finding) {
        return switch (finding) {
            case 1, 2 -> "no spurious correlation by N in this study";
            case 3, 4 -> "no low data by N in this study";
            case 5, 6, 7, 14, 21 -> "no unseen data in this study";
            case 8 -> "neither spurious correlation by N nor unseen data in this study";
            case 11, 12, 13 -> "no study of RandAugment's operations one by one";
            case 18 -> "no label noise in this study";
            case 19 -> "no training sizes in this study";
            case 20 -> "label and attribute do not change places in this study";
            case 24 -> "no N, T or p along which accuracy could rise or fall";
            default -> "no shift of several methods in this study";
        };
    }

    private void judge() {
        if (panel.ablation()) {
            ablation();
            verdicts.addAll(new DatasetFindings(panel).ablation());
            return;
        }
        if (swapped) {
            verdicts.add(new AxisFindings(panel).swapped());
            return;
        }
        boolean samples = panel.axis() == Axis.SAMPLES;
        if (samples && panel.shift().equals("spurious-correlation")) {
            spurious();
        }
        if (samples && panel.shift().equals("low-data")) {
            lowData();
        }
        if (panel.axis() == null && panel.shift().equals("unseen")) {
            unseen();
            verdicts.addAll(new DatasetFindings(panel).unseen());
        }
        everyShift();
        verdicts.addAll(new AxisFindings(panel).verdicts());
    }

    private void add(List<String> missing, String id, String claim, Supplier<Verdict> verdict) {
        verdicts.add(Verdict.unless(missing, id, claim, verdict));
    }

    private long half() {
        return (numbers.settings().size() + 1) / 2;
    }

    private void spurious() {
        String e1 = "spurious correlation: CycleGAN consistently best";
        add(
                numbers.missingChange(CYCLE_GAN),
                "E1",
                e1,
                () -> Verdict.of(
                        "E1",
                        e1,
                        numbers.positive(CYCLE_GAN) && numbers.first(CYCLE_GAN, 2) >= half(),
                        numbers.changes(CYCLE_GAN) + "; first or second at " + numbers.first(CYCLE_GAN, 2) + " of "
                                + numbers.settings().size()));
        String e2 = "spurious correlation: ImageNet augmentation and pretraining help at every N";
        add(
                numbers.missingChange(IMAGENET, PRETRAINED),
                "E2",
                e2,
                () -> Verdict.of(
                        "E2",
                        e2,
                        numbers.positive(IMAGENET) && numbers.positive(PRETRAINED),
                        numbers.changes(IMAGENET) + "; " + numbers.changes(PRETRAINED)));
    }

    private void lowData() {
        String e3 = "low data: pretraining consistently best";
        add(
                numbers.missingChange(PRETRAINED),
                "E3",
                e3,
                () -> Verdict.of(
                        "E3",
                        e3,
                        numbers.positive(PRETRAINED) && numbers.first(PRETRAINED, 1) >= half(),
                        numbers.changes(PRETRAINED) + "; first at " + numbers.first(PRETRAINED, 1) + " of "
                                + numbers.settings().size()));
        String e4 =
                "low data: CycleGAN, most methods of domain generalisation and ImageNet augmentation give some gain";
        List<String> all = new ArrayList<>(GENERALISATION);
        all.addAll(List.of(CYCLE_GAN, IMAGENET));
        add(numbers.missingChange(all.toArray(String[]::new)), "E4", e4, () -> {
            long gaining = GENERALISATION.stream()
                    .filter(method -> numbers.change(method) > 0)
                    .count();
            return Verdict.of(
                    "E4",
                    e4,
                    numbers.change(CYCLE_GAN) > 0 && numbers.change(IMAGENET) > 0 && gaining >= 3,
                    "on average " + mean(CYCLE_GAN) + ", " + mean(IMAGENET) + "; " + gaining
                            + " of 5 methods of domain generalisation above 0");
        });
    }

    private void unseen() {
        String setting = numbers.settings().get(0);
        Map<String, Double> medians = new TreeMap<>();
        Ranks ranks = Ranks.of(panel.scores(), setting);
        ranks.rows().forEach(row -> medians.put(row.method(), row.median()));
        String e5 = "unseen data: pretraining and ImageNet augmentation best overall";
        add(numbers.missing(PRETRAINED, IMAGENET), "E5", e5, () -> {
            List<String> two = ranks.rows().stream()
                    .limit(2)
                    .map(Ranks.Row::method)
                    .sorted()
                    .toList();
            return Verdict.of(
                    "E5",
                    e5,
                    two.equals(List.of(IMAGENET, PRETRAINED)),
                    "lowest median ranks: " + String.join(", ", two));
        });
        String e6 = "unseen data: DANN, CycleGAN and other heuristic augmentations do well";
        List<String> well = List.of(DANN, CYCLE_GAN, "AugMix", "RandAugment", "AutoAugment");
        List<String> missing = numbers.missing(well.toArray(String[]::new));
        if (medians.size() < MANY_METHODS) {
            missing.add("fewer than " + MANY_METHODS + " methods to rank");
        }
        add(
                missing,
                "E6",
                e6,
                () -> Verdict.of(
                        "E6",
                        e6,
                        well.stream().allMatch(method -> medians.getOrDefault(method, Double.NaN) <= 10),
                        "median ranks: "
                                + String.join(
                                        ", ",
                                        well.stream()
                                                .map(method -> method + " " + medians.get(method))
                                                .toList())));
    }

    private void everyShift() {
        List<String> datasets = panel.scores().datasets();
        String e10 = "RandAugment, AugMix and AutoAugment help on some data sets and hurt on others";
        List<String> missing = numbers.missingChange(DRAWN.toArray(String[]::new));
        if (datasets.size() < 2) {
            missing.add("one data set");
        }
        add(missing, "E10", e10, () -> {
            boolean vary = DRAWN.stream().allMatch(method -> {
                long up = datasets.stream()
                        .filter(dataset -> onDataset(method, dataset) > 0)
                        .count();
                return up > 0 && up < datasets.size();
            });
            return Verdict.of(
                    "E10", e10, vary, mean("RandAugment") + ", " + mean("AugMix") + ", " + mean("AutoAugment"));
        });
        String e15 =
                "domain generalisation gives limited gains, and DANN is the best of it, adaptive methods and the beta-VAE";
        List<String> group = new ArrayList<>(GENERALISATION);
        group.addAll(List.of("JTT", "BNAdapt", "BetaVAE"));
        List<String> all = new ArrayList<>(group);
        all.addAll(HEURISTIC);
        add(numbers.missingChange(all.toArray(String[]::new)), "E15", e15, () -> {
            boolean best = group.stream().allMatch(method -> numbers.change(method) <= numbers.change(DANN));
            double generalising =
                    Scores.mean(GENERALISATION.stream().map(numbers::change).toList());
            double heuristic =
                    HEURISTIC.stream().mapToDouble(numbers::change).max().orElse(Double.NaN);
            return Verdict.of(
                    "E15",
                    e15,
                    best && generalising < heuristic,
                    mean(DANN) + ", mean of domain generalisation " + PanelNumbers.signed(generalising)
                            + ", best heuristic augmentation " + PanelNumbers.signed(heuristic));
        });
        String e17 = "the beta-VAE is limited: never above pretraining";
        add(
                numbers.missingChange("BetaVAE", PRETRAINED),
                "E17",
                e17,
                () -> Verdict.of(
                        "E17",
                        e17,
                        numbers.settings().stream()
                                .allMatch(setting ->
                                        numbers.change("BetaVAE", setting) <= numbers.change(PRETRAINED, setting)),
                        numbers.changes("BetaVAE") + "; " + numbers.changes(PRETRAINED)));
    }

    private double onDataset(String method, String dataset) {
        return Scores.mean(numbers.settings().stream()
                .map(setting -> numbers.change(method, setting, dataset))
                .toList());
    }

    private String mean(String method) {
        return method + " " + PanelNumbers.signed(numbers.change(method));
    }

    private void ablation() {
        List<String> datasets = panel.scores().datasets();
        String e11 = "no operation of RandAugment helps everywhere";
        List<String> missing = new ArrayList<>();
        if (datasets.size() < 2) {
            missing.add("one data set");
        }
        if (panel.scores().planned() < PanelNumbers.SEEDS) {
            missing.add("fewer than " + PanelNumbers.SEEDS + " seeds");
        }
        add(missing, "E11", e11, () -> {
            List<String> everywhere = panel.scores().methods().stream()
                    .filter(operation -> datasets.stream().allMatch(dataset -> {
                        Double deviation = Deviation.of(
                                panel.scores(),
                                operation,
                                dataset,
                                panel.scores().settings().get(0));
                        return deviation != null && deviation > 0;
                    }))
                    .toList();
            return Verdict.of(
                    "E11",
                    e11,
                    everywhere.isEmpty(),
                    everywhere.isEmpty() ? "none" : "above the mean everywhere: " + String.join(", ", everywhere));
        });
    }
}
