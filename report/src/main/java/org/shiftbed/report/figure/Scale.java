package org.shiftbed.report.figure;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.DoubleStream;
import org.hipparchus.distribution.continuous.NormalDistribution;

/**
 * How numbers become places along an axis.
 *
 * @param title what they are, with the unit
 * @param kind how
 * @param low number at the start
 * @param high number at the end, above it
 * @param ticks that are labelled, ascending
 */
public record Scale(String title, Kind kind, double low, double high, List<Tick> ticks) {
    /** How numbers become places. */
    public enum Kind {
        LINEAR,
        LOGARITHMIC,
        /** Per cent by the inverse of the normal distribution. */
        PROBIT,
        /** Whole numbers from 0 that have names. */
        CATEGORIES
    }

    /** A labelled number. */
    public record Tick(double value, String label) {}

    private static final double[] PROBIT_TICKS = {0.1, 1, 5, 10, 25, 50, 75, 90, 95, 99, 99.9};
    private static final NormalDistribution NORMAL = new NormalDistribution();
    private static final int WANTED = 5;

    /** Points in per cent over which quantiles are spaced so unevenly that ticks must be. */
    private static final double WIDE = 40;

    public Scale {
        ticks = List.copyOf(ticks);
        boolean fits = Double.isFinite(low) && Double.isFinite(high) && low < high;
        if (!fits || (kind == Kind.LOGARITHMIC && low <= 0) || (kind == Kind.PROBIT && (low <= 0 || high >= 100))) {
            throw new IllegalArgumentException("no " + kind + " scale goes from " + low + " to " + high);
        }
    }

    /** Accuracies from 0 to 100. */
    public static Scale percent(String title) {
        return even(title, 0, 100, 25);
    }

    /** From a round number below all values to one above. */
    public static Scale covering(String title, DoubleStream values) {
        double[] all = values.filter(Double::isFinite).toArray();
        double low = DoubleStream.of(all).min().orElse(0);
        double high = DoubleStream.of(all).max().orElse(1);
        if (!(high > low)) {
            double half = low == 0 ? 0.5 : Math.abs(low) / 2;
            low -= half;
            high += half;
        }
        double step = step(high - low);
        return even(title, step * Math.floor(low / step + 1e-9), step * Math.ceil(high / step - 1e-9), step);
    }

    /** A linear scale with ticks that are a step apart, from its start. */
    static Scale even(String title, double low, double high, double step) {
        List<Tick> ticks = new ArrayList<>();
        int count = (int) Math.floor((high - low) / step + 1e-9);
        for (int i = 0; i <= count; i++) {
            BigDecimal value = BigDecimal.valueOf(low + i * step).setScale(12, RoundingMode.HALF_EVEN);
            ticks.add(new Tick(value.doubleValue(), label(value)));
        }
        return new Scale(title, Kind.LINEAR, low, high, ticks);
    }

    /** 1, 2, 2.5 or 5 times a power of ten, for some five ticks. */
    private static double step(double width) {
        double power = Math.pow(10, Math.floor(Math.log10(width / WANTED)));
        for (double factor : new double[] {1, 2, 2.5, 5}) {
            if (width / (factor * power) <= WANTED + 1) {
                return factor * power;
            }
        }
        return 10 * power;
    }

    private static String label(BigDecimal value) {
        BigDecimal plain = value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros();
        double size = Math.abs(plain.doubleValue());
        String text = size >= 1e6 || (size > 0 && size < 1e-4) ? plain.toString() : plain.toPlainString();
        return text.replace('-', '\u2212');
    }

    /** Values that stand where they are, each labelled. */
    public static Scale at(String title, boolean logarithmic, List<Tick> ticks) {
        double first = ticks.get(0).value();
        double last = ticks.get(ticks.size() - 1).value();
        if (logarithmic) {
            double room = first < last ? Math.pow(last / first, 0.04) : 2;
            return new Scale(title, Kind.LOGARITHMIC, first / room, last * room, ticks);
        }
        double room = first < last ? 0.04 * (last - first) : 0.5;
        return new Scale(title, Kind.LINEAR, first - room, last + room, ticks);
    }

