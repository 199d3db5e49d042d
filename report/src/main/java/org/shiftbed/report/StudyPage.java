package org.shiftbed.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.report.figure.FigureFiles;
import org.shiftbed.report.page.ChosenTrial;
import org.shiftbed.report.page.Facts;
import org.shiftbed.report.page.PageFigure;
import org.shiftbed.report.page.PageInput;
import org.shiftbed.report.page.SplitFacts;
import org.shiftbed.report.page.TrialCounts;
import org.shiftbed.report.statistics.Completeness;
import org.shiftbed.report.statistics.Method;
import org.shiftbed.report.statistics.Place;
import org.shiftbed.report.statistics.Results;
import org.shiftbed.report.table.Table;
import org.shiftbed.study.CheckpointRecord;
import org.shiftbed.study.ExpectedTrial;
import org.shiftbed.study.Outcome;
import org.shiftbed.study.StudyFolder;
import org.shiftbed.study.StudyResults;
import org.shiftbed.study.TrialState;

/** Gathers from a study's folder what its page shows. */
final class StudyPage {
    /** Fields of a trial that describe a study where all its trials share them, with the words for them. */
    private static final Map<String, String> SHARED = shared();

    private final Path folder;
    private final StudyResults study;
    private final List<Outcome> outcomes;
    private final Results results;
    private final Completeness completeness;
    private final List<Table> comparisons;
    private final List<String> answers;
    private final Map<Place, Long> testRows = new LinkedHashMap<>();
    private final StudyFigures drawn;

    StudyPage(
            Path folder,
            StudyResults study,
            List<Outcome> outcomes,
            Results results,
            Completeness completeness,
            List<Table> comparisons,
            List<String> answers,
            StudyFigures drawn) {
        this.drawn = drawn;
        this.comparisons = comparisons;
        this.answers = answers;
        this.folder = folder;
        this.study = study;
        this.outcomes = outcomes;
        this.results = results;
        this.completeness = completeness;
    }

    private static Map<String, String> shared() {
        Map<String, String> names = new LinkedHashMap<>();
        names.put("dataset", "data set");
        names.put("dataset_parameters", "its parameters");
        names.put("fingerprint", "fingerprint of its content");
        names.put("label", "label");
        names.put("network", "network");
        names.put("steps", "steps");
        names.put("batch", "rows of a batch");
        names.put("checkpoint_every", "steps between checkpoints");
        names.put("precision", "precision");
        names.put("threads", "threads");
        names.put("device", "device");
        names.put("strict", "strict layers");
        names.put("seed", "seeds");
        return names;
    }

    PageInput input() throws IOException {
        Map<String, StudyResults.Run> runs = new LinkedHashMap<>();
        study.runs().forEach(run -> runs.put(run.trial().id(), run));
        List<Outcome> headline = outcomes.stream()
                .filter(outcome -> outcome.selection().equals(headlineRule()))
                .toList();
        Map<String, Map<String, Object>> manifests = new LinkedHashMap<>();
        List<String> warnings = new ArrayList<>(study.warnings());
        List<SplitFacts> splits = splits(manifests, warnings);
        List<Facts> facts = new ArrayList<>();
        facts.add(studyFacts());
        facts.addAll(ManifestFacts.machine(manifests.values()));
        facts.add(times());
        List<PageFigure> figures = new ArrayList<>();
        warnings.addAll(drawn.notes());
        drawn.ofPage()
                .forEach((name, figure) -> figures.add(
                        new PageFigure(figure.title(), figure.caption(), FigureFiles.echarts(figure), name + ".svg")));
        return new PageInput(
                study.plan().study(),
                study.plan().protocol().name().toLowerCase(Locale.ROOT),
                results,
                outcomes,
                completeness,
                counts(),
                new ChosenCourses(headlineRule(), study).of(headline),
                facts.stream().filter(block -> !block.entries().isEmpty()).toList(),
                chosen(headline, runs),
                splits,
                warnings,
                figures,
                drawn.controlled().tables(),
                comparisons,
                answers,
                testRows,
                hyperparameters(runs));
    }

    private String headlineRule() {
        return results.selections().isEmpty() ? "" : results.selections().get(0);
    }

    private TrialCounts counts() {
        int[] counts = new int[TrialState.values().length];
        study.runs().forEach(run -> counts[run.state().ordinal()]++);
        int done = counts[TrialState.DONE.ordinal()];
        int diverged = counts[TrialState.DIVERGED.ordinal()];
        int failed = counts[TrialState.FAILED.ordinal()];
        int refused = counts[TrialState.REFUSED.ordinal()];
        int planned = study.runs().size();
        return new TrialCounts(planned, done, diverged, failed, refused, planned - done - diverged - failed - refused);
    }

    private Facts studyFacts() {
        List<Facts.Entry> entries = new ArrayList<>();
        entries.add(new Facts.Entry("selection rules", String.join(", ", results.selections())));
        if (study.plan().oracle().limits()) {
            entries.add(new Facts.Entry("oracle", study.plan().oracle().words()));
        }
        SHARED.forEach((field, name) -> {
            LinkedHashSet<String> values = new LinkedHashSet<>();
            for (StudyResults.Run run : study.runs()) {
                Map<String, Object> trial = run.trial().trial();
                if (trial != null && trial.containsKey(field)) {
                    // Under DomainBed's protocol the batch is a hyperparameter.
                    boolean own =
                            field.equals("batch") && trial.get(field) instanceof Number rows && rows.longValue() == 0;
                    values.add(own ? "batch_size of each environment, a hyperparameter" : words(trial.get(field)));
                }
            }
            values.remove("");
            if (!values.isEmpty()) {
                entries.add(new Facts.Entry(name, String.join("; ", values)));
            }
        });
        return new Facts("Study", entries);
    }

