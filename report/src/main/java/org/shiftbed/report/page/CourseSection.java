package org.shiftbed.report.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.shiftbed.report.statistics.Method;
import org.shiftbed.report.statistics.Place;
import org.shiftbed.report.table.Table;

/** Loss and validation over training, one chart a place and quantity. */
final class CourseSection {
    /** More charts than this make a page that nobody reads and a phone cannot draw. */
    private static final int MOST_PLACES = 6;

    /** Values in all charts together: each stands in a chart and in a table, some forty bytes of the page. */
    private static final int MOST_VALUES = 12_000;

    /** Of a line, however many there are. */
    private static final int FEWEST_VALUES = 8;

    private final List<Course> courses;
    private final List<Method> methods;
    private final String headline;

    CourseSection(List<Course> courses, List<Method> methods, String headline) {
        this.courses = courses;
        this.methods = methods;
        this.headline = headline;
    }

    void write(Html html) {
        if (courses.isEmpty()) {
            html.element("p", "No chosen trial has a record of its training.");
            return;
        }
        Map<Place, Map<String, List<Course>>> places = new LinkedHashMap<>();
        for (Course course : courses) {
            places.computeIfAbsent(course.place(), unused -> new LinkedHashMap<>())
                    .computeIfAbsent(course.quantity(), unused -> new ArrayList<>())
                    .add(course);
        }
        html.element(
                "p",
                "The trials that rule " + headline
                        + " chose: one line a seed, one colour and symbol a method. A gap is a value that was not finite. Losses"
                        + " are those that each method trains its network on: they do not compare between methods.");
        if (places.size() > MOST_PLACES) {
            html.element(
                    "p",
                    "The first " + MOST_PLACES + " of " + places.size()
                            + " places are drawn; the others stand behind their cells above, or in results.jsonl of each trial.");
        }
        List<Map.Entry<Place, Map<String, List<Course>>>> drawn =
                places.entrySet().stream().limit(MOST_PLACES).toList();
        int lines = drawn.stream()
                .flatMap(entry -> entry.getValue().values().stream())
                .mapToInt(List::size)
                .sum();
        int most = Math.max(FEWEST_VALUES, MOST_VALUES / Math.max(1, lines));
        int longest = drawn.stream()
                .flatMap(entry -> entry.getValue().values().stream())
                .flatMap(List::stream)
                .mapToInt(course -> course.steps().size())
                .max()
                .orElse(0);
        if (longest > most) {
            html.element(
                    "p",
                    "So many lines have " + most + " of their up to " + longest + " checkpoints each, the first and the"
                            + " last among them; results.jsonl of each trial has all.");
        }
        drawn.forEach(entry -> {
            Map<String, List<Course>> thinned = new LinkedHashMap<>();
            entry.getValue()
                    .forEach((quantity, runs) -> thinned.put(
                            quantity,
                            runs.stream().map(run -> run.thinned(most)).toList()));
            place(html, entry.getKey(), thinned);
        });
    }

    private void place(Html html, Place place, Map<String, List<Course>> quantities) {
        html.element("h3", place.dataset() + ", " + place.label());
        html.raw("<div class=\"pair\">\n");
        quantities.forEach((quantity, runs) -> {
            List<Chart.Lines.Series> series = new ArrayList<>();
            for (Course run : runs) {
                series.add(new Chart.Lines.Series(
                        run.method().label(methods), methods.indexOf(run.method()), run.steps(), run.values()));
            }
            html.chart(new Chart.Lines(quantity + " over training, " + place.label(), series), quantity);
        });
        html.raw("</div>\n<details><summary>Numbers of these charts</summary>\n");
        quantities.forEach((quantity, runs) -> html.table(numbers(place, quantity, runs)));
        html.raw("</details>\n");
    }

    private Table numbers(Place place, String quantity, List<Course> runs) {
        TreeSet<Integer> steps = new TreeSet<>();
        runs.forEach(run -> steps.addAll(run.steps()));
        List<String> columns = new ArrayList<>(List.of("method, seed"));
        steps.forEach(step -> columns.add("step " + step));
        List<Table.Row> rows = new ArrayList<>();
        for (Course run : runs) {
            List<Table.Cell> cells = new ArrayList<>();
            for (int step : steps) {
                int index = run.steps().indexOf(step);
                cells.add(
                        index < 0
                                ? new Table.Cell("\u2013", null)
                                : new Table.Cell(
                                        String.format(
                                                Locale.ROOT,
                                                "%.4g",
                                                run.values().get(index)),
                                        run.values().get(index)));
            }
            rows.add(new Table.Row(run.method().label(methods) + ", seed " + run.seed(), cells));
        }
        return new Table(quantity + ", " + place.label(), columns, rows, List.of());
    }
}