    /** Powers of ten around values above 0. */
    public static Scale decades(String title, DoubleStream values) {
        double[] all = values.toArray();
        int from = (int) Math.floor(Math.log10(DoubleStream.of(all).min().orElse(1)) + 1e-9);
        int to = (int) Math.ceil(Math.log10(DoubleStream.of(all).max().orElse(10)) - 1e-9);
        to = Math.max(to, from + 1);
        List<Tick> ticks = new ArrayList<>();
        int stride = Math.max(1, (to - from + WANTED) / (WANTED + 1));
        for (int power = from; power <= to; power += stride) {
            BigDecimal value = BigDecimal.ONE.scaleByPowerOfTen(power);
            ticks.add(new Tick(value.doubleValue(), power < -3 || power > 4 ? "1e" + power : value.toPlainString()));
        }
        return new Scale(title, Kind.LOGARITHMIC, Math.pow(10, from), Math.pow(10, to), ticks);
    }

    /** Per cent between 0 and 100, both excluded, by the inverse of the normal distribution. */
    public static Scale probit(String title, DoubleStream values) {
        double[] all = values.toArray();
        double low = DoubleStream.of(all).min().orElse(10);
        double high = DoubleStream.of(all).max().orElse(90);
        List<Tick> ticks = new ArrayList<>();
        if (high - low > WIDE) {
            for (double tick : PROBIT_TICKS) {
                ticks.add(new Tick(tick, label(BigDecimal.valueOf(tick))));
            }
        } else {
            // So narrow that the ticks of a linear scale serve.
            covering("", DoubleStream.of(low, high)).ticks().stream()
                    .filter(tick -> tick.value() > 0 && tick.value() < 100)
                    .forEach(ticks::add);
        }
        double from = low;
        double to = high;
        for (Tick tick : ticks) {
            from = tick.value() <= low ? tick.value() : from;
        }
        for (int i = ticks.size() - 1; i >= 0; i--) {
            to = ticks.get(i).value() >= high ? ticks.get(i).value() : to;
        }
        double start = from < to ? from : from * 0.9;
        double end = from < to ? to : to + (100 - to) * 0.1;
        return new Scale(
                title,
                Kind.PROBIT,
                start,
                end,
                ticks.stream()
                        .filter(tick -> tick.value() >= start && tick.value() <= end)
                        .toList());
    }

    /** Names, the first at 0. */
    public static Scale categories(String title, Collection<String> names) {
        List<Tick> ticks = new ArrayList<>();
        for (String name : names) {
            ticks.add(new Tick(ticks.size(), name));
        }
        return new Scale(title, Kind.CATEGORIES, -0.5, Math.max(1, ticks.size()) - 0.5, ticks);
    }

    /** The share of the way from start to end; a number beyond an end lies at it. */
    double place(double value) {
        double from = stretched(low);
        double to = stretched(high);
        double inside = Math.max(low, Math.min(high, value));
        return (stretched(inside) - from) / (to - from);
    }

    /** The number as it is spaced: its logarithm, its quantile, itself. */
    double stretched(double value) {
        return switch (kind) {
            case LINEAR, CATEGORIES -> value;
            case LOGARITHMIC -> Math.log10(value);
            case PROBIT -> NORMAL.inverseCumulativeProbability(value / 100);
        };
    }

    /** Where bars start: at 0 where that is inside, else at the start. */
    double base() {
        return kind == Kind.LINEAR && low <= 0 && high >= 0 ? 0 : low;
    }

    /** The name of the category nearest to a place; the number itself on other scales. */
    String named(double value) {
        int index = (int) Math.round(value);
        return kind == Kind.CATEGORIES && index >= 0 && index < ticks.size()
                ? ticks.get(index).label()
                : Numbers.text(value);
    }
}
