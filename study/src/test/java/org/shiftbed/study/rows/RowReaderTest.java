package org.shiftbed.study.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.base.Seed;

/** Rows hold what the reader of all JSON gives, for any line. */
class RowReaderTest {
    private static final List<String> NUMBERS = List.of(
            "0",
            "-0",
            "1",
            "-7",
            "123456789",
            "2147483647",
            "2147483648",
            "-2147483648",
            "-2147483649",
            "999999999999999999",
            "9223372036854775808",
            "01",
            "1.",
            ".5",
            "1.0",
            "-0.0",
            "0.1",
            "0.9787234042553191",
            "0.44836245087688325",
            "2.7028930742148706e-05",
            "1e5",
            "1E+5",
            "1e-5",
            "1e400",
            "1e-400",
            "4.9e-324",
            "1.7976931348623157e308",
            "9007199254740993.0",
            "123456789012345678901234567890.5",
            "0.000000000000000000000000000012345",
            "1e",
            "1e+",
            "-",
            "+1",
            "0x1",
            "1e99999",
            "NaN",
            "Infinity",
            "-Infinity",
            "-NaN",
            "Nan",
            "Infinit",
            "2.2250738585072011e-308");

    private final RowReader reader = new RowReader(new RowLayouts());

    @Test
    void numbersAreThoseOfTheReaderOfAllJson() {
        for (String number : NUMBERS) {
            agree("{\"step\": 1, \"a\": " + number + ", \"b\": [" + number + "], \"c\": {\"d\":" + number + "}}");
        }
    }

    @Test
    void decimalsAreRoundedAsJavaRoundsThem() {
        SplittableRandom random = Seed.of("decimals").random();
        for (int i = 0; i < 20_000; i++) {
            double value = switch (i % 4) {
                case 0 -> random.nextDouble();
                case 1 -> Double.longBitsToDouble(random.nextLong());
                case 2 -> random.nextInt(100_000) / 1000.0;
                default -> (double) random.nextInt(3000) / (1 + random.nextInt(3000));
            };
            if (Double.isFinite(value)) {
                String text = Double.toString(value);
                Row row = plain("{\"x\":" + text + "}");
                assertThat(row).as(text).isNotNull().containsEntry("x", value);
            }
        }
    }

    @Test
    void whatIsNotPlainIsLeftToTheReaderOfAllJson() {
        for (String line : List.of(
                "",
                "   ",
                "\u2003{\"step\":1}\u2003",
                "{}",
                "{ }",
                "[1]",
                "{\"a\":1} x",
                "{\"a\":1}{\"b\":2}",
                "{\"a\":1,}",
                "{\"a\":1,\"a\":2}",
                "{\"x\":{\"a\":1,\"a\":2}}",
                "{\"a\":\"\\u0041\\n\"}",
                "{\"\\u0061\":1}",
                "{\"a\":\"é\"}",
                "{\"é\":1}",
                "{\"a\":'b'}",
                "{\"a\":tru}",
                "{\"a\":nulll}",
                "{\"a\":true,\"b\":false,\"c\":null}",
                "{\"a\" : [ ] , \"b\" : { } }",
                "{\"a\":[1,\"b\",[2.5,null],{\"c\":[{}]}]}",
                "{\"a\":[[[[[[[[[[1]]]]]]]]]]}",
                "{\"a\":[1,]}",
                "{\"a\":\"tab\there\"}",
                "{\"a\"}",
                "{\"a\":}",
                "{\"a\":1",
                "{\"a\":\"")) {
            agree(line);
        }
        byte[] broken = "{\"a\":\"x?\"}".getBytes(StandardCharsets.UTF_8);
        broken[7] = (byte) 0xc3;
        reader.open(broken);
        assertThat(plainOf(reader, broken)).isNull();
        assertThat(reader.line(0, broken.length)).isEqualTo(Map.of("a", "x\ufffd"));
    }

    @Test
    void linesThatAreCutAnywhereOrChangedInAByteAgree() {
        String line =
                "{\"args\": {\"algorithm\": \"ERM\", \"hparams\": null, \"test_envs\": [0, 1]}, \"env0_in_acc\": 0.25,"
                        + " \"hparams\": {\"lr\": 5e-05}, \"loss\": NaN, \"step\": 300}";
        SplittableRandom random = Seed.of("cuts").random();
        for (int cut = 0; cut <= line.length(); cut++) {
            agree(line.substring(0, cut));
        }
        String letters = "{}[]\",: 0123456789.eE+-NaInfty\\truelsx";
        for (int i = 0; i < 5000; i++) {
            StringBuilder changed = new StringBuilder(line);
            for (int k = random.nextInt(3); k >= 0; k--) {
                changed.setCharAt(random.nextInt(changed.length()), letters.charAt(random.nextInt(letters.length())));
            }
            agree(changed.toString());
        }
    }

