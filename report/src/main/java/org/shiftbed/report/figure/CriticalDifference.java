package org.shiftbed.report.figure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Average ranks, with upright lines that join methods which a test of all pairs does not tell apart (Dem&scaron;ar 2006, there drawn sideways).
 *
 * @param title one line
 * @param caption the test, its level, how many rows were ranked
 * @param methods by average rank, the best first
 * @param distance how far apart two average ranks must be, above 0
 * @param groups of methods that are not told apart, of two methods or more
 */
public record CriticalDifference(
        String title, String caption, List<Method> methods, double distance, List<Group> groups) {
    /** A method and its average rank, from 1. */
    public record Method(String label, double rank) {}

    /** From the first to the last of them, by their places in the list from 0. */
    public record Group(int first, int last) {}

    public CriticalDifference {
        methods = List.copyOf(methods);
        groups = List.copyOf(groups);
        if (!sound(methods, distance, groups)) {
            throw new IllegalArgumentException("methods come by rank, groups join two or more of them: " + title);
        }
    }

    private static boolean sound(List<Method> methods, double distance, List<Group> groups) {
        boolean sorted = IntStream.range(1, methods.size())
                .allMatch(i -> methods.get(i - 1).rank() <= methods.get(i).rank());
        return sorted
                && distance > 0
                && groups.stream()
                        .allMatch(group -> group.first >= 0 && group.first < group.last && group.last < methods.size());
    }

    /** The figure. */
    public Figure figure() {
        double worst = methods.stream().mapToDouble(Method::rank).max().orElse(1);
        double most = Math.max(Math.max(2, Math.ceil(worst)), 1 + distance);
        List<Layer> layers = new ArrayList<>();
        List<Layer.Dot> dots = new ArrayList<>();
        for (int i = 0; i < methods.size(); i++) {
            double rank = methods.get(i).rank();
            dots.add(new Layer.Dot(rank, i + 1, String.format(Locale.ROOT, "average rank %.2f", rank)));
        }
        // The distance itself lies in a row above the methods, from rank 1.
        Look measure = new Look(0x8a8a8a, Hatch.NONE, Look.Mark.TICK, Look.Dash.SOLID, 2.4);
        layers.add(Layer.Line.between("critical distance", measure, 1, 0, 1 + distance, 0));
        layers.add(new Layer.Words(
                List.of(new Layer.Word(1 + distance, 0, String.format(Locale.ROOT, "%.2f", distance)))));
        List<Group> sorted =
                groups.stream().sorted(Comparator.comparingInt(Group::first)).toList();
        double step = Math.max(0.12, (most - 1) * 0.035);
        for (int i = 0; i < sorted.size(); i++) {
            Group group = sorted.get(i);
            double at = most + 0.08 * (most - 1) + step * (i + 1);
            layers.add(Layer.Line.between("not told apart", Look.JOIN, at, group.first + 0.75, at, group.last + 1.25));
        }
        layers.add(new Layer.Dots("", Look.PLAIN, dots));
        List<String> labels = new ArrayList<>(List.of(""));
        methods.forEach(method -> labels.add(method.label()));
        List<Scale.Tick> ticks = new ArrayList<>();
        int last = Math.max(methods.size(), (int) Math.ceil(worst));
        int stride = (last + 11) / 12;
        for (int rank = 1; rank <= Math.min(last, most); rank += stride) {
            ticks.add(new Scale.Tick(rank, String.valueOf(rank)));
        }
        Scale x = new Scale(
                "average rank, 1 is best",
                Scale.Kind.LINEAR,
                Math.min(0.8, 1 - step),
                most + step * (sorted.size() + 1.5) + 0.08 * (most - 1),
                ticks);
        return new Figure(title, caption, new Chart("", x, Scale.categories("", labels), layers));
    }
}
