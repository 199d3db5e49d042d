package org.shiftbed.report.aggregate;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What settings of one kind of shift differ in ({@code controlled-shifts.md} 1.4). */
public enum Axis {
    /** Probability that a training label is replaced. */
    NOISE("p", "label noise p", "noise", false),
    /** Training rows in all; 0 stands for all rows. */
    SIZE("T", "training rows T", "size", true),
    /** Strength of a partial correlation. */
    RHO("\u03c1", "correlation \u03c1", "rho", false),
    /** Rows of the values that are rare, or that do not go along. */
    SAMPLES("N", "rows N", "samples", true);

    private final String symbol;
    private final String words;
    private final String parameter;
    private final boolean counts;

    Axis(String symbol, String words, String parameter, boolean counts) {
        this.symbol = symbol;
        this.words = words;
        this.parameter = parameter;
        this.counts = counts;
    }

    /** As headers write it: N, p, T. */
    public String symbol() {
        return symbol;
    }

    /** Name of the axis of a drawing. */
    public String words() {
        return words;
    }

    /** Whether its values are counts, which are drawn on a logarithmic axis. */
    public boolean counts() {
        return counts;
    }

    /** The value of a shift; null where its parameters have none. A size of 0, no limit, is infinite. */
    @Nullable
    Double value(Map<?, ?> parameters) {
        if (!(parameters.get(parameter) instanceof Number number)) {
            return null;
        }
        double value = number.doubleValue();
        return this == SIZE && value == 0 ? (Double) Double.POSITIVE_INFINITY : (Double) value;
    }

    /** A value as a header. */
    static String label(double value) {
        if (Double.isInfinite(value)) {
            return "all";
        }
        return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
    }

    /**
     * What settings differ in: the first axis along which they do, in the order of this list, for the number of rare rows may follow from the data
     * set where another axis is gone along; else what the shift is not without.
     *
     * @param parameters of every setting
     */
    static Optional<Axis> of(List<Map<?, ?>> parameters) {
        for (Axis axis : values()) {
            if (parameters.stream().map(axis::value).distinct().count() > 1) {
                return Optional.of(axis);
            }
        }
        for (Axis axis : values()) {
            boolean plain = axis == NOISE || axis == SIZE;
            if (parameters.stream().allMatch(each -> {
                Double value = axis.value(each);
                return value != null && !(plain && (value == 0 || Double.isInfinite(value)));
            })) {
                return Optional.of(axis);
            }
        }
        return Optional.empty();
    }
}