    @Test
    void aLineIsReadTheSameWhateverStoodBeforeIt() {
        List<String> lines = List.of(
                "{\"args\": {\"a\": 1}, \"x\": 1.5, \"step\": 0}",
                "{\"args\": {\"a\": 1}, \"x\": 2, \"step\": 1}",
                "{\"args\": {\"a\": 2}, \"x\": \"NaN\", \"step\": 2}",
                "{\"x\": 2.5, \"args\": {\"a\": 2}, \"step\": 2}",
                "{\"args\": [{\"a\": 2}], \"x\": {\"a\": 2}, \"step\": 3}",
                "{\"args\": {\"a\": 1}, \"x\": 99999999999, \"step\": 4}",
                "{\"args\": {\"a\": 1}, \"x\": 1.5, \"step\": 5, \"more\": true}",
                "{\"args\": {\"a\": 1}, \"x\": }",
                "{\"args\": {\"a\": 1}, \"x\": 1.5}");
        SplittableRandom random = Seed.of("order").random();
        for (int i = 0; i < 300; i++) {
            StringBuilder file = new StringBuilder();
            List<String> taken = new ArrayList<>();
            for (int k = 0; k < 12; k++) {
                taken.add(lines.get(random.nextInt(lines.size())));
                file.append(taken.get(k)).append('\n');
            }
            byte[] bytes = file.toString().getBytes(StandardCharsets.UTF_8);
            reader.open(bytes);
            int from = 0;
            RowBlock block = new RowBlock();
            List<Map<String, Object>> expected = new ArrayList<>();
            for (String line : taken) {
                if (!line.endsWith(": }")) {
                    Row row = reader.line(from, from + line.length());
                    assertThat(row).isNotNull();
                    block.add(java.util.Objects.requireNonNull(row));
                    expected.add(CanonicalJson.parseObject(line));
                }
                from += line.length() + 1;
            }
            List<Row> rows = block.rows();
            assertThat(rows).isEqualTo(expected);
            for (int k = 0; k < rows.size(); k++) {
                sameTypes(expected.get(k), rows.get(k));
            }
            RowBytes out = new RowBytes();
            out.putRows(rows);
            List<Row> back = new RowsOfBytes(out.bytes(), new RowLayouts()).nextRows();
            assertThat(back).isEqualTo(expected);
            for (int k = 0; k < back.size(); k++) {
                sameTypes(expected.get(k), back.get(k));
            }
        }
    }

    private void agree(String line) {
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        reader.open(bytes);
        Object expected;
        try {
            String stripped = line.strip();
            expected = stripped.isEmpty() ? "blank" : CanonicalJson.parseObject(stripped);
        } catch (IllegalArgumentException e) {
            expected = e.getMessage();
        }
        Object found;
        try {
            Row row = reader.line(0, bytes.length);
            found = row == null ? "blank" : row;
        } catch (IllegalArgumentException e) {
            found = e.getMessage();
        }
        assertThat(found).as(line).isEqualTo(expected);
        if (expected instanceof Map<?, ?> map && found instanceof Map<?, ?> row) {
            sameTypes(map, row);
            // Order is that of the line.
            assertThat(List.copyOf(row.keySet())).as(line).isEqualTo(List.copyOf(map.keySet()));
            assertThat(row.hashCode()).isEqualTo(map.hashCode());
        }
    }

    private static void sameTypes(Map<?, ?> expected, Map<?, ?> found) {
        expected.forEach((name, value) -> {
            Object other = found.get(name);
            assertThat(found.containsKey(name)).isTrue();
            if (value instanceof Map<?, ?> map && other instanceof Map<?, ?> row) {
                sameTypes(map, row);
            } else if (value != null) {
                assertThat(other).isNotNull().isExactlyInstanceOf(value.getClass());
            } else {
                assertThat(other).isNull();
            }
        });
    }

    private @Nullable Row plain(String line) {
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        reader.open(bytes);
        return reader.plain(0, bytes.length);
    }

    private static @Nullable Row plainOf(RowReader reader, byte[] bytes) {
        return reader.plain(0, bytes.length);
    }
}
