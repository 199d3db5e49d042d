package org.shiftbed.learn.hyperparameter;

import java.util.List;
import org.shiftbed.base.NumpyRandom;

/**
 * How a hyperparameter is drawn ({@code domainbed-protocol.md} 3.2 to 3.4). Each kind makes exactly the draws of the reference, so that equal
 * seeds give equal values.
 */
public sealed interface Distribution {

    /** One value: Boolean, Long (whole number), Double or String. */
    Object draw(NumpyRandom random);

    /** In words and figures, for listings: {@code 10^U(-4.5, -2.5)}. */
    String text();

    /** Always the same; nothing is drawn. */
    record Constant(Object value) implements Distribution {
        @Override
        public Object draw(NumpyRandom random) {
            return value;
        }

        @Override
        public String text() {
            return String.valueOf(value);
        }
    }

    /**
     * Always the same unless a user chooses otherwise; nothing is drawn.
     *
     * @param allowed what a user may choose from, {@code value} among them
     */
    record Fixed(Object value, List<Object> allowed) implements Distribution {
        public Fixed {
            allowed = List.copyOf(allowed);
            if (!allowed.contains(value)) {
                throw new IllegalArgumentException(value + " is not one of " + allowed);
            }
        }

        @Override
        public Object draw(NumpyRandom random) {
            return value;
        }

        @Override
        public String text() {
            return String.valueOf(value);
        }
    }

    /** One of a list; a list of one draws nothing. */
    record Choice(List<Object> values) implements Distribution {
        public Choice {
            values = List.copyOf(values);
            if (values.isEmpty()) {
                throw new IllegalArgumentException("a choice needs at least one value");
            }
        }

        @Override
        public Object draw(NumpyRandom random) {
            return random.choice(values);
        }

        @Override
        public String text() {
            return "one of " + values;
        }
    }

    /** Uniform on [low, high); floored to a whole number where {@code whole}. */
    record Uniform(double low, double high, boolean whole) implements Distribution {
        public Uniform {
            range(low, high);
        }

        @Override
        public Object draw(NumpyRandom random) {
            double value = random.uniform(low, high);
            return whole ? (Object) (long) value : (Object) value;
        }

        @Override
        public String text() {
            return (whole ? "floor U(" : "U(") + low + ", " + high + ")";
        }
    }

    /** base^U(low, high); floored to a whole number where {@code whole}. */
    record Power(double base, double low, double high, boolean whole) implements Distribution {
        public Power {
            range(low, high);
        }

        @Override
        public Object draw(NumpyRandom random) {
            double value = ExactPower.of(base, random.uniform(low, high));
            return whole ? (Object) (long) value : (Object) value;
        }

        @Override
        public String text() {
            return (whole ? "floor " : "") + (long) base + "^U(" + low + ", " + high + ")";
        }
    }

    private static void range(double low, double high) {
        if (!(low <= high && Double.isFinite(low) && Double.isFinite(high))) {
            throw new IllegalArgumentException("a range needs finite low <= high, got low=" + low + ", high=" + high);
        }
    }
}
