package org.shiftbed.data.npz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads what numpy itself wrote, where this machine has it. */
@Tag("peer")
class NumpyPeerTest {
    private static final String SCRIPT = """
            import sys, numpy as np
            i = np.arange(24).reshape(2, 3, 4)
            arrays = {}
            for t in ['u1', 'b1', 'i1', '<u2', '>u2', '<i2', '<i4', '>i4', '<u4', '<i8', '>i8', '<u8', '<f4', '>f4', '<f8', '>f8']:
                name = t.replace('<', 'l').replace('>', 'b')
                values = (i % 2 if t == 'b1' else i * 7 - (0 if 'u' in t else 50)).astype(t)
                arrays[name] = values
                arrays[name + '_f'] = np.asfortranarray(values)
            arrays['scalar'] = np.array(5)
            arrays['empty'] = np.zeros((0, 4), 'u1')
            arrays['objects'] = np.array([{'a': 1}, None], dtype=object)
            np.savez(sys.argv[1] + '/stored.npz', **arrays)
            np.savez_compressed(sys.argv[1] + '/deflated.npz', **arrays)
            np.save(sys.argv[1] + '/single.npy', arrays['u1'])
            """;

    @TempDir
    Path folder;

    @Test
    void everyTypeAndOrderThatNumpyWritesIsRead() throws IOException, InterruptedException {
        assumeTrue(python(), "no python3-numpy");
        for (String archive : List.of("stored.npz", "deflated.npz")) {
            try (NpzFile npz = NpzFile.open(folder.resolve(archive))) {
                assertThat(npz.keys()).hasSize(35).contains("u1", "bi4_f", "objects");
                for (String key : npz.keys()) {
                    if (!List.of("scalar", "empty", "objects").contains(key)) {
                        check(npz, key);
                    }
                }
                try (NpyArray scalar = npz.array("scalar");
                        NpyArray empty = npz.array("empty");
                        NpyArray objects = npz.array("objects")) {
                    assertThat(scalar.wholeNumbers()).containsExactly(5);
                    assertThat(empty.rows()).isZero();
                    assertThat(objects.header().type().kind()).isEqualTo(NpyType.Kind.OBJECT);
                }
            }
        }
        try (NpyArray single = NpzFile.single(folder.resolve("single.npy"))) {
            assertThat(single.wholeNumbers()).containsExactly(values("u1"));
        }
    }

    private static void check(NpzFile npz, String key) throws IOException {
        long[] wanted = values(key);
        try (NpyArray array = npz.array(key)) {
            assertThat(array.header().fortran()).as(key).isEqualTo(key.endsWith("_f"));
            assertThat(array.numbers())
                    .as(key)
                    .containsExactly(Arrays.stream(wanted).mapToDouble(v -> v).toArray());
        }
        if (!key.contains("f4") && !key.contains("f8")) {
            try (NpyArray array = npz.array(key)) {
                assertThat(array.wholeNumbers()).as(key).containsExactly(wanted);
            }
        }
    }

    private static long[] values(String key) {
        long[] values = new long[24];
        boolean unsigned = key.contains("u");
        Arrays.setAll(values, i -> key.startsWith("b1") ? i % 2 : i * 7L - (unsigned ? 0 : 50));
        return values;
    }

    private boolean python() throws IOException, InterruptedException {
        String python = System.getProperty("shiftbed.python", "/usr/bin/python3");
        Process process;
        try {
            process = new ProcessBuilder(python, "-c", SCRIPT, folder.toString())
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            return false;
        }
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        boolean done = process.waitFor() == 0;
        if (!done && !said.contains("No module named")) {
            throw new IllegalStateException(said);
        }
        return done;
    }
}
