package org.shiftbed.app.serve;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.report.StudyReport;
import org.shiftbed.report.style.OwnStyle;
import org.shiftbed.report.table.Table;
import org.shiftbed.study.CheckpointRecord;
import org.shiftbed.study.Curves;
import org.shiftbed.study.StudyResults;
import org.shiftbed.study.TrialState;

/** What the page is told, as JSON. Texts of others stay texts: the page sets them as such. */
final class StudyJson {
    private static final int MOST_FAILURES = 100;
    private static final int MOST_WARNINGS = 50;

    private StudyJson() {}

    /** One line of the overview. */
    static Map<String, Object> overview(LiveStudy study) {
        LiveStudy.State state = study.state();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", study.found().id());
        json.put("place", study.found().place());
        json.put("version", state.version());
        json.put("mistake", state.mistake());
        StudyReport report = state.report();
        json.put("read", report != null);
        if (report != null) {
            json.put("name", report.study().plan().study());
            json.put("protocol", report.study().plan().protocol().name().toLowerCase(Locale.ROOT));
            json.put("counts", counts(state));
            json.put("process", state.process());
            json.put("seconds_left", state.secondsLeft());
            List<Object> running = new ArrayList<>();
            state.running().values().forEach(one -> {
                Map<String, Object> trial = new LinkedHashMap<>();
                trial.put("attempt", one.attempt());
                trial.put("words", one.trial().words());
                trial.put("step", one.step());
                trial.put("updates", one.trial().updates());
                running.add(trial);
            });
            json.put("running", running);
        }
        return json;
    }

    private static Map<String, Object> counts(LiveStudy.State state) {
        EnumMap<TrialState, Integer> counts = new EnumMap<>(TrialState.class);
        for (TrialState each : TrialState.values()) {
            counts.put(each, 0);
        }
        state.trials().values().forEach(run -> counts.merge(run.state(), 1, Integer::sum));
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("planned", state.trials().size());
        counts.forEach((each, count) -> json.put(each.text(), count));
        return json;
    }

    /** Everything of a study that changes rarely. */
    static Map<String, Object> study(LiveStudy study) {
        LiveStudy.State state = study.state();
        Map<String, Object> json = overview(study);
        StudyReport report = state.report();
        if (report == null) {
            return json;
        }
        List<Object> tables = new ArrayList<>();
        for (Table table : new OwnStyle(report.results()).tables()) {
            tables.add(table(table));
        }
        state.comparisons().forEach(table -> tables.add(table(table)));
        json.put("tables", tables);
        List<Object> failures = new ArrayList<>();
        int left = 0;
        for (StudyResults.Run run : report.study().runs()) {
            if (run.state() == TrialState.FAILED || run.state() == TrialState.REFUSED) {
                if (failures.size() < MOST_FAILURES) {
                    failures.add(line(run));
                } else {
                    left++;
                }
            }
        }
        json.put("failures", failures);
        json.put("more_failures", left);
        List<String> warnings = report.warnings();
        json.put("warnings", warnings.subList(0, Math.min(MOST_WARNINGS, warnings.size())));
        json.put("more_warnings", Math.max(0, warnings.size() - MOST_WARNINGS));
        List<Object> pages = new ArrayList<>();
        study.pages().forEach((id, file) -> {
            Map<String, Object> page = new LinkedHashMap<>();
            page.put("id", id);
            page.put("place", study.found().folder().relativize(file).toString());
            pages.add(page);
        });
        json.put("pages", pages);
        return json;
    }

    private static Map<String, Object> table(Table table) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("title", table.title());
        json.put("columns", table.columns());
        List<Object> rows = new ArrayList<>();
        for (Table.Row row : table.rows()) {
            List<String> cells = new ArrayList<>(List.of(row.label()));
            row.cells().forEach(cell -> cells.add(cell.text()));
            rows.add(cells);
        }
        json.put("rows", rows);
        json.put("notes", table.notes());
        return json;
    }

    /** Some trials, in the order of the plan. */
    static Map<String, Object> trials(LiveStudy study, String state, String text, int from, int count) {
        StudyReport report = study.state().report();
        List<Object> lines = new ArrayList<>();
        String sought = text.toLowerCase(Locale.ROOT);
        int found = 0;
        for (StudyResults.Run run :
                report == null ? List.<StudyResults.Run>of() : report.study().runs()) {
            if ((state.isEmpty() || run.state().text().equals(state))
                    && (sought.isEmpty()
                            || (run.trial().id() + " " + run.trial().words())
                                    .toLowerCase(Locale.ROOT)
                                    .contains(sought))) {
                if (found >= from && lines.size() < count) {
                    lines.add(line(run));
                }
                found++;
            }
        }
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("found", found);
        json.put("from", from);
        json.put("trials", lines);
        return json;
    }

    private static Map<String, Object> line(StudyResults.Run run) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("trial", run.trial().id());
        json.put("words", run.trial().words());
        json.put("state", run.state().text());
        json.put("cause", run.cause());
        json.put("records", run.records().size());
        return json;
    }

    /** One trial with its curves and hyperparameters. */
    static Map<String, Object> trial(StudyResults.Run run) {
        Map<String, Object> json = line(run);
        json.put("hparams", CanonicalJson.text(hyperparameters(run)));
        json.put(
                "curves",
                LiveCourses.shown(Curves.of(run)).stream()
                        .map(LiveCourses::json)
                        .toList());
        return json;
    }

    private static Object hyperparameters(StudyResults.Run run) {
        Map<String, Object> trial = run.trial().trial();
        @Nullable Object found = trial == null ? null : trial.get("hparams");
        if (found == null && !run.records().isEmpty()) {
            CheckpointRecord first = run.records().get(0);
            found = first.fields().get("hparams");
        }
        return found == null ? Map.of() : found;
    }
}
