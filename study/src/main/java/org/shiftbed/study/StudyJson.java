package org.shiftbed.study;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.shiftbed.learn.Protocol;

/** What {@code study.json} holds: the study as it was understood, every default written out. */
final class StudyJson {
    private StudyJson() {}

    static Map<String, Object> write(Study study) {
        TreeMap<String, Object> json = new TreeMap<>();
        json.put("schema", 1L);
        json.put("study", study.name());
        json.put("protocol", TrialJson.lower(study.protocol()));
        List<Object> datasets = new ArrayList<>();
        study.datasets().forEach(dataset -> datasets.add(Map.of(dataset.name(), dataset.identity())));
        json.put("datasets", datasets);
        if (study.label() != null) {
            json.put("label", study.label());
        }
        List<Object> algorithms = new ArrayList<>();
        for (AlgorithmSpec algorithm : study.algorithms()) {
            TreeMap<String, Object> fields = new TreeMap<>(algorithm.given());
            fields.put("form", algorithm.form());
            if (!algorithm.title().equals(algorithm.name())) {
                fields.put("as", algorithm.title());
            }
            if (algorithm.network() != null) {
                fields.put("network", algorithm.network());
            }
            if (algorithm.batch() > 0) {
                fields.put("batch", algorithm.batch());
            }
            algorithms.add(Map.of(algorithm.name(), fields));
        }
        json.put("algorithms", algorithms);
        if (study.network() != null) {
            json.put("network", study.network());
        }
        json.put("search", search(study.search()));
        json.put("selection", study.selection());
        if (study.oracle().limits()) {
            json.put("oracle", study.oracle().toJson());
        }
        json.put("strict", study.strict());
        json.put("training", training(study.training()));
        if (study.baseline() != null) {
            json.put("baseline", study.baseline());
        }
        if (!study.perDataset().isEmpty()) {
            TreeMap<String, Object> own = new TreeMap<>();
            study.perDataset().forEach((name, fields) -> own.put(name, fields(fields)));
            json.put("per-dataset", own);
        }
        if (study.protocol() == Protocol.DOMAINBED) {
            json.put("trial-seeds", study.seeds());
            json.put("holdout", study.holdout());
            TestEnvironments held = study.testEnvironments();
            json.put(
                    "test-environments",
                    held.kind() == TestEnvironments.Kind.LIST ? held.lists() : TrialJson.lower(held.kind()));
        } else {
            json.put("seeds", study.seeds());
            json.put("shifts", shifts(study.shifts()));
            TreeMap<String, Object> conditions = new TreeMap<>();
            conditions.put(
                    "noise",
                    study.noise().stream()
                            .map(noise -> NoiseShape.plain(noise, study.noiseFrozen()))
                            .toList());
            conditions.put("noise-frozen", study.noiseFrozen());
            List<Object> sizes = new ArrayList<>();
            study.sizes().forEach(size -> sizes.add(size == 0 ? "all" : size));
            conditions.put("size", sizes);
            json.put("conditions", conditions);
        }
        return Values.sorted(json);
    }

    private static Map<String, Object> search(SearchSpec search) {
        if (search instanceof SearchSpec.Random random) {
            return Map.of("random", Map.of("draws", random.draws()));
        }
        if (search instanceof SearchSpec.Grid grid) {
            return Map.of(
                    "grid",
                    grid.axes().isEmpty() ? Map.of("cap", grid.cap()) : Map.of("cap", grid.cap(), "axes", grid.axes()));
        }
        return Map.of("given", ((SearchSpec.Given) search).members());
    }

    private static List<Object> shifts(List<ShiftSpec> specs) {
        List<Object> shifts = new ArrayList<>();
        specs.forEach(shift -> shifts.add(Map.of(shift.kind(), shift.fields())));
        return shifts;
    }

    private static Map<String, Object> fields(DatasetFields fields) {
        TreeMap<String, Object> json = new TreeMap<>();
        if (fields.label() != null) {
            json.put("label", fields.label());
        }
        if (fields.shifts() != null) {
            json.put("shifts", shifts(fields.shifts()));
        }
        if (fields.network() != null) {
            json.put("network", fields.network());
        }
        if (fields.baseline() != null) {
            json.put("baseline", fields.baseline());
        }
        if (fields.training() != null) {
            json.put("training", training(fields.training()));
        }
        return json;
    }

    private static Map<String, Object> training(TrainingSpec training) {
        TreeMap<String, Object> json = new TreeMap<>();
        json.put("steps", training.steps());
        if (training.batch() > 0) {
            json.put("batch", training.batch());
        }
        if (training.checkpointEvery() > 0) {
            json.put("checkpoint-every", training.checkpointEvery());
        }
        json.put("precision", TrialJson.lower(training.precision()));
        json.put("threads", training.threads());
        json.put("evaluate", TrialJson.lower(training.evaluate()));
        json.put("keep", TrialJson.lower(training.keep()));
        if (training.patience() > 0) {
            json.put("patience", training.patience());
        }
        if (training.tensorboard()) {
            json.put("tensorboard", true);
        }
        return json;
    }
}
