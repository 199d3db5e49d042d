package org.shiftbed.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.shiftbed.learn.Protocol;
import org.shiftbed.report.figure.AccuracyLine;
import org.shiftbed.report.figure.ControlledFigures;
import org.shiftbed.report.figure.Figure;
import org.shiftbed.report.figure.Sensitivity;
import org.shiftbed.study.CheckpointRecord;
import org.shiftbed.study.ExpectedTrial;
import org.shiftbed.study.StudyResults;
import org.shiftbed.study.TrialState;

/** What all trainings of the searches show, the chosen ones and the others: validation against test accuracy, and what hyperparameters do. */
final class SearchFigures {
    /** More panels than this are a figure that nobody reads. */
    private static final int MOST_PANELS = 12;

    private final String rule;
    private final List<Training> trainings = new ArrayList<>();
    private final List<String> methods;

    /** A training that finished, at the checkpoint that its validation score chooses: the first of the largest. */
    private record Training(
            ExpectedTrial trial,
            String place,
            String group,
            double validation,
            @Nullable Double test,
            Map<?, ?> hyperparameters) {}

    SearchFigures(StudyResults study, String rule) {
        this.rule = rule;
        this.methods = study.runs().stream()
                .map(run -> run.trial().method())
                .distinct()
                .toList();
        for (StudyResults.Run run : study.runs()) {
            if (run.state() == TrialState.DONE && run.trial().testEnvironments().size() < 2) {
                add(run);
            }
        }
    }

    private void add(StudyResults.Run run) {
        ExpectedTrial trial = run.trial();
        boolean controlled = trial.protocol() == Protocol.CONTROLLED;
        double best = Double.NEGATIVE_INFINITY;
        Double test = null;
        Map<?, ?> hyperparameters = Map.of();
        for (CheckpointRecord record : run.records()) {
            Double validation = controlled ? controlled(record) : outSplits(trial, record);
            if (record.fields().get("hparams") instanceof Map<?, ?> map) {
                hyperparameters = map;
            }
            if (validation != null && Double.isFinite(validation) && validation > best) {
                best = validation;
                test = controlled
                        ? record.extra("test")
                        : trial.testEnvironments().isEmpty()
                                ? null
                                : record.number("env" + trial.testEnvironments().get(0) + "_in_acc");
            }
        }
        if (trial.trial() != null && trial.trial().get("hparams") instanceof Map<?, ?> map) {
            hyperparameters = map;
        }
        if (best >= 0 && best <= 1) {
            String held = String.join(
                    ",",
                    trial.testEnvironments().stream().map(trial::environment).toList());
            String place = !held.isEmpty()
                    ? held
                    : trial.setting().isEmpty() ? trial.shift() : trial.shift() + ": " + trial.setting();
            boolean shown = test != null && test >= 0 && test <= 1;
            trainings.add(new Training(
                    trial,
                    place,
                    place + " " + trial.seed() + " " + trial.form() + " " + trial.strict(),
                    best,
                    shown ? test : null,
                    hyperparameters));
        }
    }

    private @Nullable Double controlled(CheckpointRecord record) {
        Double own = record.extra("val_" + rule.replace('-', '_'));
        return own == null ? record.extra("val_id") : own;
    }

    private static @Nullable Double outSplits(ExpectedTrial trial, CheckpointRecord record) {
        double sum = 0;
        int count = 0;
        for (int i = 0; i < record.environments(); i++) {
            Double accuracy = trial.testEnvironments().contains(i) ? null : record.number("env" + i + "_out_acc");
            if (accuracy != null) {
                sum += accuracy;
                count++;
            }
        }
        return count == 0 ? null : (Double) (sum / count);
    }

    /** Every figure by the name of its files, without ending. */
    Map<String, Figure> figures() {
        Map<String, Figure> all = new LinkedHashMap<>();
        Set<String> datasets = new LinkedHashSet<>();
        trainings.forEach(training -> datasets.add(training.trial.dataset()));
        for (String dataset : datasets) {
            Figure line = line(dataset);
            if (line != null) {
                all.put("validation-test-" + ControlledFigures.plain(dataset), line);
            }
            Figure sensitivity = Sensitivity.figure(
                    "What hyperparameters do to the validation score on " + dataset, searches(dataset));
            if (sensitivity != null) {
                all.put("hyperparameters-" + ControlledFigures.plain(dataset), sensitivity);
            }
        }
        return all;
    }

    private @Nullable Figure line(String dataset) {
        Map<String, List<AccuracyLine.Point>> places = new LinkedHashMap<>();
        for (Training training : trainings) {
            Double test = training.test;
            if (training.trial.dataset().equals(dataset) && test != null) {
                String method = training.trial.method();
                places.computeIfAbsent(training.place, unused -> new ArrayList<>())
                        .add(new AccuracyLine.Point(
                                method,
                                methods.indexOf(method),
                                training.validation,
                                test,
                                method + ", seed " + training.trial.seed() + ", draw " + training.trial.hparamsSeed()));
            }
        }
        String left = places.size() > MOST_PANELS
                ? " The first " + MOST_PANELS + " of " + places.size() + " places are drawn."
                : "";
        return new AccuracyLine(
                        "Validation against test accuracy on " + dataset,
                        places.entrySet().stream()
                                .limit(MOST_PANELS)
                                .map(entry -> new AccuracyLine.Place(entry.getKey(), entry.getValue()))
                                .toList(),
                        "each at the checkpoint of its best validation score (that of rule " + rule
                                + ", where it is recorded, else inside of the training distribution)." + left)
                .figure();
    }

    private List<Sensitivity.Search> searches(String dataset) {
        List<Sensitivity.Search> searches = new ArrayList<>();
        for (String method : methods) {
            List<Training> own = trainings.stream()
                    .filter(training -> training.trial.dataset().equals(dataset)
                            && training.trial.method().equals(method))
                    .toList();
            Map<String, List<Training>> groups = new LinkedHashMap<>();
            own.forEach(training -> groups.computeIfAbsent(training.group, unused -> new ArrayList<>())
                    .add(training));
            groups.values().removeIf(group -> group.size() < 2);
            List<Training> draws = new ArrayList<>();
            List<Double> scores = new ArrayList<>();
            for (List<Training> group : groups.values()) {
                double mean = group.stream()
                        .mapToDouble(Training::validation)
                        .average()
                        .orElse(0);
                for (Training training : group) {
                    draws.add(training);
                    scores.add(training.validation - mean);
                }
            }
            searches.add(new Sensitivity.Search(method, draws.size(), sensitivities(draws, scores)));
        }
        return searches.stream().filter(search -> search.draws() > 0).toList();
    }

    /** Of numbers and of what is true or false; words have no order. */
    private static List<Sensitivity> sensitivities(List<Training> draws, List<Double> scores) {
        TreeMap<String, List<Double>> values = new TreeMap<>();
        for (Training draw : draws) {
            draw.hyperparameters.forEach((name, value) -> {
                Double number = value instanceof Number given
                        ? (Double) given.doubleValue()
                        : value instanceof Boolean flag ? (Double) (flag ? 1.0 : 0.0) : null;
                if (number != null) {
                    values.computeIfAbsent(String.valueOf(name), unused -> new ArrayList<>())
                            .add(number);
                }
            });
        }
        List<Sensitivity> found = new ArrayList<>();
        values.forEach((name, own) -> {
            Sensitivity one = own.size() == scores.size() ? Sensitivity.of(name, array(own), array(scores)) : null;
            if (one != null) {
                found.add(one);
            }
        });
        return found;
    }

    private static double[] array(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
