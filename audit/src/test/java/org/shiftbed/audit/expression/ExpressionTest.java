package org.shiftbed.audit.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shiftbed.base.UserError;

class ExpressionTest {
    private static final List<Column> COLUMNS = List.of(
            Column.number("x"),
            Column.number("blood pressure"),
            new Column("ward", List.of("A", "B", "C d")),
            Column.number("age"));
    private static final double[] Z = {3, 120, 1, 67};

    private static double value(String text, double... d) {
        Expression expression = d.length == 0
                ? Expression.ofColumns("t", text, COLUMNS)
                : Expression.withParameters("t", text, COLUMNS);
        double[] out = new double[expression.components()];
        expression.value(Z, d, out);
        return out[0];
    }

    @ParameterizedTest
    @CsvSource(delimiter = '@', quoteCharacter = '~', textBlock = """
            1 + 2 * 3                       @ 7
            2 - 3 - 4                       @ -5
            24 / 4 / 2                      @ 3
            -x^2                            @ -9
            2^3^2                           @ 512
            2^-1                            @ 0.5
            (1 + 2) * 3                     @ 9
            - - 2                           @ 2
            1.5e1 - .5                      @ 14.5
            "blood pressure" / 2            @ 60
            `blood pressure` / x            @ 40
            min(4, x, 9) + max(1, 2)        @ 5
            abs(-2) + sqrt(9) + exp(0) + log(1) @ 6
            sigmoid(0)                      @ 0.5
            indicator(ward = 'B')           @ 1
            indicator(ward != B)            @ 0
            indicator(ward = "C d")         @ 0
            indicator('B' = ward)           @ 1
            indicator(age > 65)             @ 1
            indicator(age + x <= 70)        @ 1
            indicator(3 < x)                @ 0
            indicator(x == 3) * 2           @ 2
            """)
    void arithmeticFollowsItsRules(String text, double expected) {
        assertThat(value(text)).isEqualTo(expected, within(1e-14));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '@', quoteCharacter = '~', textBlock = """
            d0 + * Y                @ at character 6: expected a number, a name, a function or '(', found '*'
            d0 + (x                 @ at character 8: expected ')', found the end
            d0 x                    @ at character 4: expected an operator or the end, found 'x'
            d0 * aeg                @ at character 6: unknown name 'aeg'; did you mean 'age'?
            d0 * ward               @ at character 6: 'ward' is a category; compare it to a level, as in indicator(ward = 'A')
            d0 * indicator(ward > A) @ at character 21: the category 'ward' has no order; compare it by = or !=
            d0 * indicator(ward = D) @ at character 23: unknown level of ward 'D'; did you mean
            d0 * indicator(age)     @ at character 19: expected a comparison (=, !=, <, <=, >, >=), found ')'
            indicator(d0 > 0)       @ at character 11: a comparison inside indicator(...) may not hold d0, d1, ...: it would jump
            d0 * sqr(x)             @ at character 6: unknown function 'sqr'; did you mean
            d0 + d2                 @ uses d2 but not d1; number the parameters d0, d1, ... without a gap
            d1                      @ uses d1 but not d0
            x + 1                   @ has no parameter d0, so that nothing moves
            d0 * 'B'                @ at character 6: the text 'B' can only be compared to a category inside indicator(...)
            d0 * "blood             @ at character 6: the quote " is not closed
            d0 % 2                  @ at character 4: '%' is not part of the language
            max(d0)                 @ at character 7: expected ',' and a second argument of max, found ')'
            d0 + 1.2.3              @ at character 9: expected an operator or the end, found '.3'
            """)
    void whatCannotBeReadIsRefusedWithItsPosition(String text, String message) {
        String quoted = "t '" + text.strip() + "': ";
        assertThatThrownBy(() -> Expression.withParameters("t", text.strip(), COLUMNS))
                .isInstanceOf(UserError.class)
                .hasMessageStartingWith(quoted + message.strip())
                .message()
                .doesNotContain("\n");
    }

