package org.shiftbed.report.figure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.DoubleStream;
import org.shiftbed.report.statistics.Summary;

/**
 * One quantity over training: of each method the mean over seeds and a band of one standard deviation.
 *
 * @param title one line
 * @param quantity title of the y axis
 * @param places one panel each
 * @param seeds planned for every method
 */
public record TrainingCurves(String title, String quantity, List<Place> places, int seeds) {
    private static final int PER_ROW = 3;

    /** Methods at one place. */
    public record Place(String label, List<Method> methods) {}

    /**
     * One method's runs.
     *
     * @param slot place of the method among all: it decides the look
     * @param runs values by step, one map a seed
     */
    public record Method(String label, int slot, List<Map<Integer, Double>> runs) {}

    /** The figure. */
    public Figure figure() {
        List<Panel> panels = new ArrayList<>();
        List<List<Layer>> layers = new ArrayList<>();
        DoubleStream.Builder xs = DoubleStream.builder();
        DoubleStream.Builder ys = DoubleStream.builder();
        for (Place place : places) {
            List<Layer> own = new ArrayList<>();
            List<Layer> lines = new ArrayList<>();
            for (Method method : place.methods) {
                method(method, own, lines, xs, ys);
            }
            own.addAll(lines);
            layers.add(own);
        }
        Scale x = Scale.covering("step", xs.build());
        Scale y = Scale.covering(quantity, ys.build());
        for (int i = 0; i < places.size(); i++) {
            panels.add(new Chart(title(places.get(i)), x, y, layers.get(i)));
        }
        return new Figure(
                title,
                "Mean over " + seeds
                        + " seeds, or as many as the title says, of the trials that the rule chose, at the steps that all of"
                        + " them recorded; band of one standard deviation on both sides. A run with a value that is not finite is"
                        + " left out.",
                panels,
                Math.min(PER_ROW, panels.size()));
    }

    /** With the methods that lack seeds. */
    private String title(Place place) {
        StringBuilder title = new StringBuilder(place.label);
        for (Method method : place.methods) {
            int whole = whole(method).size();
            if (whole < seeds) {
                title.append("; ")
                        .append(method.label)
                        .append(": ")
                        .append(whole)
                        .append(" of ")
                        .append(seeds)
                        .append(" seeds");
            }
        }
        return title.toString();
    }

    private static List<Map<Integer, Double>> whole(Method method) {
        return method.runs.stream()
                .filter(run -> !run.isEmpty() && run.values().stream().allMatch(Double::isFinite))
                .toList();
    }

    private static void method(
            Method method, List<Layer> bands, List<Layer> lines, DoubleStream.Builder xs, DoubleStream.Builder ys) {
        List<Map<Integer, Double>> whole = whole(method);
        if (whole.isEmpty()) {
            return;
        }
        TreeSet<Integer> steps = new TreeSet<>(whole.get(0).keySet());
        whole.forEach(run -> steps.retainAll(run.keySet()));
        List<Layer.Range> ranges = new ArrayList<>();
        List<Layer.Point> points = new ArrayList<>();
        Map<Integer, Summary> means = new TreeMap<>();
        for (int step : steps) {
            List<Double> values = whole.stream().map(run -> run.get(step)).toList();
            Summary summary = Summary.of(values);
            if (summary != null) {
                means.put(step, summary);
            }
        }
        means.forEach((step, summary) -> {
            Summary.Spread spread = summary.spread();
            double sd = spread == null ? 0 : spread.sd();
            points.add(new Layer.Point(step, summary.mean()));
            xs.add(step);
            ys.add(summary.mean() - sd).add(summary.mean() + sd);
            if (spread != null) {
                ranges.add(new Layer.Range(step, summary.mean() - sd, summary.mean() + sd));
            }
        });
        if (!ranges.isEmpty()) {
            bands.add(new Layer.Band(method.label, Look.of(method.slot), ranges, false));
        }
        lines.add(new Layer.Line(method.label, Look.of(method.slot), points, false));
    }
}
