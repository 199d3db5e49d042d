package org.shiftbed.learn.augment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.shiftbed.data.ImageShape;
import org.shiftbed.data.Transforms;

class DomainBedAugmentationTest {
    private static final ImageShape TO = new ImageShape(3, 16, 16);

    private static Picture ramp(int height, int width) {
        byte[] bytes = new byte[3 * height * width];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (40 + i % width * 150 / width + i / (height * width) * 20);
        }
        return new Picture(new ImageShape(3, height, width), bytes);
    }

    private static float[] drawn(Transforms family, Picture picture, long seed) {
        float[] values = new float[TO.bytes()];
        new DomainBedAugmentation(family).apply(picture, TO, new SplittableRandom(seed), values, 0);
        return values;
    }

    @Test
    void halfAreMirroredAndOneInTenIsGrey() {
        int mirrored = 0;
        int grey = 0;
        int count = 4000;
        for (int seed = 0; seed < count; seed++) {
            float[] values = drawn(Transforms.SPAWRIOUS, ramp(16, 16), seed);
            int area = TO.height() * TO.width();
            boolean flat = true;
            double left = 0;
            double right = 0;
            for (int i = 0; i < area; i++) {
                flat &= values[i] == values[area + i] && values[i] == values[2 * area + i];
                double sum = values[i] + values[area + i] + values[2 * area + i];
                left += i % 16 < 8 ? sum : 0;
                right += i % 16 < 8 ? 0 : sum;
            }
            grey += flat ? 1 : 0;
            mirrored += left > right ? 1 : 0;
        }
        assertThat((double) mirrored / count).isCloseTo(0.5, within(5 * Math.sqrt(0.25 / count)));
        assertThat((double) grey / count).isCloseTo(0.1, within(5 * Math.sqrt(0.09 / count)));
    }

    /** The same stream, the same operations, one by one; their arithmetic is met elsewhere. */
    @Test
    void drawsComeInTheOrderOfTheProtocol() {
        for (long seed = 0; seed < 60; seed++) {
            Picture picture = ramp(20, 30);
            SplittableRandom random = new SplittableRandom(seed);
            RandomResizedCrop.Box box = new RandomResizedCrop(0.7, 1).draw(20, 30, random);
            assertThat(box.height() * box.width()).isBetween((int) (0.65 * 600), 600);
            Picture expected = RandomResizedCrop.resized(box, 16, 16).apply(picture);
            expected = random.nextDouble() < 0.5 ? Cut.mirror().apply(expected) : expected;
            int[] order = {0, 1, 2, 3};
            for (int last = 3; last > 0; last--) {
                int other = random.nextInt(last + 1);
                int kept = order[last];
                order[last] = order[other];
                order[other] = kept;
            }
            double[] factors = new double[4];
            for (int k = 0; k < 4; k++) {
                factors[k] = 0.3 * (2 * random.nextDouble() - 1);
            }
            for (int k : order) {
                expected = switch (k) {
                    case 0 -> Enhance.brightness(1 + factors[0]).apply(expected);
                    case 1 -> Enhance.contrast(1 + factors[1]).apply(expected);
                    case 2 -> Enhance.color(1 + factors[2]).apply(expected);
                    default -> Hue.turn(factors[3]).apply(expected);
                };
            }
            expected = random.nextDouble() < 0.1 ? Enhance.greyInThree().apply(expected) : expected;
            float[] values = drawn(Transforms.FOLDERS, picture, seed);
            for (int i = 0; i < values.length; i++) {
                assertThat(values[i]).isEqualTo(expected.at(i));
            }
        }
    }

    @Test
    void whatIsNeverCroppedMustHaveTheSizeAlready() {
        assertThatThrownBy(() -> drawn(Transforms.SPAWRIOUS, ramp(20, 16), 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new DomainBedAugmentation(Transforms.NONE))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(new DomainBedAugmentation(Transforms.FOLDERS).ofOriginals()).isTrue();
        assertThat(new DomainBedAugmentation(Transforms.WILDS).ofOriginals()).isFalse();
    }
}
