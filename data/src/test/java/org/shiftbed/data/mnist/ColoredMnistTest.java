package org.shiftbed.data.mnist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shiftbed.base.TorchRandom;
import org.shiftbed.data.AttributeTable;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.PackedImages;

class ColoredMnistTest {
    private static final int[] SIZES = {23_334, 23_333, 23_333};

    /** A pool of the size of MNIST: labels by a formula, the first two bytes of an image tell its number. */
    private static DigitPool pool(int size) {
        PackedImages images = PackedImages.allocate(size, 784);
        byte[] labels = new byte[size];
        byte[] image = new byte[784];
        for (int i = 0; i < size; i++) {
            image[0] = (byte) (i >> 16);
            image[1] = (byte) (i >> 8);
            image[2] = (byte) i;
            images.write(i, image);
            labels[i] = (byte) (i * 7L % 10);
        }
        return new DigitPool(List.of(images), labels);
    }

    private static int number(byte[] bytes, int at) {
        return (bytes[at] & 0xff) << 16 | (bytes[at + 1] & 0xff) << 8 | (bytes[at + 2] & 0xff);
    }

    /** Counts and permutation of {@code domainbed-protocol.md} A.2. */
    @Test
    void flipsAndOrderOfSeedZeroAreThoseOfDomainBed() {
        try (Dataset data = ColoredMnist.of(pool(70_000), 0)) {
            AttributeTable table = data.attributes();
            int[] labelFlips = new int[3];
            int[] colourFlips = new int[3];
            int[] sizes = new int[3];
            for (int row = 0; row < data.size(); row++) {
                int environment = table.code(row, "domain");
                int clean = table.code(row, "digit") < 5 ? 1 : 0;
                sizes[environment]++;
                labelFlips[environment] += clean == table.code(row, "y") ? 0 : 1;
                colourFlips[environment] += table.code(row, "y") == table.code(row, "color") ? 0 : 1;
            }
            assertThat(sizes).containsExactly(SIZES);
            assertThat(labelFlips).containsExactly(5769, 5785, 5765);
            assertThat(colourFlips).containsExactly(2385, 4697, 21_055);

            // randperm(70000) begins 26044 34615 62699 39172 46907 31604 and ends 66771 6969 21524 4589.
            int[][] known = {
                {0, 26044},
                {23_334, 34615},
                {46_667, 62699},
                {1, 39172},
                {23_335, 46907},
                {46_668, 31604},
                {23_333, 4589},
                {69_999, 21524},
                {46_666, 6969},
                {23_332, 66771}
            };
            for (int[] pair : known) {
                ByteBuffer target = ByteBuffer.allocate(2 * 784);
                data.read(new int[] {pair[0]}, 0, 1, target);
                int channel = table.code(pair[0], "color");
                assertThat(number(target.array(), channel * 784)).isEqualTo(pair[1]);
                assertThat(number(target.array(), (1 - channel) * 784)).isEqualTo(0);
                assertThat(table.code(pair[0], "digit")).isEqualTo(pair[1] * 7 % 10);
            }
        }
    }

    /** First three uniforms of every environment, label then colour, of {@code domainbed-protocol.md} A.2. */
    @Test
    void uniformsOfSeedZeroComeInTheOrderOfDomainBed() {
        double[][] label = {
            {0.219723, 0.475368, 0.937471}, {0.537663, 0.392440, 0.709746}, {0.477636, 0.594717, 0.676586}
        };
        double[][] colour = {
            {0.708628, 0.049628, 0.595012}, {0.913214, 0.866199, 0.228865}, {0.527986, 0.806239, 0.141487}
        };
        float[] flips = {0.1f, 0.2f, 0.9f};
        TorchRandom random = new TorchRandom(0);
        random.permutation(70_000);
        try (Dataset data = ColoredMnist.of(pool(70_000), 0)) {
            int first = 0;
            for (int environment = 0; environment < 3; environment++) {
                for (double[] wanted : new double[][] {label[environment], colour[environment]}) {
                    for (int i = 0; i < SIZES[environment]; i++) {
                        float drawn = random.nextFloat();
                        if (i < 3) {
                            assertThat((double) drawn).isCloseTo(wanted[i], within(6e-7));
                        }
                    }
                }
                for (int i = 0; i < 3; i++) {
                    AttributeTable table = data.attributes();
                    int clean = table.code(first + i, "digit") < 5 ? 1 : 0;
                    int y = table.code(first + i, "y");
                    assertThat(y != clean).isEqualTo(label[environment][i] < 0.25);
                    assertThat(y != table.code(first + i, "color"))
                            .isEqualTo(colour[environment][i] < flips[environment]);
                }
                first += SIZES[environment];
            }
        }
    }

    @Test
    void runSeedMovesTheDrawsButNotTheFingerprint() {
        try (Dataset one = ColoredMnist.of(pool(90), 1);
                Dataset two = ColoredMnist.of(pool(90), 2);
                Dataset other = ColoredMnist.of(pool(91), 1);
                Dataset rotated = RotatedMnist.of(pool(90), 1)) {
            assertThat(one.attributes().column("digit"))
                    .isNotEqualTo(two.attributes().column("digit"));
            assertThat(one.fingerprint()).isEqualTo(two.fingerprint()).matches("[0-9a-f]{16}");
            assertThat(List.of(other.fingerprint(), rotated.fingerprint())).doesNotContain(one.fingerprint());
            assertThat(one.domain()).isEqualTo("domain");
            assertThat(one.label()).isEqualTo("y");
            assertThat(one.shape()).hasToString("2x28x28");
        }
    }

    @Test
    void rotatedRowsShowTheirDigitTurnedByTheirAngle() {
        try (Dataset data = RotatedMnist.of(pool(62), 5)) {
            int[] order = new TorchRandom(5).permutation(62);
            int[] sizes = {11, 11, 10, 10, 10, 10};
            byte[] turned = new byte[784];
            int row = 0;
            for (int environment = 0; environment < 6; environment++) {
                Rotation rotation = new Rotation(15 * environment);
                for (int i = 0; i < sizes[environment]; i++, row++) {
                    int number = order[environment + 6 * i];
                    byte[] upright = new byte[784];
                    upright[2] = (byte) number;
                    rotation.turn(upright, turned);
                    ByteBuffer target = ByteBuffer.allocate(784);
                    data.read(new int[] {row}, 0, 1, target);
                    assertThat(target.array()).isEqualTo(turned);
                    assertThat(data.attributes().code(row, "domain")).isEqualTo(environment);
                    assertThat(data.attributes().code(row, "y")).isEqualTo(number * 7 % 10);
                    assertThat(data.attributes().groups()[row]).isEqualTo(number);
                }
            }
            assertThat(data.attributes().attribute("domain").values())
                    .isEqualTo(List.of("0", "15", "30", "45", "60", "75"));
        }
    }

    @Test
    void aPoolThatIsTooSmallForAllEnvironmentsStillOpens() {
        try (Dataset data = RotatedMnist.of(pool(4), 5)) {
            assertThat(data.size()).isEqualTo(4);
            assertThat(data.attributes().column("domain")).containsExactly(0, 1, 2, 3);
        }
    }
}
