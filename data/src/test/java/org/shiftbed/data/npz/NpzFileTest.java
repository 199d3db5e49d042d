package org.shiftbed.data.npz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.shiftbed.base.UserError;

class NpzFileTest {
    @TempDir
    Path folder;

    private static byte[] counting(int count) {
        byte[] bytes = new byte[count];
        for (int i = 0; i < count; i++) {
            bytes[i] = (byte) (i * 7 + 3);
        }
        return bytes;
    }

    private NpyArray open(byte[] npy) throws IOException {
        return NpzFile.single(Files.write(folder.resolve("a.npy"), npy));
    }

    @ParameterizedTest
    @EnumSource
    void membersAreReadHoweverTheyAreKept(NumpyFiles.Kept kept) throws IOException {
        byte[] elements = counting(3 * 4 * 5);
        Path file = NumpyFiles.npz(
                folder.resolve("a.npz"),
                kept,
                Map.of(
                        "imgs",
                        NumpyFiles.npy("|u1", false, "(3, 4, 5)", elements),
                        "classes",
                        NumpyFiles.npy("<i8", false, "(2,)", longs(ByteOrder.LITTLE_ENDIAN, 5, -6))));
        try (NpzFile npz = NpzFile.open(file)) {
            assertThat(npz.keys()).containsExactly("classes", "imgs");
            List<byte[]> rows = new ArrayList<>();
            try (NpyArray imgs = npz.array("imgs")) {
                assertThat(imgs.header().shape()).containsExactly(3L, 4L, 5L);
                imgs.bytes((row, bytes) -> rows.add(bytes.clone()));
            }
            assertThat(rows).hasSize(3);
            for (int row = 0; row < 3; row++) {
                assertThat(rows.get(row)).isEqualTo(Arrays.copyOfRange(elements, 20 * row, 20 * row + 20));
            }
            try (NpyArray classes = npz.array("classes")) {
                assertThat(classes.wholeNumbers()).containsExactly(5, -6);
            }
            assertThatThrownBy(() -> npz.array("img"))
                    .isInstanceOf(UserError.class)
                    .hasMessage(file + ": unknown array 'img'; did you mean 'imgs'? known: classes, imgs");
        }
    }

    private static byte[] longs(ByteOrder order, long... values) {
        ByteBuffer buffer = ByteBuffer.allocate(8 * values.length).order(order);
        Arrays.stream(values).forEach(buffer::putLong);
        return buffer.array();
    }

    @ParameterizedTest
    @CsvSource({
        "|b1, 0100, '1,0'",
        "|u1, ff01, '255,1'",
        "|i1, ff01, '-1,1'",
        "<u2, ff000100, '255,1'",
        ">u2, 00ffff00, '255,65280'",
        "<i2, feff0100, '-2,1'",
        "<i4, feffffff00000080, '-2,-2147483648'",
        ">u4, fffffffe00000001, '4294967294,1'",
        ">i8, fffffffffffffffe0000000000000007, '-2,7'",
        "<u8, ffffffffffffff7f0100000000000000, '9223372036854775807,1'"
    })
    void wholeNumbersOfEveryKindAndOrderAreWhatTheirBytesSay(String descr, String bytes, String expected)
            throws IOException {
        byte[] elements = HexFormat.of().parseHex(bytes);
        long[] wanted =
                Arrays.stream(expected.split(",")).mapToLong(Long::parseLong).toArray();
        try (NpyArray array = open(NumpyFiles.npy(descr, false, "(2,)", elements))) {
            assertThat(array.wholeNumbers()).containsExactly(wanted);
        }
        try (NpyArray array = open(NumpyFiles.npy(descr, false, "(2,)", elements))) {
            assertThat(array.numbers()).containsExactly((double) wanted[0], (double) wanted[1]);
        }
    }

    @Test
    void decimalsComeInBothOrdersAndBothLengths() throws IOException {
        byte[] small = ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putFloat(0.1f)
                .putFloat(-3e38f)
                .array();
        byte[] large =
                ByteBuffer.allocate(16).putDouble(Math.PI).putDouble(Double.NaN).array();
        try (NpyArray array = open(NumpyFiles.npy("<f4", false, "(2, 1)", small))) {
            assertThat(array.numbers()).containsExactly(0.1f, -3e38f);
        }
        try (NpyArray array = open(NumpyFiles.npy(">f8", false, "(2,)", large))) {
            assertThat(array.numbers()).containsExactly(Math.PI, Double.NaN);
        }
        try (NpyArray array = open(NumpyFiles.npy(">f8", false, "(2,)", large))) {
            assertThatThrownBy(array::wholeNumbers).hasMessageEndingWith("and whole numbers were expected");
        }
        assertThatThrownBy(() -> {
                    try (NpyArray array = open(NumpyFiles.npy("<u8", false, "(1,)", longs(ByteOrder.BIG_ENDIAN, -1)))) {
                        array.wholeNumbers();
                    }
                })
                .isInstanceOf(UserError.class)
                .hasMessageContaining("18446744073709551615 is larger than");
    }

