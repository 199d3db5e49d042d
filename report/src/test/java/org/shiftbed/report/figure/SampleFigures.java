package org.shiftbed.report.figure;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.Seed;
import org.shiftbed.report.aggregate.Axis;
import org.shiftbed.report.aggregate.Family;
import org.shiftbed.report.aggregate.Panel;
import org.shiftbed.report.aggregate.Scores;

/** A figure of every kind, of made-up numbers with what happens to real ones: gaps, single seeds, long names, ties. */
final class SampleFigures {
    static final Map<String, String> METHODS = methods();

    private SampleFigures() {}

    private static Map<String, String> methods() {
        Map<String, String> methods = new LinkedHashMap<>();
        for (String name : List.of("ResNet18", "ResNet50", "ResNet101", "ViT", "MLP")) {
            methods.put(name, "ERM");
        }
        for (String name : List.of(
                "ImageNetAug",
                "AugMix",
                "RandAugment",
                "AutoAugment",
                "CycleGAN",
                "IRM",
                "CORAL",
                "Mixup",
                "DANN",
                "SagNet",
                "JTT",
                "BNAdapt",
                "BetaVAE",
                "Pretrained")) {
            methods.put(name, name);
        }
        return methods;
    }

    /** Writes all of them into a folder, to be looked at. */
    public static void main(String[] folder) throws IOException {
        for (Map.Entry<String, Figure> figure : all().entrySet()) {
            FigureFiles.write(figure.getValue(), Path.of(folder[0]), figure.getKey(), 100);
        }
    }

    static Panel along(Axis axis) {
        return panel("low-data", axis, List.of("1", "10", "100", "1000"), List.copyOf(METHODS.keySet()), false);
    }

    static Panel unseen(boolean ablation) {
        return panel("unseen", null, List.of(""), List.copyOf(METHODS.keySet()), ablation);
    }

    private static Panel panel(
            String kind, @Nullable Axis axis, List<String> settings, List<String> methods, boolean ablation) {
        List<String> datasets = List.of("sprites", "MPI3D");
        List<Scores.Score> scores = new ArrayList<>();
        for (String method : methods) {
            for (String dataset : datasets) {
                for (int q = 0; q < settings.size(); q++) {
                    for (int seed = 0; seed < 3; seed++) {
                        boolean gap = method.equals("ViT") && dataset.equals("MPI3D") && q == 0;
                        boolean lost = method.equals("DANN") && dataset.equals("sprites") && seed == 2;
                        if (gap || lost) {
                            continue;
                        }
                        double draw = Seed.of(method, dataset, seed).random().nextDouble();
                        scores.add(
                                new Scores.Score(method, dataset, settings.get(q), seed, 0.35 + 0.12 * q + 0.2 * draw));
                    }
                }
            }
        }
        Map<String, Double> values = new LinkedHashMap<>();
        Map<String, Family> families = new LinkedHashMap<>();
        if (axis != null) {
            settings.forEach(setting -> values.put(setting, Double.valueOf(setting)));
        }
        METHODS.forEach((method, algorithm) -> families.put(method, Family.of(algorithm)));
        return new Panel(
                kind,
                "id",
                axis,
                values,
                new Scores(methods, datasets, settings, 3, scores),
                Map.of("sprites", "ResNet18", "MPI3D", "ResNet18"),
                families,
                Map.of(),
                Map.of(),
                ablation);
    }

    static Map<String, Figure> all() {
        Map<String, Figure> all = new LinkedHashMap<>();
        all.putAll(new ControlledFigures(along(Axis.SAMPLES)).figures());
        all.putAll(new ControlledFigures(unseen(false)).figures());
        all.put("unseen-ablation", new ControlledFigures(unseen(true)).figures().get("unseen-ablation"));
        all.put("critical-difference", criticalDifference());
        all.put("profiles", profiles());
        all.put("intervals", intervals());
        all.put("accuracy-line", accuracyLine());
        all.put("training", training());
        all.put("hyperparameters", hyperparameters());
        all.put("joint", joint());
        all.put("samples", samples());
        all.put("agreement", java.util.Objects.requireNonNull(AgreementFigure.of(unseen(false), unseen(false))));
        return all;
    }

