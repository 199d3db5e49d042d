package org.shiftbed.audit.expression;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A part of a parsed expression. {@code z}: values of the columns; {@code d}: values of the parameters. */
sealed interface Node {
    /** Degree in the parameters: 0 without them, 1 where affine, 2 for everything else. */
    int degree();

    double value(double[] z, double[] d);

    Jet jet(double[] z, double[] d);

    /** The parts it is made of. */
    List<Node> parts();

    /** Which function has a kink at d, as it would be written; null where there is none. */
    default @Nullable String kink(double[] z, double[] d) {
        for (Node part : parts()) {
            String kink = part.kink(z, d);
            if (kink != null) {
                return kink;
            }
        }
        return null;
    }

    /** A constant. */
    record Number(double number) implements Node {
        @Override
        public int degree() {
            return 0;
        }

        @Override
        public double value(double[] z, double[] d) {
            return number;
        }

        @Override
        public Jet jet(double[] z, double[] d) {
            return Jet.constant(number, d.length);
        }

        @Override
        public List<Node> parts() {
            return List.of();
        }
    }

    /** The value of a column. */
    record Value(int column) implements Node {
        @Override
        public int degree() {
            return 0;
        }

        @Override
        public double value(double[] z, double[] d) {
            return z[column];
        }

        @Override
        public Jet jet(double[] z, double[] d) {
            return Jet.constant(z[column], d.length);
        }

        @Override
        public List<Node> parts() {
            return List.of();
        }
    }

    /** d0, d1, …. */
    record Parameter(int index) implements Node {
        @Override
        public int degree() {
            return 1;
        }

        @Override
        public double value(double[] z, double[] d) {
            return d[index];
        }

        @Override
        public Jet jet(double[] z, double[] d) {
            return Jet.parameter(d[index], index, d.length);
        }

        @Override
        public List<Node> parts() {
            return List.of();
        }
    }

    /** left + sign * right. */
    record Sum(Node left, double sign, Node right) implements Node {
        @Override
        public int degree() {
            return Math.max(left.degree(), right.degree());
        }

        @Override
        public double value(double[] z, double[] d) {
            return left.value(z, d) + sign * right.value(z, d);
        }

        @Override
        public Jet jet(double[] z, double[] d) {
            return left.jet(z, d).combine(1, sign, right.jet(z, d));
        }

        @Override
        public List<Node> parts() {
            return List.of(left, right);
        }
    }

    /** left * right. */
    record Product(Node left, Node right) implements Node {
        @Override
        public int degree() {
            return Math.min(2, left.degree() + right.degree());
        }

        @Override
        public double value(double[] z, double[] d) {
            return left.value(z, d) * right.value(z, d);
        }

        @Override
        public Jet jet(double[] z, double[] d) {
            return left.jet(z, d).times(right.jet(z, d));
        }

        @Override
        public List<Node> parts() {
            return List.of(left, right);
        }
    }

    /** left / right. */
    record Quotient(Node left, Node right) implements Node {
        @Override
        public int degree() {
            return right.degree() == 0 ? left.degree() : 2;
        }

        @Override
        public double value(double[] z, double[] d) {
            return left.value(z, d) / right.value(z, d);
        }

        @Override
        public Jet jet(double[] z, double[] d) {
            Jet jet = left.jet(z, d).times(right.jet(z, d).reciprocal());
            // The value as division gives it, not as a product with the rounded reciprocal.
            return new Jet(value(z, d), jet.gradient(), jet.hessian());
        }

        @Override
        public List<Node> parts() {
            return List.of(left, right);
        }
    }

    /** base ^ exponent. */
    record Power(Node base, Node exponent) implements Node {
        @Override
        public int degree() {
            boolean first = exponent instanceof Number c && c.number() == 1;
            return exponent.degree() == 0 && (base.degree() == 0 || first) ? base.degree() : 2;
        }

        @Override
        public double value(double[] z, double[] d) {
            return Math.pow(base.value(z, d), exponent.value(z, d));
        }

