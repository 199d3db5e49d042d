package org.shiftbed.report.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.report.statistics.Cell;
import org.shiftbed.report.statistics.Method;
import org.shiftbed.report.statistics.Place;
import org.shiftbed.report.statistics.Results;
import org.shiftbed.report.statistics.Summary;
import org.shiftbed.study.Outcome;

/**
 * One table of all cells with filters, and behind each cell the trials that its rule chose. What a page of a large study cannot carry (hyperparameters
 * and courses past their budget) is left out and said.
 */
final class ExplorerSection {
    /** Characters that hyperparameters of chosen trials may take of the page. */
    private static final int TRIALS_BUDGET = 900_000;

    /** The same for courses of training. */
    private static final int COURSES_BUDGET = 300_000;

    private static final int COURSE_VALUES = 12;

    private final PageInput input;

    ExplorerSection(PageInput input) {
        this.input = input;
    }

    void write(Html html) {
        html.element(
                "p",
                "Choose what to see; every cell opens the trials that its rule chose, with their hyperparameters and courses.");
        html.raw("<div id=\"explorer\" class=\"explorer\"></div>\n");
        html.data("explorer-data", CanonicalJson.text(json()));
        html.raw(
                "<noscript><p class=\"note\">Filters need JavaScript; all cells stand in the tables below.</p></noscript>\n");
    }

    private Map<String, Object> json() {
        Results results = input.results();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put(
                "rules",
                results.selections().stream()
                        .map(rule -> Map.of(
                                "name",
                                rule,
                                "valid",
                                !results.readsTestLabels(rule),
                                "queries",
                                results.testQueries(rule)))
                        .toList());
        json.put(
                "places",
                results.places().stream()
                        .map(place -> List.of(
                                place.dataset(),
                                place.shift(),
                                place.setting(),
                                place.isEnvironment() ? place.environment() : ""))
                        .toList());
        json.put(
                "rows",
                results.places().stream()
                        .map(place -> input.testRows().getOrDefault(place, 0L))
                        .toList());
        json.put(
                "methods",
                results.methods().stream()
                        .map(method -> List.of(
                                method.label(results.methods()),
                                method.form(),
                                method.strict().isEmpty() ? "fixed" : method.strictText()))
                        .toList());
        Trials trials = new Trials();
        json.put("cells", cells(trials));
        json.put("trials", trials.rows());
        json.put("courses", courses(trials));
        json.put("left", trials.left);
        return json;
    }

    private List<List<@Nullable Object>> cells(Trials trials) {
        Results results = input.results();
        Map<List<Object>, List<Outcome>> outcomes = new LinkedHashMap<>();
        for (Outcome outcome : input.outcomes()) {
            outcomes.computeIfAbsent(
                            List.of(outcome.selection(), Place.of(outcome), Method.of(outcome)),
                            unused -> new ArrayList<>())
                    .add(outcome);
        }
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (Cell cell : results.cells()) {
            Summary summary = cell.summary();
            Summary.Spread spread = summary == null ? null : summary.spread();
            List<@Nullable Object> row = new ArrayList<>();
            row.add(results.selections().indexOf(cell.selection()));
            row.add(results.places().indexOf(cell.place()));
            row.add(results.methods().indexOf(cell.method()));
            row.add(rounded(summary == null ? null : summary.mean()));
            row.add(rounded(spread == null ? null : spread.se()));
            row.add(rounded(spread == null ? null : spread.low()));
            row.add(rounded(spread == null ? null : spread.high()));
            row.add(cell.n());
            row.add(cell.planned());
            row.add(remarks(cell));
            List<List<Object>> runs = new ArrayList<>();
            for (Outcome outcome :
                    outcomes.getOrDefault(List.of(cell.selection(), cell.place(), cell.method()), List.of())) {
                Double test = outcome.test();
                Double validation = outcome.validation();
                String id = outcome.trial();
                if (test != null && validation != null && id != null) {
                    runs.add(List.of(
                            outcome.seed(), trials.index(id), outcome.step(), finite(validation), finite(test)));
                }
            }
            row.add(runs);
            rows.add(row);
        }
        return rows;
    }

    private static List<String> remarks(Cell cell) {
        List<String> remarks = new ArrayList<>();
        int[] counts = {cell.notEvaluated(), cell.diverged(), cell.failed(), cell.refused(), cell.notRun()};
        List<String> words = List.of("not evaluated", "diverged", "failed", "refused", "not run");
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0) {
                remarks.add(counts[i] + " " + words.get(i));
            }
        }
        return remarks;
    }

    /** Chosen trials by their place in the data, with the words for their hyperparameters as long as these fit. */
    private final class Trials {
        private final Map<String, Integer> indices = new LinkedHashMap<>();
        private int left;

        int index(String id) {
            return indices.computeIfAbsent(id, unused -> indices.size());
        }

        List<List<String>> rows() {
            List<List<String>> rows = new ArrayList<>();
            int room = TRIALS_BUDGET;
            for (String id : indices.keySet()) {
                String words = input.hyperparameters().getOrDefault(id, "");
                room -= id.length() + words.length();
                left += room < 0 ? 1 : 0;
                rows.add(room < 0 ? List.of(id) : List.of(id, words));
            }
            return rows;
        }
    }

    private Map<String, List<List<Object>>> courses(Trials trials) {
        Map<List<Object>, String> chosen = new LinkedHashMap<>();
        for (ChosenTrial trial : input.chosen()) {
            chosen.put(List.of(trial.place(), trial.method(), trial.seed()), trial.trial());
        }
        Map<String, List<List<Object>>> courses = new LinkedHashMap<>();
        int room = COURSES_BUDGET;
        for (Course whole : input.courses()) {
            String id = chosen.get(List.of(whole.place(), whole.method(), whole.seed()));
            Course course = whole.thinned(COURSE_VALUES);
            room -= 20 * course.steps().size() + course.quantity().length();
            if (id != null && room > 0) {
                courses.computeIfAbsent(Integer.toString(trials.index(id)), unused -> new ArrayList<>())
                        .add(List.of(
                                course.quantity(),
                                course.steps(),
                                course.values().stream()
                                        .map(ExplorerSection::finite)
                                        .toList()));
            }
        }
        return courses;
    }

    /** Seven digits: more than a page shows, and half of the characters. */
    private static @Nullable Double rounded(@Nullable Double value) {
        return value == null ? null : (Double) (Math.round(value * 1e7) / 1e7);
    }

    private static Object finite(double value) {
        return Double.isFinite(value) ? Math.round(value * 1e6) / 1e6 : String.valueOf(value);
    }
}
