package org.shiftbed.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.base.Seed;
import org.shiftbed.learn.Protocol;
import org.shiftbed.study.ExpectedStudy;
import org.shiftbed.study.ExpectedTrial;
import org.shiftbed.study.selection.OracleLimit;

/** A made-up study's folder with everything that happens to real ones: a diverged search, a failed trial, one that has not run. */
final class SampleStudy {
    private static final List<String> ALGORITHMS = List.of("ERM", "CORAL", "DANN", "Mixup");
    private static final List<List<String>> SHIFTS = List.of(
            List.of("none", ""),
            List.of("spurious-correlation", "color, N=10"),
            List.of("low-data", "color=blue, N=10"),
            List.of("unseen", "color=blue"));
    private static final double[][] LEVELS = {
        {0.962, 0.955, 0.949, 0.958},
        {0.631, 0.668, 0.655, 0.628},
        {0.843, 0.851, 0.862, 0.838},
        {0.712, 0.735, 0.741, 0.690}
    };

    private SampleStudy() {}

    /** Writes the sample and its report into a folder, to be looked at. */
    public static void main(String[] args) throws IOException {
        Path folder = write(Path.of(args[0]));
        StudyReport.read(folder, List.of()).write(folder.resolve("report"));
    }

    static Path write(Path folder) throws IOException {
        return write(folder, OracleLimit.NONE);
    }

    static Path write(Path folder, OracleLimit oracle) throws IOException {
        List<ExpectedTrial> trials = new ArrayList<>();
        for (int seed = 0; seed < 3; seed++) {
            for (int shift = 0; shift < SHIFTS.size(); shift++) {
                for (int algorithm = 0; algorithm < ALGORITHMS.size(); algorithm++) {
                    for (int member = 0; member < 2; member++) {
                        trials.add(trial(folder, seed, shift, algorithm, member));
                    }
                }
            }
        }
        new ExpectedStudy(
                        "quickstart sample",
                        Protocol.CONTROLLED,
                        List.of("id", "oracle-best"),
                        oracle,
                        Map.of(),
                        trials)
                .write(folder);
        return folder;
    }

    private static ExpectedTrial trial(Path folder, int seed, int shift, int algorithm, int member) throws IOException {
        String kind = SHIFTS.get(shift).get(0);
        String setting = SHIFTS.get(shift).get(1);
        String name = ALGORITHMS.get(algorithm);
        Seed stream = Seed.of("sample", kind, name, seed, member);
        Map<String, Object> hparams = new LinkedHashMap<>();
        hparams.put("lr", member == 0 ? 0.001 : 0.00046);
        hparams.put("lambda", 0.1 + member);
        Map<String, Object> trial = new LinkedHashMap<>();
        trial.put("dataset", "sprites");
        trial.put("dataset_parameters", Map.of("side", 32, "stride", Map.of("orientation", 4, "position", 4)));
        trial.put("fingerprint", "5f0e7c2a9d1b4c33");
        trial.put("label", "shape");
        trial.put("network", "small-cnn");
        trial.put("steps", 300);
        trial.put("batch", 64);
        trial.put("checkpoint_every", 100);
        trial.put("precision", "float32");
        trial.put("threads", 1);
        trial.put("device", "cpu");
        trial.put("seed", seed);
        trial.put("algorithm", name);
        trial.put("shift", kind + setting);
        trial.put("hparams", hparams);
        trial.put("hparams_seed", member);
        String id = CanonicalJson.id(trial);
        boolean missing = kind.equals("unseen") && name.equals("Mixup") && seed == 2;
        boolean failed = kind.equals("low-data") && name.equals("CORAL") && seed == 1 && member == 1;
        boolean diverged = name.equals("DANN") && kind.equals("spurious-correlation") && (seed == 2 || member == 1);
        if (failed) {
            Path attempt = Files.createDirectories(folder.resolve("failed").resolve(id + ".1"));
            Files.writeString(attempt.resolve("cause.txt"), "the worker was killed");
        } else if (!missing) {
            Path place = Files.createDirectories(folder.resolve("trials").resolve(id));
            Files.writeString(place.resolve("trial.json"), CanonicalJson.text(trial));
            Files.writeString(
                    place.resolve("results.jsonl"),
                    records(stream.random(), LEVELS[shift][algorithm] - 0.012 * member, diverged));
            Files.writeString(place.resolve("manifest.json"), CanonicalJson.pretty(manifest(kind, setting)));
            if (diverged) {
                Files.writeString(place.resolve("ending.json"), "{\"state\": \"diverged\", \"step\": 200}");
            }
            Files.writeString(place.resolve("done"), "done");
        }
        return new ExpectedTrial(
                id,
                Protocol.CONTROLLED,
                "sprites",
                kind,
                setting,
                name,
                "controlled",
                List.of(),
                seed,
                member,
                300,
                List.of(),
                List.of(),
                null,
                trial);
    }

