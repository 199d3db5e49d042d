package org.shiftbed.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CanonicalJsonTest {
    @Test
    void keysAreSortedAndNothingIsWastedOnSpace() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("b", List.of(1, 2.5, "x", true));
        map.put("a", null);
        map.put("B", Map.of("z", new int[] {1, 2}, "y", new double[] {0.5, 2}));
        map.put("é/\"\\\n", 1L << 40);
        assertThat(CanonicalJson.text(map))
                .isEqualTo("{\"B\":{\"y\":[0.5,2],\"z\":[1,2]},\"a\":null,\"b\":[1,2.5,\"x\",true],"
                        + "\"é/\\\"\\\\\\n\":1099511627776}");
        assertThat(CanonicalJson.pretty(map).replaceAll("\\s", ""))
                .isEqualTo(CanonicalJson.text(map).replaceAll("\\s", ""));
    }

    /** {@code printf '{"a":1}' | sha256sum} begins 015abd7f5cc57a2d. */
    @Test
    void anIdIsTheBeginningOfTheSha256OfTheBytes() {
        assertThat(CanonicalJson.id(Map.of("a", 1))).isEqualTo("015abd7f5cc57a2d");
        assertThat(CanonicalJson.id(Map.of("a", 1.0)))
                .as("1 and 1.0 name the same trial")
                .isEqualTo("015abd7f5cc57a2d");
    }

    @Test
    void numbersThatJdk17WritesTooLongAreShort() {
        assertThat(CanonicalJson.text(List.of(2e23, 5.684341886080802E-14, 2.2250738585072014E-308, 1e15, -1.5e-7)))
                .isEqualTo("[2.0E23,5.684341886080802E-14,2.2250738585072014E-308,1.0E15,-1.5E-7]");
        assertThat(CanonicalJson.text(List.of(0.1, 100.0, -0.0, 999999999999999.0, 123456.789)))
                .isEqualTo("[0.1,100,0,999999999999999,123456.789]");
    }

    /** The law: no decimal with fewer digits reads back as the same number (beyond two digits, which Java's form always has). */
    @Test
    void everyDoubleIsWrittenInTheFewestDigitsThatReadBack() {
        SplittableRandom random = Seed.of("test", "doubles").random();
        List<Double> numbers = new ArrayList<>(List.of(
                2e23, 5.684341886080802E-14, Double.MIN_VALUE, Double.MAX_VALUE, 9007199254740993.0, 1e23, 8.41E21));
        for (int i = 0; i < 4000; i++) {
            double bits = Double.longBitsToDouble(random.nextLong());
            double decimal = random.nextInt(1, 100_000) * Math.pow(10, random.nextInt(-30, 30));
            for (double number : new double[] {bits, decimal, random.nextDouble()}) {
                if (Double.isFinite(number)) {
                    numbers.add(number);
                }
            }
        }
        for (double number : numbers) {
            String text = CanonicalJson.text(number);
            assertThat(Double.parseDouble(text)).isEqualTo(number);
            assertThat(digits(text)).as(text).isLessThanOrEqualTo(Math.max(2, fewest(number)));
        }
    }

    @Test
    void everyFloatIsWrittenAsItsShortestDecimal() {
        SplittableRandom random = Seed.of("test", "floats").random();
        assertThat(CanonicalJson.text(List.of(0.1f, 2f, 8.41E21f, 1.0E10f))).isEqualTo("[0.1,2,8.41E21,10000000000]");
        for (int i = 0; i < 4000; i++) {
            float number = Float.intBitsToFloat(random.nextInt());
            if (Float.isFinite(number)) {
                String text = CanonicalJson.text(number);
                assertThat(Float.parseFloat(text)).isEqualTo(number);
                int fewest = 1;
                while (new BigDecimal(number).round(new MathContext(fewest)).floatValue() != number) {
                    fewest++;
                }
                assertThat(digits(text)).as(text).isLessThanOrEqualTo(Math.max(2, fewest));
            }
        }
    }

    private static int digits(String text) {
        return Math.max(1, new BigDecimal(text).stripTrailingZeros().precision());
    }

    private static int fewest(double number) {
        BigDecimal exact = new BigDecimal(number);
        for (int precision = 1; precision < 17; precision++) {
            for (RoundingMode mode : List.of(RoundingMode.FLOOR, RoundingMode.CEILING)) {
                if (exact.round(new MathContext(precision, mode)).doubleValue() == number) {
                    return precision;
                }
            }
        }
        return 17;
    }

    @Test
    void numbersThatAreNotFiniteAreTextsAndComeBack() {
        String text =
                CanonicalJson.text(Arrays.asList(Double.NaN, Double.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, null));
        assertThat(text).isEqualTo("[\"NaN\",\"Infinity\",\"-Infinity\",null]");
        List<?> read = (List<?>) CanonicalJson.parse(text);
        assertThat(CanonicalJson.number(read.get(0))).isNaN();
        assertThat(CanonicalJson.number(read.get(1))).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(CanonicalJson.number(read.get(2))).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThatThrownBy(() -> CanonicalJson.number("nan")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void pythonsBareWordsAreRead() {
        Map<String, Object> read =
                CanonicalJson.parseObject("{\"loss\": NaN, \"high\": Infinity, \"low\": -Infinity, \"n\": 3}");
        assertThat(CanonicalJson.number(read.get("loss"))).isNaN();
        assertThat(CanonicalJson.number(read.get("high"))).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(CanonicalJson.number(read.get("low"))).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(read.get("n")).isEqualTo(3);
    }

    @Test
    void whatIsWrittenReadsBackAsItself() {
        String text = "{\"a\":[1,2.5,\"x\",null,true],\"b\":{\"c\":12345678901}}";
        assertThat(CanonicalJson.text(CanonicalJson.parse(text))).isEqualTo(text);
    }

    @Test
    void brokenTextsAreRefused() {
        for (String broken : List.of("{\"a\":1,\"a\":2}", "{\"a\":1", "{} {}", "", "{a:1}", "[1,]")) {
            assertThatThrownBy(() -> CanonicalJson.parse(broken))
                    .as(broken)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("not JSON: ");
        }
        assertThatThrownBy(() -> CanonicalJson.parse("{\"a\":1,\"a\":2}")).hasMessageContaining("\"a\"");
        assertThatThrownBy(() -> CanonicalJson.parseObject("[1]")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> CanonicalJson.text(new Object())).isInstanceOf(IllegalArgumentException.class);
    }
}