        @Override
        public Jet jet(double[] z, double[] d) {
            Jet b = base.jet(z, d);
            if (exponent.degree() == 0) {
                double x = b.value();
                double c = exponent.value(z, d);
                double first = c == 0 ? 0 : c * Math.pow(x, c - 1);
                double second = c == 0 || c == 1 ? 0 : c * (c - 1) * Math.pow(x, c - 2);
                return b.apply(Math.pow(x, c), first, second);
            }
            double x = b.value();
            Jet product = b.apply(Math.log(x), 1 / x, -1 / (x * x)).times(exponent.jet(z, d));
            double f = value(z, d);
            return product.apply(f, f, f);
        }

        @Override
        public List<Node> parts() {
            return List.of(base, exponent);
        }
    }

    /** A function of one argument. */
    record Call(Function function, Node argument) implements Node {
        @Override
        public int degree() {
            return argument.degree() == 0 ? 0 : 2;
        }

        @Override
        public double value(double[] z, double[] d) {
            return function.value(argument.value(z, d));
        }

        @Override
        public Jet jet(double[] z, double[] d) {
            Jet x = argument.jet(z, d);
            return x.apply(function.value(x.value()), function.first(x.value()), function.second(x.value()));
        }

        @Override
        public List<Node> parts() {
            return List.of(argument);
        }

        @Override
        public @Nullable String kink(double[] z, double[] d) {
            if (function == Function.ABS && argument.degree() > 0) {
                Jet x = argument.jet(z, d);
                if (x.value() == 0 && !x.movesLike(Jet.constant(0, d.length))) {
                    return "abs";
                }
            }
            return argument.kink(z, d);
        }
    }

    /** The largest or smallest of two; the first where they tie. */
    record Extremum(boolean largest, Node left, Node right) implements Node {
        @Override
        public int degree() {
            return left.degree() + right.degree() == 0 ? 0 : 2;
        }

        @Override
        public double value(double[] z, double[] d) {
            return largest
                    ? Math.max(left.value(z, d), right.value(z, d))
                    : Math.min(left.value(z, d), right.value(z, d));
        }

        @Override
        public Jet jet(double[] z, double[] d) {
            Jet a = left.jet(z, d);
            Jet b = right.jet(z, d);
            if (Double.isNaN(a.value()) || Double.isNaN(b.value())) {
                return Jet.constant(Double.NaN, d.length);
            }
            return (largest ? a.value() >= b.value() : a.value() <= b.value()) ? a : b;
        }

        @Override
        public List<Node> parts() {
            return List.of(left, right);
        }

        @Override
        public @Nullable String kink(double[] z, double[] d) {
            if (degree() > 0) {
                Jet a = left.jet(z, d);
                Jet b = right.jet(z, d);
                if (a.value() == b.value() && !a.movesLike(b)) {
                    return largest ? "max" : "min";
                }
            }
            return Node.super.kink(z, d);
        }
    }

    /** 1 where the comparison holds, else 0; neither side has parameters. */
    record Indicator(Node left, Comparison comparison, Node right) implements Node {
        @Override
        public int degree() {
            return 0;
        }

        @Override
        public double value(double[] z, double[] d) {
            double a = left.value(z, d);
            double b = right.value(z, d);
            if (Double.isNaN(a) || Double.isNaN(b)) {
                return Double.NaN;
            }
            return comparison.holds(a, b) ? 1 : 0;
        }

        @Override
        public Jet jet(double[] z, double[] d) {
            return Jet.constant(value(z, d), d.length);
        }

        @Override
        public List<Node> parts() {
            return List.of(left, right);
        }
    }

    /** How the sides of an indicator are compared. */
    enum Comparison {
        EQUAL,
        NOT_EQUAL,
        LESS,
        AT_MOST,
        GREATER,
        AT_LEAST;

        boolean holds(double a, double b) {
            return switch (this) {
                case EQUAL -> a == b;
                case NOT_EQUAL -> a != b;
                case LESS -> a < b;
                case AT_MOST -> a <= b;
                case GREATER -> a > b;
                case AT_LEAST -> a >= b;
            };
        }
    }
}