    /** Seconds of a training step: they say what a study costs and stand in no table that is compared. */
    private Facts times() {
        Map<String, List<Double>> seconds = new TreeMap<>();
        for (StudyResults.Run run : study.runs()) {
            // The first record's updates wait for libtorch to make its plans and fill its caches.
            int warm = run.records().size() > 1 ? 1 : 0;
            for (CheckpointRecord record :
                    run.records().subList(warm, run.records().size())) {
                Double time = record.number("step_time");
                if (time != null && Double.isFinite(time)) {
                    seconds.computeIfAbsent(run.trial().method(), unused -> new ArrayList<>())
                            .add(time);
                }
            }
        }
        List<Facts.Entry> entries = new ArrayList<>();
        seconds.forEach((algorithm, values) -> {
            double[] sorted =
                    values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
            entries.add(new Facts.Entry(
                    algorithm,
                    String.format(
                            Locale.ROOT,
                            "%.4f s a step (median, without the first record of a trial)",
                            sorted[sorted.length / 2])));
        });
        return new Facts("Time", entries);
    }

    private List<ChosenTrial> chosen(List<Outcome> headline, Map<String, StudyResults.Run> runs) {
        List<ChosenTrial> chosen = new ArrayList<>();
        for (Outcome outcome : headline) {
            Double test = outcome.test();
            Double validation = outcome.validation();
            String id = outcome.trial();
            StudyResults.Run run = id == null ? null : runs.get(id);
            if (test != null && validation != null && id != null && run != null) {
                chosen.add(new ChosenTrial(
                        Place.of(outcome),
                        Method.of(outcome),
                        outcome.seed(),
                        id,
                        outcome.step(),
                        validation,
                        test,
                        hyperparameters(run)));
            }
        }
        return chosen;
    }

    private Map<String, String> hyperparameters(Map<String, StudyResults.Run> runs) {
        Map<String, String> words = new LinkedHashMap<>();
        for (Outcome outcome : outcomes) {
            String id = outcome.trial();
            StudyResults.Run run = id == null ? null : runs.get(id);
            if (id != null && run != null && !words.containsKey(id)) {
                words.put(id, hyperparameters(run));
            }
        }
        return words;
    }

    /** From the trial, or from the record of an imported run. */
    private static String hyperparameters(StudyResults.Run run) {
        Map<String, Object> trial = run.trial().trial();
        Object found = trial == null ? null : trial.get("hparams");
        if (found == null && !run.records().isEmpty()) {
            found = run.records().get(0).fields().get("hparams");
        }
        return words(found);
    }

    /** The data under each shift, from the manifest of one finished trial of it (the lowest seed, the first of its search). */
    private List<SplitFacts> splits(Map<String, Map<String, Object>> manifests, List<String> warnings)
            throws IOException {
        List<SplitFacts> splits = new ArrayList<>();
        for (StudyResults.Run run : study.runs()) {
            ExpectedTrial trial = run.trial();
            boolean ended = run.state() == TrialState.DONE || run.state() == TrialState.DIVERGED;
            if (!ended || trial.testEnvironments().size() > 1) {
                continue;
            }
            String title = title(trial);
            if (manifests.containsKey(title)) {
                continue;
            }
            Map<String, Object> manifest = manifest(trial, warnings);
            if (manifest != null) {
                manifests.put(title, manifest);
                if (trial.testEnvironments().isEmpty() && TrialLines.testRows(manifest) > 0) {
                    testRows.put(
                            new Place(trial.dataset(), trial.shift(), trial.setting(), Place.ALL),
                            TrialLines.testRows(manifest));
                }
                SplitFacts facts = ManifestFacts.split(title + ", seed " + trial.seed(), manifest);
                if (facts != null) {
                    splits.add(facts);
                }
            }
        }
        return splits;
    }

    private @Nullable Map<String, Object> manifest(ExpectedTrial trial, List<String> warnings) throws IOException {
        Path file = new StudyFolder(folder).trial(trial.id()).resolve("manifest.json");
        if (!Files.exists(file)) {
            return null;
        }
        try {
            return CanonicalJson.parseObject(Files.readString(file));
        } catch (IllegalArgumentException e) {
            warnings.add("trials/" + trial.id() + "/manifest.json: " + e.getMessage());
            return null;
        }
    }

    private static String title(ExpectedTrial trial) {
        String shift = trial.setting().isEmpty() ? trial.shift() : trial.shift() + ": " + trial.setting();
        String held = String.join(
                ", ", trial.testEnvironments().stream().map(trial::environment).toList());
        return trial.dataset() + ", " + shift + (held.isEmpty() ? "" : ", test on " + held);
    }

    /** A JSON value as people read it: {@code lr=0.001, batch_size=64}. */
    static String words(@Nullable Object value) {
        if (value == null) {
            return "";
        }
        if (value instanceof Map<?, ?> map) {
            TreeSet<String> keys = new TreeSet<>();
            map.keySet().forEach(key -> keys.add(String.valueOf(key)));
            return String.join(
                    ", ",
                    keys.stream().map(key -> key + "=" + words(map.get(key))).toList());
        }
        if (value instanceof List<?> list) {
            return String.join(", ", list.stream().map(StudyPage::words).toList());
        }
        return value instanceof String text ? text : CanonicalJson.text(value);
    }

    static List<String> texts(@Nullable Object list) {
        return list instanceof List<?> items
                ? items.stream().map(StudyPage::words).toList()
                : List.of();
    }
}
