package org.shiftbed.learn.weights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shiftbed.base.UserError;

class SafetensorsTest {
    @TempDir
    Path folder;

    @Test
    void bytesAreThoseOfTheFormat() throws IOException {
        Map<String, StoredTensor> tensors = new LinkedHashMap<>();
        tensors.put("w", StoredTensor.of(new float[] {1, -2}, 1, 2));
        tensors.put("n", new StoredTensor(StoredTensor.Type.I64, new long[0], new byte[] {5, 0, 0, 0, 0, 0, 0, 0}));
        byte[] bytes = bytes(new Safetensors.Contents(tensors, Map.of("step", "7")));
        String header = "{\"__metadata__\":{\"step\":\"7\"},"
                + "\"n\":{\"data_offsets\":[8,16],\"dtype\":\"I64\",\"shape\":[]},"
                + "\"w\":{\"data_offsets\":[0,8],\"dtype\":\"F32\",\"shape\":[1,2]}}";
        int padded = (header.length() + 7) / 8 * 8;
        ByteBuffer expected = ByteBuffer.allocate(8 + padded + 16).order(ByteOrder.LITTLE_ENDIAN);
        expected.putLong(padded).put((header + " ".repeat(padded - header.length())).getBytes(StandardCharsets.UTF_8));
        expected.putFloat(1).putFloat(-2).putLong(5);
        assertThat(bytes).isEqualTo(expected.array());
    }

    @Test
    void readingGivesWhatWasWritten() throws IOException {
        Map<String, StoredTensor> tensors = new LinkedHashMap<>();
        tensors.put("z.weight", StoredTensor.of(new float[] {1.5f, Float.MIN_VALUE, -0.0f}, 3));
        tensors.put("a.empty", StoredTensor.of(new float[0], 0));
        tensors.put("ü", new StoredTensor(StoredTensor.Type.U8, new long[] {2}, new byte[] {-1, 3}));
        Path file = folder.resolve("m.safetensors");
        Safetensors.write(file, new Safetensors.Contents(tensors, Map.of("rule", "id")));
        Safetensors.Contents read = Safetensors.read(file);
        assertThat(read.tensors()).isEqualTo(tensors);
        assertThat(read.metadata()).containsExactly(Map.entry("rule", "id"));
    }

    @Test
    void aFileOfAnotherWriterIsRead() throws IOException {
        String header = "{\"b\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}}";
        ByteBuffer body = ByteBuffer.allocate(8 + header.length() + 4).order(ByteOrder.LITTLE_ENDIAN);
        body.putLong(header.length())
                .put(header.getBytes(StandardCharsets.UTF_8))
                .putFloat(2.5f);
        Path file = Files.write(folder.resolve("o.safetensors"), body.array());
        assertThat(Safetensors.read(file).tensors()).containsEntry("b", StoredTensor.of(new float[] {2.5f}, 1));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"b":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}}  | has 8 bytes, got 4
            {"b":{"dtype":"F32","shape":[1],"data_offsets":[0,8]}}  | cut or damaged
            {"b":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}}  | expected to begin at 0
            {"b":{"dtype":"C64","shape":[1],"data_offsets":[0,4]}} | has type C64; known:
            {"b":{"dtype":"BF16","shape":[1],"data_offsets":[0,4]}} | BF16 of shape [1] has 2 bytes, got 4
            {"b":{"dtype":"F32","shape":[4294967296,4294967296,4294967296],"data_offsets":[0,4]}} | has more than 2^63 bytes
            {"b":{"dtype":"F32","shape":[1],"data_offsets":[0,9223372036854775807]}} | cut or damaged
            {"b":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"c":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}} | expected to begin at 4
            {"b":{"dtype":"F16","shape":[1],"data_offsets":[0,2]},"c":{"dtype":"F16","shape":[1],"data_offsets":[1,3]}} | expected to begin at 2
            {"b":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"b":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}} | names a tensor twice
            {"b":{"dtype":"F32","shape":[-1],"data_offsets":[0,4]}} | shape must be a list of whole numbers
            {"b":{"dtype":"F32","shape":[1],"data_offsets":[0]}}    | data_offsets must be two numbers
            {"b":7}                                                 | shape must be a list
            {}                                                      | 4 bytes belong to no tensor
            [1]                                                     | not a JSON object
            """)
    void damagedHeadersGetOneLine(String header, String message) throws IOException {
        ByteBuffer body = ByteBuffer.allocate(8 + header.length() + 4).order(ByteOrder.LITTLE_ENDIAN);
        body.putLong(header.length())
                .put(header.getBytes(StandardCharsets.UTF_8))
                .putFloat(2.5f);
        Path file = Files.write(folder.resolve("bad.safetensors"), body.array());
        assertThatThrownBy(() -> Safetensors.read(file))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("bad.safetensors: not a safetensors file: ")
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 0, 1, 1000, 100_000_001, Long.MAX_VALUE, Long.MIN_VALUE})
    void aLengthOfTheHeaderThatCannotBeIsRefused(long length) throws IOException {
        ByteBuffer body =
                ByteBuffer.allocate(100).order(ByteOrder.LITTLE_ENDIAN).putLong(length);
        body.put("{}".getBytes(StandardCharsets.UTF_8));
        Path file = Files.write(folder.resolve("length.safetensors"), body.array());
        assertThatThrownBy(() -> Safetensors.read(file))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("must give the length of a header inside the file");
    }

    @ParameterizedTest
    @EnumSource(StoredTensor.Type.class)
    void everyTypeIsReadAsItWasWritten(StoredTensor.Type type) throws IOException {
        byte[] bytes = new byte[2 * type.bytes()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (type == StoredTensor.Type.BOOL ? i % 2 : 17 * i);
        }
        Map<String, StoredTensor> tensors = Map.of("w", new StoredTensor(type, new long[] {2, 1}, bytes));
        Path file = folder.resolve("type.safetensors");
        Safetensors.write(file, new Safetensors.Contents(tensors, Map.of()));
        assertThat(Safetensors.read(file).tensors()).isEqualTo(tensors);
    }

    @Test
    void cutFileGetsOneLine() throws IOException {
        byte[] whole = bytes(new Safetensors.Contents(Map.of("w", StoredTensor.of(new float[] {1, 2}, 2)), Map.of()));
        for (int length = 0; length < whole.length; length++) {
            Path file = Files.write(folder.resolve("cut.safetensors"), Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> Safetensors.read(file))
                    .isInstanceOf(UserError.class)
                    .hasMessageContaining("not a safetensors file");
        }
    }

    static byte[] bytes(Safetensors.Contents contents) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Safetensors.write(out, contents);
        return out.toByteArray();
    }
}