    @Test
    void deepNestingIsRefusedInsteadOfOverflowing() {
        String text = "(".repeat(5_000) + "d0";
        assertThatThrownBy(() -> Expression.withParameters("t", text, COLUMNS))
                .hasMessageContaining("nested more than 200 levels deep");
        assertThatThrownBy(() -> Expression.withParameters("t", "2^".repeat(4_000) + "d0", COLUMNS))
                .hasMessageContaining("nested more than 200 levels deep");
    }

    @Test
    void aTextThatIsTooLongIsRefusedInAShortLine() {
        String text = "d0 + ".repeat(3_000) + "d0";
        assertThatThrownBy(() -> Expression.withParameters("t", text, COLUMNS))
                .isInstanceOf(UserError.class)
                .hasMessageEndingWith("...: longer than 10000 characters")
                .message()
                .hasSizeLessThan(200);
        assertThat(value("d0 + ".repeat(1_900) + "d0", 0.5)).isEqualTo(950.5);
    }

    @Test
    void numbersEndWhereTheyEnd() {
        assertThat(value("2e-1 + 1E2 + 3.")).isEqualTo(103.2, within(1e-13));
        assertThatThrownBy(() -> value("2e"))
                .hasMessage("t '2e': at character 2: expected an operator or the end, found 'e'");
        assertThatThrownBy(() -> value("1e999"))
                .hasMessage("t '1e999': at character 1: expected a number, found '1e999'");
    }

    @Test
    void randomExpressionsHaveTheDerivativesOfFiniteDifferences() {
        SplittableRandom random = new SplittableRandom(7);
        int checked = 0;
        for (int round = 0; round < 400; round++) {
            String text = "d0 * 0 + d1 * 0 + d2 * 0 + " + random(random, 4);
            Expression expression = Expression.withParameters("t", text, COLUMNS);
            double[] d = {random.nextDouble(-0.6, 0.6), random.nextDouble(-0.6, 0.6), random.nextDouble(-0.6, 0.6)};
            double[] first = new double[3];
            double[] second = new double[9];
            expression.first(Z, d, first);
            expression.second(Z, d, second);
            double size = size(expression, d);
            if (!(size < 1e3)) {
                continue;
            }
            checked++;
            for (int a = 0; a < 3; a++) {
                int index = a;
                double slope = slope(h -> at(expression, d, index, h, 0, 0));
                assertThat(first[a]).as(text).isEqualTo(slope, within(1e-6 * (size + Math.abs(slope))));
                for (int b = 0; b < 3; b++) {
                    int other = b;
                    double bend = slope(h -> gradient(expression, d, other, h)[index]);
                    assertThat(second[a * 3 + b]).as(text).isEqualTo(bend, within(1e-6 * (size + Math.abs(bend))));
                }
            }
        }
        assertThat(checked).isGreaterThan(250);
    }

    private interface Along {
        double at(double h);
    }

    private static double slope(Along f) {
        double h = 1e-4;
        return (8 * (f.at(h) - f.at(-h)) - (f.at(2 * h) - f.at(-2 * h))) / (12 * h);
    }

    private static double at(Expression expression, double[] d, int a, double h, int b, double k) {
        double[] moved = d.clone();
        moved[a] += h;
        moved[b] += k;
        double[] out = new double[1];
        expression.value(Z, moved, out);
        return out[0];
    }

    private static double[] gradient(Expression expression, double[] d, int b, double h) {
        double[] moved = d.clone();
        moved[b] += h;
        double[] out = new double[3];
        expression.first(Z, moved, out);
        return out;
    }