    @Test
    void fortranOrderIsTurnedRound() throws IOException {
        int[] shape = {2, 3, 4};
        byte[] stored = new byte[24];
        byte[] wanted = new byte[24];
        for (int i = 0; i < 2; i++) {
            for (int j = 0; j < 3; j++) {
                for (int k = 0; k < 4; k++) {
                    byte value = (byte) (100 * i + 10 * j + k);
                    stored[i + shape[0] * (j + shape[1] * k)] = value;
                    wanted[(i * 3 + j) * 4 + k] = value;
                }
            }
        }
        ByteBuffer rows = ByteBuffer.allocate(24);
        try (NpyArray array = open(NumpyFiles.npy("|u1", true, "(2, 3, 4)", stored))) {
            array.bytes((row, bytes) -> rows.put(row * 12, bytes));
        }
        assertThat(rows.array()).isEqualTo(wanted);
        long[] expected = new long[24];
        Arrays.setAll(expected, i -> wanted[i] & 0xFF);
        try (NpyArray array = open(NumpyFiles.npy("|u1", true, "(2, 3, 4)", stored))) {
            assertThat(array.wholeNumbers()).containsExactly(expected);
        }
    }

    @Test
    void headsOfLaterVersionsAndOtherHandsAreRead() throws IOException {
        for (int version = 1; version <= 3; version++) {
            String head = "{\"shape\": (2L, 1L), 'fortran_order':False,  'descr': '|u1'}";
            try (NpyArray array = open(NumpyFiles.npy(version, head, new byte[] {7, 9}))) {
                assertThat(array.wholeNumbers()).containsExactly(7, 9);
            }
        }
        try (NpyArray scalar = open(NumpyFiles.npy("<i4", false, "()", new byte[] {5, 0, 0, 0}))) {
            assertThat(scalar.wholeNumbers()).containsExactly(5);
        }
    }

    @Test
    void pickledObjectsAreListedAndNeverRead() throws IOException {
        byte[] pickle = {(byte) 0x80, 2, 'c', 'o', 's', '\n', 's', 'y', 's', 't', 'e', 'm', '\n'};
        Path file = NumpyFiles.npz(
                folder.resolve("o.npz"),
                NumpyFiles.Kept.DEFLATED,
                Map.of(
                        "metadata",
                        NumpyFiles.npy("|O", false, "()", pickle),
                        "x",
                        NumpyFiles.npy("|u1", false, "(1,)", pickle)));
        try (NpzFile npz = NpzFile.open(file);
                NpyArray metadata = npz.array("metadata")) {
            assertThat(metadata.header().type().kind()).isEqualTo(NpyType.Kind.OBJECT);
            assertThatThrownBy(metadata::numbers)
                    .hasMessage(file + ", array 'metadata': holds pickled objects, which are never read");
            assertThatThrownBy(metadata::wholeNumbers).isInstanceOf(UserError.class);
            assertThatThrownBy(() -> metadata.bytes((row, bytes) -> {})).isInstanceOf(UserError.class);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "(3, 4) | its head promises shape (3, 4) of u1, that is 12 bytes, and 11 follow; it is cut short, fetch it again",
                "(2, 5) | its head promises shape (2, 5) of u1, that is 10 bytes, and 11 follow; it is damaged",
                "(999999999999999999, 40) | its head promises an array of shape (999999999999999999, 40), more than any file"
                        + " holds; it is damaged",
                "(-1, 11) | its head gives a dimension the length '-1'; it is damaged",
                "(11.0,) | its head gives a dimension the length '11.0'; it is damaged",
            })
    void aHeadThatLiesIsCaughtBeforeAnythingIsRead(String shape, String problem) {
        assertThatThrownBy(() -> open(NumpyFiles.npy("u1", false, shape, counting(11))))
                .isInstanceOf(UserError.class)
                .hasMessage(folder.resolve("a.npy") + ": " + problem);
    }

