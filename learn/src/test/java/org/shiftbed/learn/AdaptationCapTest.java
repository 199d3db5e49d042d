package org.shiftbed.learn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shiftbed.data.Attribute;
import org.shiftbed.data.AttributeTable;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.ImageShape;
import org.shiftbed.data.InMemoryDataset;
import org.shiftbed.learn.algorithm.Minibatch;
import org.shiftbed.learn.algorithm.TestTimeAdaptation;
import org.shiftbed.learn.torch.Natives;
import org.shiftbed.learn.torch.Tensors;
import org.shiftbed.shift.Environment;
import org.shiftbed.shift.LabelNoise;
import org.shiftbed.shift.Part;
import org.shiftbed.shift.Role;
import org.shiftbed.shift.SamplingWeights;
import org.shiftbed.shift.Split;

/** At most 1000 batches are adapted to while validating, all of them in the test ({@code controlled-shifts.md} 3.5, cap). */
class AdaptationCapTest {
    private static final int ROWS = 2007;
    private static final Dataset DATASET = dataset();

    @BeforeAll
    static void natives() {
        Natives.load(1);
    }

    /** One value of the attribute has 2007 rows: as batches of one, of two (the last row is left over), of three, and all in one. */
    @ParameterizedTest
    @CsvSource({
        "VALIDATION_ID, 1, 1000, 1000",
        "VALIDATION_ORACLE, 1, 1000, 1000",
        "TEST, 1, 2007, 2007",
        "VALIDATION_ID, 2, 1000, 2000",
        "TEST, 2, 1003, 2006",
        "VALIDATION_ID, 3, 669, 2007",
        "TEST, 2007, 1, 2007"
    })
    void atMostAThousandBatchesAreAdaptedToInValidation(Role role, int batch, int batches, int pictures) {
        Counting counting = new Counting();
        try (PointerScope scope = new PointerScope()) {
            ImageLoader images = new ImageLoader(DATASET, Precision.FLOAT32, "cpu", ROWS);
            Split split = split(role);
            new Evaluator(split, 2, images, counting, false, batch, List.of("part"), () -> {})
                    .evaluate(List.of("part"));
        }
        assertThat(counting.batches).isEqualTo(batches);
        // Every picture says which row it is, by its number in bytes, from the first on and each once.
        assertThat(counting.rows).isEqualTo(IntStream.range(0, pictures).boxed().toList());
        assertThat(counting.mixed).isEqualTo(1);
        assertThat(counting.adapted).isEqualTo(ROWS);
    }

    private static Dataset dataset() {
        byte[] pixels = new byte[ROWS * 2];
        for (int row = 0; row < ROWS; row++) {
            pixels[2 * row] = (byte) (row / 256);
            pixels[2 * row + 1] = (byte) (row % 256);
        }
        AttributeTable table = new AttributeTable(
                List.of(new Attribute("label", List.of("a", "b")), new Attribute("place", List.of("here"))),
                Map.of("label", new int[ROWS], "place", new int[ROWS]),
                null);
        return new InMemoryDataset("numbers", new ImageShape(1, 1, 2), pixels, table, "label", "place");
    }

    private static Split split(Role role) {
        return new Split(
                "label",
                "place",
                List.of(new Environment(0, "here")),
                DATASET.attributes().column("place"),
                DATASET.attributes().column("label"),
                2,
                List.of(new Part(
                        "part", role, -1, "all", 0, IntStream.range(0, ROWS).toArray(), 0)),
                List.of(),
                LabelNoise.NONE,
                SamplingWeights.PARTS,
                List.of(),
                Map.of());
    }

    /** Notes what it is given. */
    private static final class Counting implements TestTimeAdaptation {
        private final List<Integer> rows = new ArrayList<>();
        private int batches;
        private int mixed;
        private int adapted;
        private boolean mixing;

        @Override
        public boolean adapts(int images, int batch) {
            return true;
        }

        @Override
        public void collect(Tensor x) {
            batches++;
            double[] values = Tensors.toDoubles(x);
            for (int i = 0; i < values.length; i += 2) {
                rows.add((int) Math.round(255 * values[i]) * 256 + (int) Math.round(255 * values[i + 1]));
            }
        }

        @Override
        public void mix() {
            mixed++;
            mixing = true;
        }

        @Override
        public void forget() {
            mixing = false;
        }

        @Override
        public Tensor predict(Tensor x) {
            // The last batch is filled up with black pictures.
            adapted = mixing ? Math.min(ROWS, adapted + (int) x.size(0)) : adapted;
            return torch.zeros(x.size(0), 2);
        }

        @Override
        public Map<String, Double> update(List<Minibatch> minibatches) {
            return Map.of();
        }

        @Override
        public void train(boolean on) {}

        @Override
        public Map<String, Tensor> state() {
            return Map.of();
        }

        @Override
        public void load(Map<String, Tensor> state) {}

        @Override
        public Map<String, Tensor> snapshot() {
            return Map.of();
        }

        @Override
        public void restore(Map<String, Tensor> snapshot) {}

        @Override
        public void close() {}
    }
}
