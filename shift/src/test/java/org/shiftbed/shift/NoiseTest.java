package org.shiftbed.shift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.shiftbed.data.AttributeTable;

/** Noise by a confusion matrix, and of environments; uniform noise of labels is in {@link BatchRulesTest}. */
class NoiseTest {
    static final List<List<Double>> CONFUSION =
            List.of(List.of(0.7, 0.2, 0.1), List.of(0.0, 1.0, 0.0), List.of(0.5, 0.0, 0.5));

    private final AttributeTable table = FactorGrid.sprites();
    private final int[] shape = table.column("shape");
    private final int[] color = table.column("color");

    @Test
    void aConfusionMatrixGivesLabelsItsProbabilities() {
        Split split = noisy(new LabelNoise(0, false, "shape", CONFUSION), "none", Map.of());
        double[][] seen = new double[3][3];
        for (BatchSource.EnvironmentRows group : draws(split, 300)) {
            for (int k = 0; k < group.rows().length; k++) {
                seen[shape[group.rows()[k]]][group.labels()[k]]++;
            }
        }
        assertProbabilities(seen, CONFUSION);
        assertThat(split.labels()).containsExactly(shape);
    }

    @Test
    void aConfusionMatrixMayBeOfTheEnvironments() {
        Map<String, Object> fields = Map.of("environments", "color");
        Split split = noisy(new LabelNoise(0, false, "color", CONFUSION), "none", fields);
        double[][] seen = new double[3][3];
        for (BatchSource.EnvironmentRows group : draws(split, 300)) {
            for (int k = 0; k < group.rows().length; k++) {
                seen[color[group.rows()[k]]][group.environment()]++;
                assertThat(group.labels()[k]).isEqualTo(shape[group.rows()[k]]);
            }
        }
        assertProbabilities(seen, CONFUSION);
        assertThat(split.environmentOf()).containsExactly(color);
    }

    @Test
    void uniformNoiseOfEnvironmentsDrawsAmongThoseOfTraining() {
        Split split = noisy(
                new LabelNoise(0.6, false, "color", List.of()),
                "unseen",
                Map.of("attribute", "color", "values", "red"));
        assertThat(split.trainingEnvironments()).containsExactly(1, 2);
        double[][] seen = new double[2][2];
        for (BatchSource.EnvironmentRows group : draws(split, 300)) {
            for (int row : group.rows()) {
                seen[color[row] - 1][group.environment()]++;
            }
        }
        assertProbabilities(seen, List.of(List.of(0.7, 0.3), List.of(0.3, 0.7)));
    }

    @Test
    void frozenConfusionIsOneDrawARow() {
        Split split = noisy(new LabelNoise(0, true, null, CONFUSION), "none", Map.of());
        Map<Integer, Integer> first = new HashMap<>();
        double[][] seen = new double[3][3];
        for (BatchSource.EnvironmentRows group : draws(split, 200)) {
            for (int k = 0; k < group.rows().length; k++) {
                int row = group.rows()[k];
                Integer before = first.putIfAbsent(row, group.labels()[k]);
                if (before == null) {
                    seen[shape[row]][group.labels()[k]]++;
                } else {
                    assertThat(group.labels()[k]).isEqualTo(before);
                }
            }
        }
        assertProbabilities(seen, CONFUSION);
    }

    @Test
    void noiseThatCannotBeIsRefused() {
        Refused.by(
                () -> noisy(new LabelNoise(0.5, false, "scale", List.of()), "none", Map.of("environments", "color")),
                "none: noise: attribute 'scale' is neither the label 'shape' nor what the environments are made of"
                        + " ('color')");
        Refused.by(
                () -> noisy(new LabelNoise(0.5, false, "colr", List.of()), "none", Map.of("environments", "color")),
                "did you mean 'color'?");
        Refused.by(
                () -> noisy(
                        new LabelNoise(0, false, null, List.of(List.of(1.0, 0.0), List.of(0.0, 1.0))),
                        "none",
                        Map.of()),
                "confusion has 2 rows, 'shape' has 3 values (square, ellipse, heart)");
        Refused.by(
                () -> noisy(
                        new LabelNoise(0, false, "color", CONFUSION),
                        "unseen",
                        Map.of("attribute", "color", "values", "green")),
                "confusion sees 'red' as 'green' of 'color', which no training row has",
                "write 0 there");
        for (List<List<Double>> wrong : List.of(
                List.of(List.of(0.5, 0.4), List.of(0.0, 1.0)),
                List.of(List.of(1.5, -0.5), List.of(0.0, 1.0)),
                List.of(List.of(1.0), List.of(0.0, 1.0)))) {
            assertThatThrownBy(() -> new LabelNoise(0, false, null, wrong))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    private Split noisy(LabelNoise noise, String kind, Map<String, Object> fields) {
        return FactorGrid.shift(kind, fields, new Conditions(0, noise)).apply(table, FactorGrid.run(0));
    }

    private static List<BatchSource.EnvironmentRows> draws(Split split, int batches) {
        PartBatches source = new PartBatches(split, 100, FactorGrid.run(1));
        return IntStream.range(0, batches)
                .boxed()
                .flatMap(i -> source.next().stream())
                .toList();
    }

    /** Within four standard deviations of a share, for every cell. */
    private static void assertProbabilities(double[][] seen, List<List<Double>> expected) {
        for (int i = 0; i < seen.length; i++) {
            double total = Arrays.stream(seen[i]).sum();
            assertThat(total).isGreaterThan(500);
            for (int j = 0; j < seen[i].length; j++) {
                double p = expected.get(i).get(j);
                assertThat(seen[i][j] / total).isCloseTo(p, within(4 * Math.sqrt(p * (1 - p) / total)));
            }
        }
    }
}