    @Test
    void whatIsNoArrayIsToldInOneLine() throws IOException {
        byte[] good = NumpyFiles.npy("|u1", false, "(3,)", counting(3));
        byte[] magic = good.clone();
        magic[1] = 'X';
        byte[] version = good.clone();
        version[6] = 9;
        byte[] long2 = NumpyFiles.npy(2, "{}", counting(3));
        long2[11] = 0x7f;
        assertRefused(
                magic, "is no NPY array: it begins with 93 58 55 4d 50 59 and not with 93 4e 55 4d 50 59 ('NUMPY')");
        assertRefused(
                version, "is an NPY array of version 9.0, and versions 1 to 3 are read; save it again with numpy");
        assertRefused(
                long2, "its head claims to be 2130706484 bytes long, more than 1048576; it is damaged, fetch it again");
        assertRefused(Arrays.copyOf(good, 7), "is cut short in its first bytes; fetch it again");
        assertRefused(Arrays.copyOf(good, 40), "is cut short in its head; fetch it again");
        assertRefused(
                NumpyFiles.npy(1, "{'descr': '|u1', 'fortran_order': False, 'shape': (3,), 'x': 1}", counting(3)),
                "its head is not numpy's: it must name descr, fortran_order and shape, got '{'descr': '|u1',"
                        + " 'fortran_order': False, 'shape': (3,), 'x': 1}'");
        assertRefused(
                NumpyFiles.npy("<c8", false, "(3,)", counting(24)),
                "holds elements of type '<c8', and whole numbers, booleans and decimals of 32 or 64 bits are read");
        assertRefused(
                NumpyFiles.npy(1, "{'descr': [('a', '<i4')], 'fortran_order': False, 'shape': (3,)}", counting(12)),
                "holds elements of type '[('a', '<i4')]', and whole numbers, booleans and decimals of 32 or 64 bits are read");
    }

    private void assertRefused(byte[] npy, String problem) {
        assertThatThrownBy(() -> open(npy))
                .isInstanceOf(UserError.class)
                .hasMessage(folder.resolve("a.npy") + ": " + problem);
    }

    @Test
    void archivesThatAreCutOrDamagedAreToldInOneLine() throws IOException {
        byte[] npy = NumpyFiles.npy("|u1", false, "(3, 100)", counting(300));
        byte[] zip = NumpyFiles.zip(NumpyFiles.Kept.STORED, Map.of("imgs", npy));
        Path file = folder.resolve("b.npz");
        Files.write(file, new byte[0]);
        assertThatThrownBy(() -> NpzFile.open(file)).hasMessage(file + ": is empty (0 bytes); fetch it again");
        Files.writeString(file, "<html>not found</html>");
        assertThatThrownBy(() -> NpzFile.open(file))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("is no NPZ archive: it begins with 3c 68 74 6d and not with 50 4b");
        Files.write(file, Arrays.copyOf(zip, zip.length - 100));
        assertThatThrownBy(() -> NpzFile.open(file))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("is a cut or damaged NPZ archive");
        Files.write(file, NumpyFiles.zip(NumpyFiles.Kept.STORED, Map.of()));
        assertThatThrownBy(() -> NpzFile.open(file)).hasMessageContaining("a ZIP archive without a .npy array");
        byte[] flipped = zip.clone();
        flipped[200] ^= 1;
        Files.write(file, flipped);
        try (NpzFile npz = NpzFile.open(file);
                NpyArray imgs = npz.array("imgs")) {
            assertThatThrownBy(() -> imgs.bytes((row, bytes) -> {}))
                    .isInstanceOf(UserError.class)
                    .hasMessageContaining("array 'imgs': is damaged: its checksum is");
        }
        byte[] deflated = NumpyFiles.zip(NumpyFiles.Kept.DEFLATED, Map.of("imgs", npy));
        Arrays.fill(deflated, 60, 110, (byte) 0xFF);
        Files.write(file, deflated);
        assertThatThrownBy(() -> {
                    try (NpzFile npz = NpzFile.open(file);
                            NpyArray imgs = npz.array("imgs")) {
                        imgs.bytes((row, bytes) -> {});
                    }
                })
                .isInstanceOf(UserError.class)
                .hasMessageStartingWith(file + ", array 'imgs'");
    }

    @Test
    void bytesInFortranOrderBeyondTheLimitAreRefusedWithAWayOut() throws IOException {
        Path file = folder.resolve("big.npy");
        byte[] head = NumpyFiles.npy("|u1", true, "(300000, 1000)", new byte[0]);
        Files.write(file, head);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(1), head.length + 300_000_000L - 1);
        }
        try (NpyArray array = NpzFile.single(file)) {
            assertThatThrownBy(() -> array.bytes((row, bytes) -> {}))
                    .hasMessage(file + ": is in Fortran order and has 286 MiB, more than is turned round in memory (256"
                            + " MiB); save it again with numpy.ascontiguousarray");
        }
    }
}
