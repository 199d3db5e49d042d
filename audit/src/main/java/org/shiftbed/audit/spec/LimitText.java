package org.shiftbed.audit.spec;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads linear limits: sums of parameters held against each other or against numbers by {@code <=}, {@code >=} or {@code =}, such as
 * {@code [O | Y=1] - [O | Y=0] <= 0.5}, {@code -1 <= age <= 2}, {@code abs([O | Y=1]) <= 0.5}, {@code 2*age + 0.5*d1 >= 0}.
 *
 * <p>A parameter is written by its label in brackets, {@code ]]} meaning one inside, or bare where the label holds no white space and no sign; a
 * number before it and {@code *} is its coefficient. {@code abs(...)} stands alone on the smaller side of {@code <=} or the larger of {@code >=}.
 */
public final class LimitText {
    private static final String BRACKETS = " (a label with blanks stands in brackets, as in [test ordered | Y=1])";

    private LimitText() {}

    /**
     * @param place in messages: the option, or file and field
     * @return one limit for each side that is bounded: two for {@code abs} and {@code =}
     * @throws org.shiftbed.base.UserError where it is no linear limit
     */
    public static List<LinearLimit> parse(String place, String text) {
        Tokens tokens = new Tokens(place, text);
        List<LinearLimit> limits = new ArrayList<>();
        Sum left = sum(tokens);
        do {
            int sign = tokens.take("<=") ? 1 : tokens.take(">=") ? -1 : tokens.take("=") ? 0 : 2;
            if (sign == 2) {
                throw tokens.wrong("'<=', '>=' or '='" + BRACKETS);
            }
            Sum right = sum(tokens);
            if (sign >= 0) {
                below(tokens, left, right, limits);
            }
            if (sign <= 0) {
                below(tokens, right, left, limits);
            }
            left = right;
        } while (!tokens.atEnd());
        return limits;
    }

    /** small &lt;= large as {@code coefficients'd <= bound}. */
    private static void below(Tokens tokens, Sum small, Sum large, List<LinearLimit> limits) {
        if (large.absolute) {
            throw tokens.error("abs(...) can be bounded from above only, because the rest is no linear limit");
        }
        limits.add(limit(tokens, small, 1, large));
        if (small.absolute) {
            limits.add(limit(tokens, small, -1, large));
        }
    }

    private static LinearLimit limit(Tokens tokens, Sum small, int sign, Sum large) {
        Map<String, Double> coefficients = new LinkedHashMap<>();
        small.coefficients.forEach((label, value) -> coefficients.merge(label, sign * value, Double::sum));
        large.coefficients.forEach((label, value) -> coefficients.merge(label, -value, Double::sum));
        coefficients.values().removeIf(value -> value == 0);
        if (coefficients.isEmpty()) {
            throw tokens.error("no parameter is bounded");
        }
        return new LinearLimit(coefficients, large.constant - sign * small.constant + 0.0);
    }

    private static Sum sum(Tokens tokens) {
        if (tokens.takeWord("abs")) {
            tokens.expect("(");
            Sum inner = terms(tokens, true);
            if (!tokens.take(")")) {
                throw tokens.wrong("')'" + BRACKETS);
            }
            return inner;
        }
        return terms(tokens, false);
    }

    private static Sum terms(Tokens tokens, boolean absolute) {
        Sum sum = new Sum(absolute);
        double sign = tokens.take("-") ? -1 : 1;
        while (true) {
            double factor = sign;
            boolean number = tokens.numberIsNext();
            if (number) {
                factor *= tokens.number("a number");
            }
            if (!number || tokens.take("*")) {
                sum.coefficients.merge(label(tokens), factor, Double::sum);
            } else {
                sum.constant += factor;
            }
            if (tokens.take("+")) {
                sign = 1;
            } else if (tokens.take("-")) {
                sign = -1;
            } else {
                return sum;
            }
        }
    }

    private static String label(Tokens tokens) {
        if (!tokens.take("[")) {
            return tokens.name("a parameter");
        }
        StringBuilder label = new StringBuilder();
        while (true) {
            label.append(tokens.upTo(']', "a closing ]"));
            tokens.expect("]");
            if (!tokens.takeNext(']')) {
                return label.toString().strip();
            }
            label.append(']');
        }
    }

    private static final class Sum {
        private final Map<String, Double> coefficients = new LinkedHashMap<>();
        private final boolean absolute;
        private double constant;

        private Sum(boolean absolute) {
            this.absolute = absolute;
        }
    }
}
