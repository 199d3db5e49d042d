package org.shiftbed.shift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shiftbed.base.UserError;
import org.shiftbed.data.Attribute;
import org.shiftbed.data.AttributeTable;

class RowFilterTest {
    private static final AttributeTable TABLE = FactorGrid.sprites(3, 4);
    private static final List<String> KEYS = List.of("shape", "color", "scale", "orientation");
    private static final List<String> OPERATORS = List.of("<", "<=", "≤", "=", "==", "!=", "≠", ">=", "≥", ">");

    @Test
    void comparisonsAreByCode() {
        int[] scale = TABLE.column("scale");
        assertThat(RowFilter.parse("scale >= 0.8", TABLE).rows())
                .containsExactly(IntStream.range(0, TABLE.rows())
                        .filter(row -> scale[row] >= 3)
                        .toArray());
        assertThat(RowFilter.parse("true", TABLE).rows()).hasSize(TABLE.rows());
        assertThat(RowFilter.parse("shape = heart and not color in {red, green}", TABLE)
                        .rows())
                .containsExactly(
                        RowFilter.parse("shape=heart AND color='blue'", TABLE).rows());
    }

    @Test
    void andBindsTighterThanOrAndNotTighterThanBoth() {
        assertThat(RowFilter.parse("color = red OR color = blue AND NOT shape = heart AND true", TABLE)
                        .rows())
                .containsExactly(
                        RowFilter.parse("color = red OR ((color = blue AND (NOT shape = heart)) AND true)", TABLE)
                                .rows());
    }

    @Test
    void namesWithSignsStandInQuotes() {
        AttributeTable odd = new AttributeTable(
                List.of(
                        new Attribute("hair colour", List.of("it's red", "a \"b\"", "in")),
                        new Attribute("in", List.of("+90%", "hair colour", "{x}"))),
                Map.of("hair colour", new int[] {0, 1, 2, 0}, "in", new int[] {0, 1, 2, 2}),
                null);
        assertThat(RowFilter.parse(RowFilter.is("hair colour", "it's red"), odd).rows())
                .containsExactly(0, 3);
        assertThat(RowFilter.parse(RowFilter.in("in", List.of("+90%", "{x}")), odd)
                        .rows())
                .containsExactly(0, 2, 3);
        assertThat(RowFilter.parse(RowFilter.is("hair colour", "in"), odd).rows())
                .containsExactly(2);
        assertThat(RowFilter.parse("'in' = +90%", odd).rows()).containsExactly(0);
        // A value of the same text comes before an attribute; backquotes name the attribute.
        assertThat(RowFilter.parse("`in` = 'hair colour'", odd).rows()).containsExactly(1);
        assertThat(RowFilter.parse("`in` = `hair colour`", odd).rows()).containsExactly(0, 1, 2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "color = rad|9|unknown value 'rad' of attribute 'color'; did you mean 'red'?",
                "colour = red|1|unknown attribute 'colour'; did you mean 'color'?",
                "color in {red, grey}|16|unknown value 'grey'",
                "color in {red|14|expected '}', found the end",
                "(color = red|13|expected ')', found the end",
                "color = red AND|16|expected the name of an attribute",
                "color = red shape = heart|13|expected AND, OR or the end, found 'shape'",
                "color ~ red|7|expected one of",
                "color = 'red|9|this quote does not end",
                "color =|8|expected a value of 'color' or another attribute, found the end",
                "color ! red|7|expected one of",
                "NOT|4|expected the name of an attribute",
            })
    void faultsAreNamedWithTheirPosition(String filter, int position, String message) {
        String text = filter.replace("~~", "~");
        assertThatThrownBy(() -> RowFilter.parse(text, TABLE))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("position " + position + ":")
                .hasMessageContaining(message);
    }

    @RepeatedTest(300)
    void everyFilterMeansWhatItsTreeMeans(RepetitionInfo repetition) {
        StringBuilder text = new StringBuilder();
        IntPredicate expected = filter(new SplittableRandom(repetition.getCurrentRepetition()), 4, text);
        assertThat(RowFilter.parse(text.toString(), TABLE).rows())
                .as("%s", text)
                .containsExactly(
                        IntStream.range(0, TABLE.rows()).filter(expected).toArray());
    }

    /** A random filter as text, and the same one as a predicate made beside it. */
    private static IntPredicate filter(SplittableRandom random, int depth, StringBuilder text) {
        int kind = depth == 0 ? random.nextInt(4) : random.nextInt(7);
        switch (kind) {
            case 0 -> {
                text.append("true");
                return row -> true;
            }
            case 1 -> {
                String key = KEYS.get(random.nextInt(4));
                List<String> values = TABLE.attribute(key).values();
                int one = random.nextInt(values.size());
                int two = random.nextInt(values.size());
                text.append(key + " in {" + values.get(one) + "," + values.get(two) + "}");
                return row -> TABLE.code(row, key) == one || TABLE.code(row, key) == two;
            }
            case 2, 3 -> {
                String key = KEYS.get(random.nextInt(4));
                String operator = OPERATORS.get(random.nextInt(OPERATORS.size()));
                if (kind == 2) {
                    String other = KEYS.get(random.nextInt(4));
                    text.append(key + operator + "`" + other + "`");
                    return row -> holds(operator, TABLE.code(row, key), TABLE.code(row, other));
                }
                int value = random.nextInt(TABLE.attribute(key).cardinality());
                text.append(key + " " + operator + " "
                        + TABLE.attribute(key).values().get(value));
                return row -> holds(operator, TABLE.code(row, key), value);
            }
            case 4 -> {
                text.append("NOT (");
                IntPredicate inside = filter(random, depth - 1, text);
                text.append(")");
                return inside.negate();
            }
            default -> {
                text.append("(");
                IntPredicate left = filter(random, depth - 1, text);
                text.append(kind == 5 ? ") AND (" : ") OR (");
                IntPredicate right = filter(random, depth - 1, text);
                text.append(")");
                return kind == 5 ? left.and(right) : left.or(right);
            }
        }
    }

    private static boolean holds(String operator, int left, int right) {
        int order = Integer.compare(left, right);
        return switch (operator) {
            case "<" -> order < 0;
            case "<=", "≤" -> order <= 0;
            case "=", "==" -> order == 0;
            case "!=", "≠" -> order != 0;
            case ">=", "≥" -> order >= 0;
            default -> order > 0;
        };
    }
}
