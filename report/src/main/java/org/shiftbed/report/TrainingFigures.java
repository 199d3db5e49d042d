package org.shiftbed.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.shiftbed.report.figure.ControlledFigures;
import org.shiftbed.report.figure.Figure;
import org.shiftbed.report.figure.TrainingCurves;
import org.shiftbed.report.page.Course;
import org.shiftbed.report.statistics.Method;
import org.shiftbed.report.statistics.Place;

/** Loss and validation score over training, means over seeds: one figure a data set and quantity. */
final class TrainingFigures {
    private static final int MOST_PANELS = 12;

    private TrainingFigures() {}

    /**
     * Every figure by the name of its files, without ending.
     *
     * @param courses of the chosen trials
     * @param methods all of the study
     * @param seeds planned
     */
    static Map<String, Figure> of(List<Course> courses, List<Method> methods, int seeds) {
        Map<String, Map<String, Map<Place, Map<Method, List<Map<Integer, Double>>>>>> sorted = new LinkedHashMap<>();
        for (Course course : courses) {
            Map<Integer, Double> run = new TreeMap<>();
            for (int i = 0; i < course.steps().size(); i++) {
                run.put(course.steps().get(i), course.values().get(i));
            }
            sorted.computeIfAbsent(course.place().dataset(), unused -> new LinkedHashMap<>())
                    .computeIfAbsent(course.quantity(), unused -> new LinkedHashMap<>())
                    .computeIfAbsent(course.place(), unused -> new LinkedHashMap<>())
                    .computeIfAbsent(course.method(), unused -> new ArrayList<>())
                    .add(run);
        }
        Map<String, Figure> all = new LinkedHashMap<>();
        sorted.forEach((dataset, quantities) -> quantities.forEach((quantity, places) -> all.put(
                "training-" + ControlledFigures.plain(dataset) + "-" + ControlledFigures.plain(quantity),
                figure(dataset, quantity, places, methods, seeds))));
        return all;
    }

    private static Figure figure(
            String dataset,
            String quantity,
            Map<Place, Map<Method, List<Map<Integer, Double>>>> places,
            List<Method> methods,
            int seeds) {
        List<TrainingCurves.Place> shown = new ArrayList<>();
        places.entrySet().stream().limit(MOST_PANELS).forEach(entry -> {
            List<TrainingCurves.Method> own = new ArrayList<>();
            entry.getValue()
                    .forEach((method, runs) ->
                            own.add(new TrainingCurves.Method(method.label(methods), methods.indexOf(method), runs)));
            shown.add(new TrainingCurves.Place(entry.getKey().label(), own));
        });
        String left =
                places.size() > MOST_PANELS ? ", the first " + MOST_PANELS + " of " + places.size() + " places" : "";
        return new TrainingCurves("Training on " + dataset + ": " + quantity + left, quantity, shown, seeds).figure();
    }
}