    static Figure criticalDifference() {
        return new CriticalDifference(
                        "Average ranks of five methods over 24 data sets and seeds",
                        "Friedman's test, then Nemenyi's at the 5% level over 24 rows.",
                        List.of(
                                new CriticalDifference.Method("CORAL", 1.75),
                                new CriticalDifference.Method("ERM", 2.25),
                                new CriticalDifference.Method("A method with quite a long name of its own", 3.0),
                                new CriticalDifference.Method("DANN", 3.5),
                                new CriticalDifference.Method("IRM", 4.5)),
                        1.245,
                        List.of(
                                new CriticalDifference.Group(0, 1),
                                new CriticalDifference.Group(1, 2),
                                new CriticalDifference.Group(2, 3)))
                .figure();
    }

    static Figure profiles() {
        List<Profiles.Curve> curves = new ArrayList<>();
        for (int slot = 0; slot < 9; slot++) {
            List<Profiles.Point> points = new ArrayList<>();
            for (int i = 0; i <= 10; i++) {
                double share = Math.max(0, 1 - Math.pow(i / 10.0, 1 + 0.4 * slot));
                points.add(new Profiles.Point(10 * i, share, Math.max(0, share - 0.05), Math.min(1, share + 0.05)));
            }
            curves.add(new Profiles.Curve("method " + slot, slot, points));
        }
        return new Profiles(
                        "Share of runs above an accuracy",
                        "Bands are 95% intervals of a stratified bootstrap over 15 runs a method.",
                        "accuracy in per cent",
                        "share of runs above it",
                        true,
                        true,
                        curves)
                .figure();
    }

    static Figure intervals() {
        return new Intervals(
                        "Difference to ERM in points",
                        "Mean of paired differences over seeds with its 95% t interval.",
                        "points, right is better",
                        List.of(
                                new Intervals.Group(
                                        "spurious-correlation: color, N=10",
                                        List.of(
                                                new Intervals.Entry("CORAL", 1, 3.25, 0.5, 6.0, true, "3.3, n = 3"),
                                                new Intervals.Entry(
                                                        "DANN", 2, -1.125, null, null, false, "-1.1, 1 of 3"),
                                                new Intervals.Entry("Mixup", 3, null, null, null, false, "none of 3"))),
                                new Intervals.Group(
                                        "unseen",
                                        List.of(
                                                new Intervals.Entry("CORAL", 1, 0.75, -0.5, 2.0, true, "0.8, n = 3"),
                                                new Intervals.Entry("DANN", 2, 1.5, 1.0, 2.0, true, "1.5, n = 3"),
                                                new Intervals.Entry(
                                                        "Mixup", 3, -2.5, -4.0, -1.0, true, "-2.5, n = 3")))),
                        true,
                        null,
                        null)
                .figure();
    }

