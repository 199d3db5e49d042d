package org.shiftbed.study.tensorboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Event files read back byte by byte, with a checksum of their own, as the public descriptions of TFRecord and of protocol buffers have it. */
class EventFileTest {
    @TempDir
    Path folder;

    private record Scalar(String tag, long step, float value) {}

    /** Castagnoli's polynomial, one bit at a time. */
    private static int crc(byte[] bytes, int from, int length) {
        int crc = -1;
        for (int i = from; i < from + length; i++) {
            crc ^= bytes[i] & 0xff;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc & 1) == 0 ? crc >>> 1 : crc >>> 1 ^ 0x82f63b78;
            }
        }
        return ~crc;
    }

    private static int masked(byte[] bytes, int from, int length) {
        int crc = crc(bytes, from, length);
        return (crc >>> 15 | crc << 17) + 0xa282ead8;
    }

    private static long little(byte[] bytes, int from, int length) {
        long value = 0;
        for (int i = length - 1; i >= 0; i--) {
            value = value << 8 | bytes[from + i] & 0xff;
        }
        return value;
    }

    /** Fields of a message, in order: number, form, and its bytes or value. */
    private static List<Object[]> fields(byte[] message) {
        List<Object[]> fields = new ArrayList<>();
        int at = 0;
        while (at < message.length) {
            long[] key = varint(message, at);
            at = (int) key[1];
            int form = (int) (key[0] & 7);
            Object value;
            if (form == 0) {
                long[] number = varint(message, at);
                value = number[0];
                at = (int) number[1];
            } else if (form == 1) {
                value = little(message, at, 8);
                at += 8;
            } else if (form == 5) {
                value = little(message, at, 4);
                at += 4;
            } else {
                assertThat(form).isEqualTo(2);
                long[] length = varint(message, at);
                at = (int) length[1];
                value = java.util.Arrays.copyOfRange(message, at, at + (int) length[0]);
                at += (int) length[0];
            }
            fields.add(new Object[] {key[0] >>> 3, value});
        }
        return fields;
    }

    private static long[] varint(byte[] bytes, int from) {
        long value = 0;
        int at = from;
        int shift = 0;
        while (true) {
            value |= (long) (bytes[at] & 0x7f) << shift;
            shift += 7;
            if (bytes[at++] >= 0) {
                return new long[] {value, at};
            }
        }
    }

    private List<Scalar> read() throws IOException {
        byte[] all = Files.readAllBytes(folder.resolve(EventFile.FILE));
        List<Scalar> scalars = new ArrayList<>();
        int at = 0;
        int events = 0;
        while (at < all.length) {
            int length = (int) little(all, at, 8);
            assertThat((int) little(all, at + 8, 4)).isEqualTo(masked(all, at, 8));
            assertThat((int) little(all, at + 12 + length, 4)).isEqualTo(masked(all, at + 12, length));
            byte[] event = java.util.Arrays.copyOfRange(all, at + 12, at + 12 + length);
            at += 12 + length + 4;
            long step = 0;
            double time = 0;
            for (Object[] field : fields(event)) {
                switch ((int) (long) (Long) field[0]) {
                    case 1 -> time = Double.longBitsToDouble((Long) field[1]);
                    case 2 -> step = (Long) field[1];
                    case 3 -> {
                        assertThat(events).isZero();
                        assertThat(new String((byte[]) field[1], StandardCharsets.UTF_8))
                                .isEqualTo("brain.Event:2");
                    }
                    case 5 -> {
                        for (Object[] value : fields((byte[]) field[1])) {
                            assertThat(value[0]).isEqualTo(1L);
                            List<Object[]> parts = fields((byte[]) value[1]);
                            assertThat(parts).hasSize(2);
                            scalars.add(new Scalar(
                                    new String((byte[]) parts.get(0)[1], StandardCharsets.UTF_8),
                                    step,
                                    Float.intBitsToFloat((int) (long) (Long) parts.get(1)[1])));
                        }
                    }
                    default -> throw new AssertionError("field " + field[0]);
                }
            }
            assertThat(time).isBetween(1.7e9, 1e11);
            events++;
        }
        return scalars;
    }

    @Test
    void theChecksumIsThatOfThePublishedExample() {
        assertThat(crc("123456789".getBytes(StandardCharsets.US_ASCII), 0, 9)).isEqualTo(0xe3069283);
        byte[] text = "shiftbed".getBytes(StandardCharsets.US_ASCII);
        assertThat(EventFile.masked(text, 0, text.length)).isEqualTo(masked(text, 0, text.length));
    }

    @Test
    void scalarsReadBackAsTheyWereWritten() throws IOException {
        String hostile = "<script>\n\0\u00e9\ud83d\ude00" + "x".repeat(300);
        try (EventFile file = EventFile.open(folder)) {
            file.write(0, Map.of("loss", 0.5));
            // What is there can be read while the file is open.
            assertThat(read()).containsExactly(new Scalar("loss", 0, 0.5f));
            file.write(127, Map.of("loss", Double.NaN));
            file.write(128, Map.of("loss", Double.NEGATIVE_INFINITY));
            file.write(300_000_000_000L, Map.of("loss", 1e300));
            file.write(1, Map.of(hostile, 0.1));
            file.write(2, Map.of());
        }
        assertThat(read())
                .containsExactly(
                        new Scalar("loss", 0, 0.5f),
                        new Scalar("loss", 127, Float.NaN),
                        new Scalar("loss", 128, Float.NEGATIVE_INFINITY),
                        new Scalar("loss", 300_000_000_000L, Float.POSITIVE_INFINITY),
                        new Scalar(hostile, 1, 0.1f));
    }

    @Test
    void aFileThatIsGoneOnWithHasEachStepOnce() throws IOException {
        try (EventFile file = EventFile.open(folder)) {
            for (int step = 0; step < 5; step++) {
                file.write(step, Map.of("loss", 1.0 * step));
            }
            file.write(2, Map.of("test", 0.25));
        }
        byte[] whole = Files.readAllBytes(folder.resolve(EventFile.FILE));
        List<Scalar> before = read();
        for (int cut = 0; cut <= whole.length; cut += 7) {
            Files.write(folder.resolve(EventFile.FILE), java.util.Arrays.copyOf(whole, cut));
            try (EventFile file = EventFile.open(folder)) {
                for (int step = 0; step < 5; step++) {
                    file.write(step, Map.of("loss", 1.0 * step));
                }
                file.write(2, Map.of("test", 0.25));
            }
            assertThat(read()).as("cut at " + cut).isEqualTo(before);
        }
        Files.write(folder.resolve(EventFile.FILE), new byte[] {1, 2, 3}, StandardOpenOption.APPEND);
        try (EventFile file = EventFile.open(folder)) {
            file.write(3, Map.of("loss", 9.0));
            file.write(5, Map.of("loss", 9.0));
        }
        assertThat(read()).hasSize(before.size() + 1).endsWith(new Scalar("loss", 5, 9f));
    }
}
