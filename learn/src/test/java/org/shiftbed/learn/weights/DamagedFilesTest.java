package org.shiftbed.learn.weights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.base.UserError;

/** Whatever happens to the bytes of a file, reading it gives tensors or one line, and takes no more memory than the file warrants. */
class DamagedFilesTest {
    private static final int TRIES = 1500;

    @TempDir
    Path folder;

    @Test
    void aDamagedStateDictGivesTensorsOrOneLine() throws IOException {
        Map<String, byte[]> entries = TorchFiles.stateDict(ByteOrder.LITTLE_ENDIAN);
        damage(Files.readAllBytes(TorchFiles.zip(folder.resolve("m.pth"), entries)));
    }

    @Test
    void aDamagedScriptGivesTensorsOrOneLine() throws IOException {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        entries.put(
                "data.pkl",
                TorchFiles.pickle()
                        .global("__torch__", "Net")
                        .op(")")
                        .op(0x81)
                        .op("}(")
                        .text("w")
                        .tensor("FloatStorage", "0", 2, 0, new int[] {2}, new int[] {1})
                        .op(0x71, 1)
                        .text("v")
                        .op(0x68, 1)
                        .op("ub")
                        .end());
        entries.put("data/0", TorchFiles.floats(ByteOrder.LITTLE_ENDIAN, 1, 2));
        entries.put("constants.pkl", new byte[] {(byte) 0x80, 2, ')', '.'});
        damage(Files.readAllBytes(TorchFiles.zip(folder.resolve("m.pt"), entries)));
    }

    @Test
    void aDamagedSafetensorsFileGivesTensorsOrOneLine() throws java.io.IOException {
        Map<String, StoredTensor> tensors = new LinkedHashMap<>();
        tensors.put("a", StoredTensor.of(new float[] {1, 2, 3, 4, 5, 6}, 2, 3));
        tensors.put("n", new StoredTensor(StoredTensor.Type.I64, new long[0], new byte[8]));
        damage(SafetensorsTest.bytes(new Safetensors.Contents(tensors, Map.of("step", "7"))));
    }

    /** Flips some bytes, cuts, or writes a run of equal bytes; a fixed seed. */
    private void damage(byte[] whole) {
        SplittableRandom random = new SplittableRandom(1);
        int read = 0;
        int refused = 0;
        for (int i = 0; i < TRIES; i++) {
            byte[] bytes = random.nextInt(8) == 0 ? Arrays.copyOf(whole, random.nextInt(whole.length)) : whole.clone();
            int flips = 1 + random.nextInt(4);
            for (int k = 0; k < flips && bytes.length > 0; k++) {
                int at = random.nextInt(bytes.length);
                switch (random.nextInt(3)) {
                    case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                    case 1 -> bytes[at] = (byte) random.nextInt(256);
                    default ->
                        Arrays.fill(bytes, at, Math.min(bytes.length, at + 1 + random.nextInt(8)), (byte)
                                (random.nextInt(2) - 1));
                }
            }
            try {
                long total = 0;
                for (StoredTensor tensor : TorchArchiveTest.read(Files.write(folder.resolve("damaged"), bytes))
                        .values()) {
                    total += tensor.bytes().length;
                }
                assertThat(total).isLessThanOrEqualTo(10L * bytes.length);
                read++;
            } catch (UserError e) {
                assertThat(e.getMessage()).doesNotContain("\n");
                refused++;
            } catch (IOException | RuntimeException e) {
                fail("try " + i, e);
            }
        }
        assertThat(read).as("some damage is to values only").isPositive();
        assertThat(refused).isPositive();
    }
}