    /** Whose quantiles lie on a line of slope 0.5 through (0, -0.25), a quarter above and below it in turn. */
    static List<AccuracyLine.Point> onALine() {
        var normal = new org.hipparchus.distribution.continuous.NormalDistribution();
        List<AccuracyLine.Point> points = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            double z = -1 + i / 3.0;
            double off = i % 2 == 0 ? 0.25 : -0.25;
            points.add(new AccuracyLine.Point(
                    i % 3 == 0 ? "ERM" : "CORAL",
                    i % 3 == 0 ? 0 : 1,
                    normal.cumulativeProbability(z),
                    normal.cumulativeProbability(-0.25 + 0.5 * z + off),
                    "seed " + i));
        }
        return points;
    }

    private static Figure accuracyLine() {
        List<AccuracyLine.Point> two = List.of(
                new AccuracyLine.Point("DANN", 2, 0.95, 0.5, ""), new AccuracyLine.Point("DANN", 2, 1.0, 0.4, ""));
        return java.util.Objects.requireNonNull(new AccuracyLine(
                        "Validation against test accuracy on sprites",
                        List.of(
                                new AccuracyLine.Place("spurious-correlation: color, N=10", onALine()),
                                new AccuracyLine.Place("unseen", two)),
                        "each at the checkpoint of its best validation score.")
                .figure());
    }

    static TrainingCurves curves() {
        List<TrainingCurves.Method> methods = new ArrayList<>();
        for (int slot = 0; slot < 3; slot++) {
            List<Map<Integer, Double>> runs = new ArrayList<>();
            for (int seed = 0; seed < 3; seed++) {
                Map<Integer, Double> run = new java.util.TreeMap<>();
                for (int step = 100; step <= 500; step += 100) {
                    boolean broken = slot == 2 && seed == 1 && step > 300;
                    run.put(step, broken ? Double.NaN : 1.5 * Math.exp(-step / 200.0) + 0.125 * slot + 0.03125 * seed);
                }
                if (slot == 1 && seed == 2) {
                    run.remove(500);
                }
                runs.add(run);
            }
            methods.add(new TrainingCurves.Method("method " + slot, slot, runs));
        }
        return new TrainingCurves(
                "Training on sprites: loss",
                "loss",
                List.of(new TrainingCurves.Place("unseen: color=blue", methods)),
                3);
    }

    private static Figure training() {
        return curves().figure();
    }

    private static Figure hyperparameters() {
        double[] lr = new double[24];
        double[] decay = new double[24];
        double[] score = new double[24];
        for (int i = 0; i < 24; i++) {
            lr[i] = Math.pow(10, -4 + i / 10.0);
            decay[i] = (i * 7) % 24;
            score[i] = 0.7 - 0.002 * (i - 14) * (i - 14) + 0.01 * (i * 5 % 7);
        }
        return java.util.Objects.requireNonNull(Sensitivity.figure(
                "What hyperparameters do to the validation score on sprites",
                List.of(
                        new Sensitivity.Search(
                                "ERM",
                                24,
                                List.of(
                                        java.util.Objects.requireNonNull(Sensitivity.of("weight_decay", decay, score)),
                                        java.util.Objects.requireNonNull(Sensitivity.of("lr", lr, score)))),
                        new Sensitivity.Search("IRM", 4, List.of()))));
    }

    private static Figure joint() {
        List<String> shapes = List.of("square", "ellipse", "heart");
        List<String> colours = List.of("red", "green", "blue");
        return new JointMaps(
                        "Rows by label and attribute on dSprites",
                        List.of(
                                new JointMaps.Map(
                                        "spurious-correlation: color, N=10, training, seed 0",
                                        "shape \\ color",
                                        shapes,
                                        colours,
                                        List.of(List.of(305L, 1L, 2L), List.of(2L, 304L, 1L), List.of(3L, 1L, 303L))),
                                new JointMaps.Map(
                                        "unseen: color=blue",
                                        "shape \\ color",
                                        shapes,
                                        colours,
                                        List.of(List.of(5L, 5L, 0L), List.of(5L, 5L, 0L), List.of(5L, 5L, 0L)))))
                .figure();
    }

    private static Figure samples() {
        List<Pictures.Row> rows = new ArrayList<>();
        for (String colour : List.of("red", "green", "blue")) {
            List<Pictures.Picture> pictures = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                byte[] rgb = new byte[3 * 16 * 16];
                for (int k = 0; k < 256; k++) {
                    boolean inside = Math.hypot(k % 16 - 7.5, k / 16 - 7.5) < 3 + i;
                    rgb[3 * k + List.of("red", "green", "blue").indexOf(colour)] = (byte) (inside ? 220 : 20);
                }
                pictures.add(new Pictures.Picture(16, 16, rgb, "row " + i));
            }
            rows.add(new Pictures.Row(colour, colour.equals("blue") ? List.of() : pictures));
        }
        return new Figure(
                "Samples of training: unseen, color=blue", "Each row fixes one value.", new Pictures("", rows));
    }
}
