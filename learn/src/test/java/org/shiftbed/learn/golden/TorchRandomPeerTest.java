package org.shiftbed.learn.golden;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.base.NumpyRandom;
import org.shiftbed.base.TorchRandom;
import org.shiftbed.learn.torch.Natives;

/** Generators against torch and numpy on this machine, bit for bit. */
@Tag("peer")
class TorchRandomPeerTest {
    @TempDir
    static Path folder;

    private static Npz arrays;

    @BeforeAll
    static void record() throws Exception {
        Natives.load(1);
        PeerScript.run("torch_random.py", folder);
        arrays = Npz.read(folder.resolve("random.npz"));
    }

    @Test
    void torchDrawsTheSameNumbers() {
        Map<String, Npz.Array> all = arrays.below("torch/");
        assertThat(all).hasSize(8 * (1 + 6 + 8));
        all.forEach((name, array) -> {
            String[] words = name.split("/", -1);
            TorchRandom random = new TorchRandom(Long.parseLong(words[0]));
            double[] ours = new double[array.values().length];
            switch (words[1]) {
                case "rand" -> Arrays.setAll(ours, i -> random.nextFloat());
                case "randint" -> Arrays.setAll(ours, i -> random.nextInt(Long.parseLong(words[2])));
                default ->
                    ours = Arrays.stream(random.permutation(ours.length))
                            .asDoubleStream()
                            .toArray();
            }
            assertThat(ours).as(name).isEqualTo(array.values());
        });
    }

    @Test
    void numpyDrawsTheSameNumbers() {
        Map<String, Npz.Array> all = arrays.below("numpy/");
        assertThat(all).hasSize(6 * (2 + 7 + 4));
        all.forEach((name, array) -> {
            String[] words = name.split("/", -1);
            NumpyRandom random = new NumpyRandom(Long.parseLong(words[0]));
            double[] ours = new double[array.values().length];
            switch (words[1]) {
                case "random" -> Arrays.setAll(ours, i -> random.nextDouble());
                case "uniform" -> Arrays.setAll(ours, i -> random.uniform(-3.5, 7.25));
                case "randint" -> Arrays.setAll(ours, i -> random.bounded(Integer.parseInt(words[2])));
                default -> {
                    int[] order = new int[ours.length];
                    Arrays.setAll(order, i -> i);
                    random.shuffle(order);
                    ours = Arrays.stream(order).asDoubleStream().toArray();
                }
            }
            assertThat(ours).as(name).isEqualTo(array.values());
        });
    }
}
