package org.shiftbed.learn.weights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shiftbed.base.UserError;

class TorchArchiveTest {
    private static final int[] ONE = {1};

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void viewsOfOneStorageAreReadInRowOrderWhateverTheByteOrder(boolean big) throws IOException {
        Map<String, byte[]> entries = TorchFiles.stateDict(big ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        Map<String, StoredTensor> read = read(TorchFiles.zip(folder.resolve("m.pth"), entries));
        assertThat(read.keySet()).containsExactly("a", "b", "n");
        assertThat(read).containsEntry("a", StoredTensor.of(new float[] {1, 2, 3, 4, 5, 6}, 2, 3));
        assertThat(read).containsEntry("b", StoredTensor.of(new float[] {1, 4, 2, 5, 3, 6}, 3, 2));
        assertThat(read)
                .containsEntry(
                        "n", new StoredTensor(StoredTensor.Type.I64, new long[0], new byte[] {7, 0, 0, 0, 0, 0, 0, 0}));
    }

    @Test
    void offsetsAndStridesAreCountedInElements() throws IOException {
        byte[] pickle = TorchFiles.pickle()
                .op("}")
                .text("w")
                .tensor("FloatStorage", "0", 12, 1, new int[] {2, 1, 2}, new int[] {5, 77, 3})
                .op("s")
                .end();
        float[] values = new float[12];
        for (int i = 0; i < values.length; i++) {
            values[i] = i;
        }
        Path file = archive(pickle, TorchFiles.floats(ByteOrder.LITTLE_ENDIAN, values));
        // 1 + 5 i + 3 k for i, k in {0, 1}.
        assertThat(read(file)).containsEntry("w", StoredTensor.of(new float[] {1, 4, 6, 9}, 2, 1, 2));
    }

    @Test
    void everyElementTypeThatWeightsHaveIsRead() throws IOException {
        Map<String, StoredTensor.Type> types = Map.of(
                "BoolStorage", StoredTensor.Type.BOOL,
                "ByteStorage", StoredTensor.Type.U8,
                "CharStorage", StoredTensor.Type.I8,
                "ShortStorage", StoredTensor.Type.I16,
                "IntStorage", StoredTensor.Type.I32,
                "LongStorage", StoredTensor.Type.I64,
                "HalfStorage", StoredTensor.Type.F16,
                "BFloat16Storage", StoredTensor.Type.BF16,
                "FloatStorage", StoredTensor.Type.F32,
                "DoubleStorage", StoredTensor.Type.F64);
        for (Map.Entry<String, StoredTensor.Type> type : types.entrySet()) {
            byte[] bytes = new byte[type.getValue().bytes()];
            bytes[0] = 1;
            byte[] pickle = TorchFiles.pickle()
                    .op("}")
                    .text("w")
                    .tensor(type.getKey(), "0", 1, 0, ONE, ONE)
                    .op("s")
                    .end();
            assertThat(read(archive(pickle, bytes)))
                    .containsEntry("w", new StoredTensor(type.getValue(), new long[] {1}, bytes));
        }
    }

    @Test
    void checkpointsThatWrapTheStateDictAreOpened() throws IOException {
        for (String wrapper : List.of("state_dict", "model")) {
            byte[] pickle = TorchFiles.pickle()
                    .op("}(")
                    .text("epoch")
                    .op('K', 3)
                    .text("loss")
                    .op('G', 0x3f, 0xf0, 0, 0, 0, 0, 0, 0)
                    .text(wrapper)
                    .op("}")
                    .text("w")
                    .global("torch._utils", "_rebuild_parameter")
                    .op("(")
                    .tensor("FloatStorage", "0", 1, 0, ONE, ONE)
                    .op(0x88)
                    .global("collections", "OrderedDict")
                    .op(")RtRs")
                    .text("optimizer")
                    .op("}")
                    .op('K', 0)
                    .op("]")
                    .op("s")
                    .op("u")
                    .end();
            assertThat(read(archive(pickle, TorchFiles.floats(ByteOrder.LITTLE_ENDIAN, 2.5f))))
                    .containsExactly(Map.entry("w", StoredTensor.of(new float[] {2.5f}, 1)));
        }
    }

    @Test
    void protocolFourIsReadToo() throws IOException {
        byte[] pickle = TorchFiles.pickle()
                .op(0x95, 0, 0, 0, 0, 0, 0, 0, 0)
                .op("}")
                .op(0x94)
                .op(0x8c, 1, 'w')
                .op(0x94)
                .op(0x8c, 12)
                .op("torch._utils")
                .op(0x8c, 15)
                .op("_rebuild_tensor")
                .op(0x93)
                .op("(")
                .storage("FloatStorage", "0", 1)
                .op('K', 0)
                .op('K', 1)
                .op(0x85)
                .op('h', 0)
                .op("0")
                .op(0x8a, 1, 1)
                .op(0x85)
                .op("tRs")
                .end();
        assertThat(read(archive(pickle, TorchFiles.floats(ByteOrder.LITTLE_ENDIAN, -1f))))
                .containsEntry("w", StoredTensor.of(new float[] {-1f}, 1));
    }

    @Test
    void modulesOfTorchScriptGiveTheirTensorsByPath() throws IOException {
        byte[] pickle = TorchFiles.pickle()
                .global("__torch__.torchvision", "ResNet")
                .op(")")
                .op(0x81)
                .op("}(")
                .text("training")
                .op(0x89)
                .text("sizes")
                .global("torch.jit._pickle", "build_intlist")
                .op("(](")
                .op('K', 1)
                .op('K', 2)
                .op("etR")
                .text("fc")
                .global("__torch__.torch.nn.modules.linear", "Linear")
                .op(")")
                .op(0x81)
                .op("}")
                .text("bias")
                .tensor("FloatStorage", "0", 1, 0, ONE, ONE)
                .op("sbub")
                .end();
        Map<String, byte[]> entries = new LinkedHashMap<>();
        entries.put("data.pkl", pickle);
        entries.put("data/0", TorchFiles.floats(ByteOrder.LITTLE_ENDIAN, 3f));
        assertThatThrownBy(() -> read(TorchFiles.zip(folder.resolve("no.pt"), entries)))
                .as("without constants.pkl it is no TorchScript")
                .hasMessageContaining("asks for '__torch__.torchvision.ResNet'");
        entries.put("constants.pkl", new byte[] {(byte) 0x80, 2, ')', '.'});
        assertThat(read(TorchFiles.zip(folder.resolve("m.pt"), entries)))
                .containsExactly(Map.entry("fc.bias", StoredTensor.of(new float[] {3f}, 1)));
    }

    static Stream<Arguments> whatNoStateDictHolds() {
        return Stream.of(
                Arguments.of(
                        "code",
                        TorchFiles.pickle()
                                .global("os", "system")
                                .text("touch here")
                                .op(0x85)
                                .op("R"),
                        "asks for 'os.system'"),
                Arguments.of(
                        "code of builtins", TorchFiles.pickle().global("builtins", "eval"), "asks for 'builtins.eval'"),
                Arguments.of(
                        "code by protocol 4",
                        TorchFiles.pickle().text("os").text("system").op(0x93),
                        "asks for 'os.system'"),
                Arguments.of(
                        "a whole model",
                        TorchFiles.pickle().global("torchvision.models.resnet", "ResNet"),
                        "asks for 'torchvision.models.resnet.ResNet'"),
                Arguments.of(
                        "a storage that is called",
                        TorchFiles.pickle().global("torch", "FloatStorage").op(")R"),
                        "calls 'torch.FloatStorage'"),
                Arguments.of("INST", TorchFiles.pickle().op("(ios\nsystem\n"), "operation 0x69"),
                Arguments.of("OBJ", TorchFiles.pickle().op("(o"), "operation 0x6f"),
                Arguments.of("PERSID", TorchFiles.pickle().op("P0\n"), "operation 0x50"),
                Arguments.of("EXT1", TorchFiles.pickle().op(0x82, 1), "operation 0x82"),
                Arguments.of("NEWOBJ_EX", TorchFiles.pickle().op(0x92), "operation 0x92"),
                Arguments.of("text form", TorchFiles.pickle().op("I1\n"), "operation 0x49"),
                Arguments.of("protocol 0", TorchFiles.pickle().op(0x80, 0), "of protocol 0"),
                Arguments.of("a long of 2 GB", TorchFiles.pickle().op(0x8a, 255), "at most 8"),
                Arguments.of("a text too long", TorchFiles.pickle().op('X', 255, 255, 255, 127), "longer than"),
                Arguments.of("an empty stack", TorchFiles.pickle().op("0"), "where there is none"),
                Arguments.of("below a mark", TorchFiles.pickle().op("}(s"), "where there is none"),
                Arguments.of("no mark", TorchFiles.pickle().op("}u"), "mark where there is none"),
                Arguments.of("no memory", TorchFiles.pickle().op('h', 9), "value 9"),
                Arguments.of("values left", TorchFiles.pickle().op("}}"), "values are left"),
                Arguments.of("a key that is a list", TorchFiles.pickle().op("}]Ns"), "neither text nor"),
                Arguments.of(
                        "twice",
                        TorchFiles.pickle().op("}").text("w").op("Ns").text("w").op("Ns"),
                        "set twice"),
                Arguments.of(
                        "append to a number", TorchFiles.pickle().op('K', 1).op("Na"), "no list"),
                Arguments.of("state of a list", TorchFiles.pickle().op("]}b"), "state of what has none"),
                Arguments.of(
                        "an object",
                        TorchFiles.pickle().global("torch", "Size").op(")").op(0x81),
                        "no module"),
                Arguments.of("no tensors", TorchFiles.pickle().op("}"), "holds no tensors by name"),
                Arguments.of("a list", TorchFiles.pickle().op("]"), "holds no tensors by name"),
                Arguments.of(
                        "other entries",
                        TorchFiles.pickle().op("}").text("hello").op("Ns"),
                        "its entries are [hello]"),
                Arguments.of(
                        "a storage of another kind",
                        TorchFiles.pickle().storage("QInt8Storage", "0", 1),
                        "asks for 'torch.QInt8Storage'"),
                Arguments.of(
                        "a persistent id that is no storage",
                        TorchFiles.pickle().op("(NtQ"),
                        "reference to data"),
                Arguments.of(
                        "more elements than bytes", one("FloatStorage", 2, 0, 2, 1), "should have 8 bytes, found 4"),
                Arguments.of("an offset beyond", one("FloatStorage", 1, 1, 1, 1), "reaches element 1 of 1"),
                Arguments.of("a shape beyond", one("FloatStorage", 1, 0, 2, 1), "reaches element 1 of 1"),
                Arguments.of("a repeated number", one("FloatStorage", 1, 0, 1_000_000_000, 0), "repeats the 1 numbers"),
                Arguments.of("a negative side", one("FloatStorage", 1, 0, -1, 1), "arguments that do not fit"),
                Arguments.of("a negative offset", one("FloatStorage", 1, -1, 1, 1), "arguments that do not fit"),
                Arguments.of(
                        "a tensor that is missing",
                        TorchFiles.pickle()
                                .op("}")
                                .text("w")
                                .tensor("FloatStorage", "../0", 1, 0, ONE, ONE)
                                .op("s"),
                        "entry data/../0 is missing"),
                Arguments.of(
                        "something beside tensors",
                        TorchFiles.pickle()
                                .op("}")
                                .text("w")
                                .tensor("FloatStorage", "0", 1, 0, ONE, ONE)
                                .op("s")
                                .text("x")
                                .op("Ns"),
                        "entry 'x' stands among tensors"),
                Arguments.of("deep marks", TorchFiles.pickle().op("(".repeat(5000)), "nested more than"),
                Arguments.of("many values", TorchFiles.pickle().op("N".repeat(2_100_000)), "more than 2000000 values"));
    }

    private static TorchFiles one(String type, int elements, int offset, int side, int stride) {
        return TorchFiles.pickle()
                .op("}")
                .text("w")
                .tensor(type, "0", elements, offset, new int[] {side}, new int[] {stride})
                .op("s");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("whatNoStateDictHolds")
    void whatNoStateDictHoldsIsRefusedInOneLine(String name, TorchFiles pickle, String message) throws IOException {
        Path file = archive(pickle.end(), TorchFiles.floats(ByteOrder.LITTLE_ENDIAN, 1f));
        assertThatThrownBy(() -> read(file))
                .as(name)
                .isInstanceOf(UserError.class)
                .hasMessageStartingWith(file + ": ")
                .hasMessageContaining(message)
                .hasMessageMatching("[^\n]*(safetensors|copy the file again|contiguous copy of it)[^\n]*");
    }

    @Test
    void aCutPickleIsNamed() throws IOException {
        byte[] whole = TorchFiles.pickle().op("}").text("hello").op("Ns").end();
        for (int length = 0; length < whole.length; length++) {
            Path file = archive(Arrays.copyOf(whole, length), new byte[4]);
            assertThatThrownBy(() -> read(file)).isInstanceOf(UserError.class);
        }
    }

    @Test
    void compressedEntriesAreRefused() throws IOException {
        Path file = TorchFiles.zip(
                folder.resolve("bomb.pth"), TorchFiles.stateDict(ByteOrder.LITTLE_ENDIAN), ZipEntry.DEFLATED);
        assertThatThrownBy(() -> read(file))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("is compressed, torch.save stores it plain");
    }

    @Test
    void otherFilesAreRefusedWithTheWayOut() throws IOException {
        byte[] legacy = {(byte) 0x80, 2, (byte) 0x8a, 10, 0x6c, (byte) 0xfc, (byte) 0x9c, 0x46, (byte) 0xf9, 0x20, 0x6a
        };
        assertThatThrownBy(() -> read(Files.write(folder.resolve("old.pth"), legacy)))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("before PyTorch 1.6");
        Path text = Files.writeString(folder.resolve("a.pth"), "hello, this is no file of weights");
        assertThatThrownBy(() -> read(text)).isInstanceOf(UserError.class).hasMessageContaining("holds no weights");
        assertThatThrownBy(() -> read(Files.write(folder.resolve("empty.pth"), new byte[0])))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("holds no weights");
        assertThatThrownBy(() -> read(folder.resolve("nowhere.pth")))
                .isInstanceOf(UserError.class)
                .hasMessage("no weights at " + folder.resolve("nowhere.pth"));
        assertThatThrownBy(() -> read(folder)).isInstanceOf(UserError.class).hasMessageContaining("no weights at");
        Path zip = TorchFiles.zip(folder.resolve("other.zip"), Map.of("a.txt", "a".getBytes(StandardCharsets.UTF_8)));
        assertThatThrownBy(() -> read(zip)).isInstanceOf(UserError.class).hasMessageContaining("0 folders");
    }

    private Path archive(byte[] pickle, byte[] storage) throws IOException {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        entries.put("data.pkl", pickle);
        entries.put("data/0", storage);
        return TorchFiles.zip(folder.resolve("m.pth"), entries);
    }

    static Map<String, StoredTensor> read(Path file) throws IOException {
        try (TensorFile open = TensorFile.open(file)) {
            Map<String, StoredTensor> tensors = new LinkedHashMap<>();
            for (String name : open.layouts().keySet()) {
                tensors.put(name, open.read(name));
            }
            return tensors;
        }
    }
}