    private static String records(SplittableRandom random, double level, boolean diverged) {
        StringBuilder lines = new StringBuilder();
        double run = level + 0.02 * (random.nextDouble() - 0.5);
        for (int step = 50; step <= 300; step += 50) {
            double learned = 1 - Math.exp(-step / 70.0);
            boolean broken = diverged && step > 150;
            Map<String, Object> extras = new LinkedHashMap<>();
            extras.put("val_id", broken ? 0.33 : 0.33 + 0.63 * learned + 0.01 * random.nextDouble());
            extras.put("val_oracle_best", 0.33 + (run - 0.33) * learned);
            extras.put("test", 0.33 + (run - 0.33) * learned + 0.004 * random.nextDouble());
            Map<String, Object> record = new LinkedHashMap<>();
            record.put("step", step);
            record.put("step_time", 0.02 + 0.001 * random.nextDouble());
            record.put("loss", broken ? Double.NaN : 1.1 * (1 - learned) + 0.05 * random.nextDouble());
            record.put("shiftbed", extras);
            lines.append(CanonicalJson.text(record)).append('\n');
            if (broken) {
                break;
            }
        }
        return lines.toString();
    }

    private static Map<String, Object> manifest(String kind, String setting) {
        Map<String, Object> split = new LinkedHashMap<>();
        List<Object> parts = new ArrayList<>();
        boolean rare = kind.equals("spurious-correlation") || kind.equals("low-data");
        parts.add(part("high", "train", "all", rare ? 912 : 2736, rare ? 0.9890 : 1.0));
        if (rare) {
            parts.add(part("low", "train", "10", 10, 0.0110));
        }
        parts.add(part("validation id", "id_validation", "all", 304, 0));
        parts.add(part("test", "test", "all", 342, 0));
        split.put("shift", kind);
        split.put("setting", setting);
        split.put("parts", parts);
        split.put("warnings", List.of());
        if (rare) {
            split.put(
                    "cells",
                    Map.of(
                            "label",
                            "shape",
                            "label_values",
                            List.of("square", "ellipse", "heart"),
                            "attribute",
                            "color",
                            "attribute_values",
                            List.of("red", "green", "blue"),
                            "train",
                            List.of(List.of(305, 1, 2), List.of(2, 304, 1), List.of(3, 1, 303))));
            split.put("correlation", Map.of("cramers_v", 0.9837, "rho_raw", 0.9892, "mutual_information", 1.0411));
        }
        return Map.of(
                "split",
                split,
                "libraries",
                Map.of("shiftbed", "0.1.0", "libtorch", "2.10.0"),
                "cpu",
                "x86_64, avx2",
                "threads",
                1);
    }

    private static Map<String, Object> part(String name, String role, String requested, int rows, double weight) {
        return Map.of("name", name, "role", role, "requested", requested, "realised", rows, "weight", weight);
    }
}