    /** The largest value and derivative nearby; not a number near a kink or outside the domain. */
    private static double size(Expression expression, double[] d) {
        double size = 0;
        double[] second = new double[9];
        double[] here = new double[9];
        expression.second(Z, d, here);
        for (int a = 0; a < 3; a++) {
            for (double h : new double[] {-2e-4, 2e-4}) {
                double[] moved = d.clone();
                moved[a] += h;
                expression.second(Z, moved, second);
                size = Math.max(size, Math.abs(at(expression, moved, 0, 0, 0, 0)));
                for (int i = 0; i < 9; i++) {
                    size = Math.max(size, Math.abs(second[i]));
                    // A branch of min, max or abs that changes nearby.
                    if (Math.abs(second[i] - here[i]) > 0.05 * (1 + Math.abs(here[i]))) {
                        return Double.NaN;
                    }
                }
                double[] change = gradient(expression, d, a, h);
                double[] gradient = gradient(expression, d, a, 0);
                for (int i = 0; i < 3; i++) {
                    size = Math.max(size, Math.abs(gradient[i]));
                    if (Math.abs(change[i] - gradient[i] - h * here[a * 3 + i]) > 1e-5 * (1 + Math.abs(gradient[i]))) {
                        return Double.NaN;
                    }
                }
            }
        }
        return size;
    }

    private static String random(SplittableRandom random, int depth) {
        if (depth == 0) {
            return List.of("d0", "d1", "d2", "x", "0.7", "d0", "d1", "indicator(ward = B)")
                    .get(random.nextInt(8));
        }
        String a = random(random, depth - 1);
        String b = random(random, depth - 1 - random.nextInt(depth));
        return switch (random.nextInt(12)) {
            case 0, 1 -> "(" + a + " + " + b + ")";
            case 2 -> "(" + a + " - " + b + ")";
            case 3, 4 -> "(" + a + " * " + b + ")";
            case 5 -> "(" + a + " / (1.5 + (" + b + ")^2))";
            case 6 -> "exp(" + a + " / 5)";
            case 7 -> "log(1.1 + (" + a + ")^2)";
            case 8 -> "sqrt(2 + abs(" + a + "))";
            case 9 -> "sigmoid(" + a + ")";
            case 10 -> (random.nextBoolean() ? "max(" : "min(") + a + ", " + b + ")";
            default -> "(1.2 + (" + a + ")^2)^((" + b + ") / 10)";
        };
    }

    @Test
    void powersHaveDerivativesAtZeroWhereTheyExist() {
        Expression square = Expression.withParameters("t", "d0^2 + d0^1 + d0^3", COLUMNS);
        double[] out = new double[1];
        square.first(Z, new double[1], out);
        assertThat(out[0]).isEqualTo(1);
        square.second(Z, new double[1], out);
        assertThat(out[0]).isEqualTo(2);
    }

    @Test
    void linearityIsRecognised() {
        assertThat(Expression.withParameters("t", "d0 + d1 * x^2 - d2 / (x + exp(age))", COLUMNS)
                        .linear())
                .isTrue();
        assertThat(Expression.withParameters("t", "d0 * d1", COLUMNS).linear()).isFalse();
        assertThat(Expression.withParameters("t", "exp(d0) - 1", COLUMNS).linear())
                .isFalse();
        assertThat(Expression.withParameters("t", "x / (1 + d0) - x", COLUMNS).linear())
                .isFalse();
    }

    @Test
    void kinksAreFoundWhereTheyAre() {
        double[] zero = {0};
        assertThat(Expression.withParameters("t", "abs(d0)", COLUMNS).kink(Z, zero))
                .isEqualTo("abs");
        assertThat(Expression.withParameters("t", "x * max(d0, 0)", COLUMNS).kink(Z, zero))
                .isEqualTo("max");
        assertThat(Expression.withParameters("t", "exp(min(d0, 2 * d0)) - 1", COLUMNS)
                        .kink(Z, zero))
                .isEqualTo("min");
        assertThat(Expression.withParameters("t", "min(d0, x)", COLUMNS).kink(Z, zero))
                .isNull();
        assertThat(Expression.withParameters("t", "min(d0, d0) + abs(x) * d0", COLUMNS)
                        .kink(Z, zero))
                .isNull();
        assertThat(Expression.withParameters("t", "abs(d0)", COLUMNS).kink(Z, new double[] {0.1}))
                .isNull();
    }
}
