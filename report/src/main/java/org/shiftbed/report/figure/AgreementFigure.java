package org.shiftbed.report.figure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;
import org.shiftbed.report.aggregate.Family;
import org.shiftbed.report.aggregate.OrderAgreement;
import org.shiftbed.report.aggregate.Panel;
import org.shiftbed.report.statistics.Summary;

/** Every method's accuracy when one rule chooses against that when another does ({@code controlled-shifts.md} 5, B.4). */
public final class AgreementFigure {
    private static final int PER_ROW = 3;

    private AgreementFigure() {}

    /**
     * The figure of one kind of shift; null where no method has a number under both rules.
     *
     * @param one panel under the first rule
     * @param other the same panel under the second
     */
    public static @Nullable Figure of(Panel one, Panel other) {
        List<org.shiftbed.report.figure.Panel> charts = new ArrayList<>();
        for (String dataset : one.scores().datasets()) {
            for (String setting : one.scores().settings()) {
                Chart chart = chart(one, other, dataset, setting);
                if (chart != null) {
                    charts.add(chart);
                }
            }
        }
        return charts.isEmpty()
                ? null
                : new Figure(
                        "Test accuracy by the rule that chooses: " + one.shift() + ", " + one.rule() + " and "
                                + other.rule(),
                        "One point a method, means over up to " + one.scores().planned()
                                + " seeds; hollow: a seed is missing. In titles Spearman's correlation of the methods' means, and"
                                + " the best mean under " + one.rule() + " and under " + other.rule()
                                + ". Dashed: both alike.",
                        charts,
                        Math.min(PER_ROW, charts.size()));
    }

    private static @Nullable Chart chart(Panel one, Panel other, String dataset, String setting) {
        Map<Family, List<Layer.Dot>> dots = new LinkedHashMap<>();
        DoubleStream.Builder values = DoubleStream.builder();
        for (String method : one.scores().methods()) {
            Summary a = summary(one, method, dataset, setting);
            Summary b = summary(other, method, dataset, setting);
            if (a != null && b != null) {
                values.add(100 * a.mean()).add(100 * b.mean());
                dots.computeIfAbsent(
                                one.families().getOrDefault(method, Family.GENERALISATION), unused -> new ArrayList<>())
                        .add(new Layer.Dot(
                                100 * a.mean(),
                                100 * b.mean(),
                                null,
                                null,
                                Math.min(a.n(), b.n()) < one.scores().planned(),
                                method + ", n = " + a.n() + " and " + b.n()));
            }
        }
        if (dots.isEmpty()) {
            return null;
        }
        Scale scale = Scale.covering("", values.build());
        List<Layer> layers = new ArrayList<>();
        layers.add(Layer.Line.between("", Look.REFERENCE, scale.low(), scale.low(), scale.high(), scale.high()));
        for (Family family : new TreeSet<>(dots.keySet())) {
            layers.add(new Layer.Dots(family.words(), Look.of(family), Objects.requireNonNull(dots.get(family))));
        }
        OrderAgreement agreement = OrderAgreement.of(one.scores(), setting, other.scores(), setting, dataset);
        Double spearman = agreement.spearman();
        String title = dataset + (setting.isEmpty() ? "" : ", " + setting)
                + (spearman == null
                        ? ": no order"
                        : String.format(Locale.ROOT, ": \u03c1 = %.2f", spearman)
                                .replace(" -", " \u2212"))
                + "; best " + Numbers.one(100 * Objects.requireNonNull(agreement.first())) + ", "
                + Numbers.one(100 * Objects.requireNonNull(agreement.second()));
        return new Chart(
                title,
                titled("chosen by " + one.rule() + ", per cent", scale),
                titled("chosen by " + other.rule() + ", per cent", scale),
                layers);
    }

    private static Scale titled(String title, Scale scale) {
        return new Scale(title, scale.kind(), scale.low(), scale.high(), scale.ticks());
    }

    private static @Nullable Summary summary(Panel panel, String method, String dataset, String setting) {
        return Summary.of(
                List.copyOf(panel.scores().of(method, dataset, setting).values()));
    }
}
