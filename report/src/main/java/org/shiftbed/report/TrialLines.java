package org.shiftbed.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.report.evidence.Proportion;
import org.shiftbed.study.CheckpointRecord;
import org.shiftbed.study.ExpectedTrial;
import org.shiftbed.study.StudyFolder;
import org.shiftbed.study.StudyResults;
import org.shiftbed.study.TrialState;
import org.shiftbed.study.selection.Choice;
import org.shiftbed.study.selection.Search;
import org.shiftbed.study.selection.Selection;
import org.shiftbed.study.selection.Selections;

/**
 * One JSON object a trial ({@code controlled-shifts.md} 4, record per run): what it was, how it ended, the rows of its parts, how large and how long it
 * was, and for each rule that can be decided inside the trial the step that it takes and what was measured there.
 */
final class TrialLines {
    /** What is told of the step that a rule takes, as far as it was evaluated there. */
    private static final List<String> MEASURES = List.of(
            "val_id",
            "val_ood",
            "val_reweighted",
            "val_oracle_best",
            "test",
            "worst_cell",
            "balanced",
            "macro_f1",
            "test_seen",
            "test_unseen",
            "test_cells");

    private final Path folder;
    private final StudyResults study;

    TrialLines(Path folder, StudyResults study) {
        this.folder = folder;
        this.study = study;
    }

    /** Every trial in the order of the plan, each with a line feed behind it. */
    String write() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (StudyResults.Run run : study.runs()) {
            lines.append(CanonicalJson.text(line(run))).append('\n');
        }
        return lines.toString();
    }

    private Map<String, Object> line(StudyResults.Run run) throws IOException {
        ExpectedTrial trial = run.trial();
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("trial", trial.id());
        line.put("study", study.plan().study());
        line.put("method", trial.method());
        line.put("setting", trial.setting());
        line.put("state", run.state().text());
        if (!run.cause().isEmpty()) {
            line.put("cause", run.cause());
        }
        if (trial.trial() != null) {
            line.put("options", trial.trial());
        }
        line.put("seed", trial.seed());
        Map<String, Object> manifest = manifest(trial);
        Object split = manifest.get("split");
        if (split instanceof Map<?, ?> map && map.get("parts") instanceof List<?> parts) {
            line.put("parts", parts.stream().map(TrialLines::part).toList());
        }
        if (manifest.get("parameters") != null) {
            line.put("parameters", manifest.get("parameters"));
        }
        if (!run.records().isEmpty()) {
            Double seconds = run.records().get(run.records().size() - 1).extra("wall_seconds");
            if (seconds != null) {
                line.put("wall_seconds", seconds);
            }
        }
        if (run.state() == TrialState.DONE) {
            line.put("rules", rules(run, testRows(manifest)));
        }
        return line;
    }

    private static Map<String, Object> rules(StudyResults.Run run, long testRows) {
        Map<String, Object> rules = new LinkedHashMap<>();
        for (Selection rule : Selections.all()) {
            ExpectedTrial trial = run.trial();
            if (!rule.protocols().contains(trial.protocol()) || !rule.reads(trial) || rule.readsPairs()) {
                continue;
            }
            int held = trial.testEnvironments().isEmpty()
                    ? -1
                    : trial.testEnvironments().get(0);
            Choice.Picked picked = rule.choose(new Search(held, List.of(new Search.Run(trial, run.records()))))
                    .picked();
            if (picked != null) {
                rules.put(rule.name(), measures(run, picked, testRows));
            }
        }
        return rules;
    }

    private static Map<String, Object> measures(StudyResults.Run run, Choice.Picked picked, long testRows) {
        Map<String, Object> measures = new LinkedHashMap<>();
        measures.put("step", picked.step());
        for (CheckpointRecord record : run.records()) {
            if (record.step() == picked.step()) {
                for (String name : MEASURES) {
                    Object value = record.extras().get(name);
                    if (value != null) {
                        measures.put(name, value);
                    }
                }
            }
        }
        Double test = picked.test();
        if (test != null && test >= 0 && test <= 1 && testRows > 0) {
            measures.put("test_interval", interval(Proportion.of(test, testRows)));
        }
        return measures;
    }

    /** What the test rows alone leave open of this one model's accuracy, at 95%. */
    private static Map<String, Object> interval(Proportion accuracy) {
        Map<String, Object> interval = new LinkedHashMap<>();
        interval.put("rows", accuracy.rows());
        interval.put(
                "wilson", List.of(accuracy.wilson().low(), accuracy.wilson().high()));
        interval.put(
                "bootstrap",
                List.of(accuracy.bootstrap().low(), accuracy.bootstrap().high()));
        return interval;
    }

    /** Rows of the test part of a manifest; 0 where it tells of none. */
    static long testRows(Map<String, Object> manifest) {
        long rows = 0;
        if (manifest.get("split") instanceof Map<?, ?> map && map.get("parts") instanceof List<?> parts) {
            for (Object part : parts) {
                if (part instanceof Map<?, ?> one
                        && "test".equals(one.get("role"))
                        && one.get("realised") instanceof Number realised) {
                    rows += realised.longValue();
                }
            }
        }
        return rows;
    }

    private static Map<String, Object> part(@Nullable Object written) {
        Map<String, Object> part = new LinkedHashMap<>();
        if (written instanceof Map<?, ?> map) {
            for (String name : List.of("name", "role", "requested", "realised", "weight")) {
                Object value = map.get(name);
                if (value != null) {
                    part.put(name, value);
                }
            }
        }
        return part;
    }

    /** Empty where the trial has none, or a damaged one: the page says so. */
    private Map<String, Object> manifest(ExpectedTrial trial) throws IOException {
        Path file = new StudyFolder(folder).trial(trial.id()).resolve("manifest.json");
        if (!Files.exists(file)) {
            return Map.of();
        }
        try {
            return CanonicalJson.parseObject(Files.readString(file));
        } catch (IllegalArgumentException e) {
            return Map.of();
        }
    }
}
