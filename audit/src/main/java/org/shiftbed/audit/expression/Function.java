package org.shiftbed.audit.expression;

import java.util.Arrays;
import java.util.List;

/** The functions of one argument, with their first two derivatives. */
enum Function {
    EXP("exp") {
        @Override
        double value(double x) {
            return Math.exp(x);
        }

        @Override
        double first(double x) {
            return Math.exp(x);
        }

        @Override
        double second(double x) {
            return Math.exp(x);
        }
    },
    LOG("log") {
        @Override
        double value(double x) {
            return Math.log(x);
        }

        @Override
        double first(double x) {
            return 1 / x;
        }

        @Override
        double second(double x) {
            return -1 / (x * x);
        }
    },
    SQRT("sqrt") {
        @Override
        double value(double x) {
            return Math.sqrt(x);
        }

        @Override
        double first(double x) {
            return 0.5 / Math.sqrt(x);
        }

        @Override
        double second(double x) {
            return -0.25 / (x * Math.sqrt(x));
        }
    },
    ABS("abs") {
        @Override
        double value(double x) {
            return Math.abs(x);
        }

        @Override
        double first(double x) {
            return x < 0 ? -1 : 1;
        }

        @Override
        double second(double x) {
            return 0;
        }
    },
    SIGMOID("sigmoid") {
        @Override
        double value(double x) {
            double e = Math.exp(-Math.abs(x));
            return x >= 0 ? 1 / (1 + e) : e / (1 + e);
        }

        @Override
        double first(double x) {
            double e = Math.exp(-Math.abs(x));
            return e / ((1 + e) * (1 + e));
        }

        @Override
        double second(double x) {
            double e = Math.exp(-Math.abs(x));
            double magnitude = e * (1 - e) / ((1 + e) * (1 + e) * (1 + e));
            return x >= 0 ? -magnitude : magnitude;
        }
    };

    private final String name;

    Function(String name) {
        this.name = name;
    }

    abstract double value(double x);

    abstract double first(double x);

    abstract double second(double x);

    @Override
    public String toString() {
        return name;
    }

    static List<String> names() {
        return Arrays.stream(values()).map(Function::toString).toList();
    }

    static Function of(String name) {
        return Arrays.stream(values())
                .filter(f -> f.name.equals(name))
                .findFirst()
                .orElseThrow();
    }
}
