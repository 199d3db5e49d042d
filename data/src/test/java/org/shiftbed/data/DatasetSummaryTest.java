package org.shiftbed.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.shiftbed.base.UserError;

class DatasetSummaryTest {
    private static final Attribute SIZE = new Attribute("size", List.of("small", "large"));
    private static final Attribute HOUSE = new Attribute("house", List.of("a", "b", "c"));
    private static final ImageShape SHAPE = new ImageShape(1, 1, 2);

    private static InMemoryDataset data(int[] sizes, int[] houses, int[] groups, byte[] pixels) {
        Map<String, int[]> codes = new LinkedHashMap<>();
        codes.put("size", sizes);
        codes.put("house", houses);
        return new InMemoryDataset(
                "rooms", SHAPE, pixels, new AttributeTable(List.of(SIZE, HOUSE), codes, groups), "size", "house");
    }

    @Test
    void countsGroupsAndPixelFiguresAreThoseWorkedOutByHand() {
        byte[] pixels = {0, 51, (byte) 255, 0, 0, 51, (byte) 102, (byte) 153};
        try (Dataset data = data(new int[] {0, 1, 0, 0}, new int[] {0, 0, 0, 1}, new int[] {0, 1, 0, 3}, pixels)) {
            DatasetSummary summary = DatasetSummary.of(data);
            assertThat(summary.rows()).isEqualTo(4);
            assertThat(summary.distinct()).isEqualTo(3);
            assertThat(summary.duplicates()).isEqualTo(1);
            assertThat(summary.sampled()).isEqualTo(4);
            assertThat(summary.counts())
                    .isEqualTo(Map.of("size", Map.of("small", 3, "large", 1), "house", Map.of("a", 3, "b", 1, "c", 0)));
            assertThat(List.copyOf(summary.counts().keySet())).containsExactly("size", "house");
            // Values 0, .2, 1, 0, 0, .2, .4, .6: sum 2.4, sum of squares 0.04 + 1 + 0.04 + 0.16 + 0.36 = 1.6.
            assertThat(summary.mean()).isCloseTo(0.3, within(1e-12));
            assertThat(summary.variance()).isCloseTo(0.2 - 0.09, within(1e-12));
            assertThat(summary.label()).isEqualTo("size");
            assertThat(summary.domain()).isEqualTo("house");
            assertThat(summary.fingerprint()).isEqualTo(data.fingerprint());
        }
    }

    @Test
    void spritesHaveTheVarianceOfDspritesDividedOverTheirChannels() {
        Map<String, Object> parameters =
                Datasets.resolve("sprites", Map.of("stride", Map.of("orientation", 5, "position", 4)), "test");
        try (Dataset data = Datasets.open("sprites", parameters, new DataSource(null, 0))) {
            DatasetSummary summary = DatasetSummary.of(data);
            assertThat(summary.sampled()).isEqualTo(6000);
            // One channel of three is lit, so the mean is a third of the grey one, and x^2 = x for black and white.
            double grey = 3 * summary.mean();
            assertThat(summary.variance()).isCloseTo(grey / 3 - grey * grey / 9, within(1e-12));
            assertThat(grey * (1 - grey)).isCloseTo(0.0407, within(0.002));
        }
    }

    @Test
    void inMemoryRowsAreReadInAnyOrderFromTheBuffersPositionOn() {
        byte[] pixels = {1, 2, 3, 4, 5, 6, 7, 8};
        try (Dataset data = data(new int[4], new int[4], new int[] {0, 1, 2, 3}, pixels)) {
            ByteBuffer target = ByteBuffer.allocateDirect(9);
            target.put((byte) 9);
            data.read(new int[] {0, 3, 3, 1, 2}, 1, 3, target);
            assertThat(target.position()).isEqualTo(7);
            byte[] read = new byte[7];
            target.flip().get(read);
            assertThat(read).containsExactly(9, 7, 8, 7, 8, 3, 4);
        }
    }

    @Test
    void inMemoryFingerprintsFollowContent() {
        byte[] pixels = {1, 2, 3, 4};
        String one = data(new int[2], new int[2], new int[] {0, 1}, pixels).fingerprint();
        assertThat(data(new int[2], new int[2], new int[] {0, 1}, pixels).fingerprint())
                .isEqualTo(one);
        assertThat(data(new int[] {0, 1}, new int[2], new int[] {0, 1}, pixels).fingerprint())
                .isNotEqualTo(one);
        assertThat(data(new int[2], new int[2], new int[] {0, 0}, pixels).fingerprint())
                .isNotEqualTo(one);
        assertThat(data(new int[2], new int[2], new int[] {0, 1}, new byte[] {1, 2, 3, 5})
                        .fingerprint())
                .isNotEqualTo(one);
    }

    @Test
    void inMemoryDataThatDoesNotFitIsRefused() {
        assertThatThrownBy(() -> data(new int[2], new int[2], new int[] {0, 1}, new byte[5]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("4 bytes, got 5");
        AttributeTable table = AttributeTable.everyCombination(List.of(SIZE, HOUSE), 2);
        assertThatThrownBy(() -> new InMemoryDataset("x", SHAPE, new byte[24], table, "sise", null))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("did you mean 'size'?");
    }
}
