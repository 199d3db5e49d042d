package org.shiftbed.data.images;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PlainResizeTest {
    @Test
    void aLineOfTwoPixelsIsStretchedAtQuarters() {
        byte[] line = {0, 100, 0, 100};
        // Centres of four pixels lie at -1/4, 1/4, 3/4 and 5/4 of the two.
        assertThat(PlainResize.resize(new Planes(1, 2, 2, line), 4, 4))
                .containsExactly(0, 25, 75, 100, 0, 25, 75, 100, 0, 25, 75, 100, 0, 25, 75, 100);
    }

    @Test
    void shrinkingTakesTheTwoPixelsAroundAndNoMore() {
        // Four to one: the centre lies between the second and the third; the outer two do not count.
        byte[] four = new byte[16];
        four[5] = 40;
        four[6] = 80;
        four[9] = 120;
        four[10] = (byte) 161;
        four[0] = (byte) 255;
        assertThat(PlainResize.resize(new Planes(1, 4, 4, four), 1, 1)).containsExactly(100);
    }

    @Test
    void anySizeIsTheSumOverAllPixelsOfTheirHats() {
        SplittableRandom random = new SplittableRandom(5);
        for (int[] size : new int[][] {{7, 5}, {3, 11}, {1, 4}, {13, 13}}) {
            byte[] bytes = new byte[2 * size[0] * size[1]];
            random.nextBytes(bytes);
            Planes from = new Planes(2, size[0], size[1], bytes);
            for (int side : new int[] {4, 9, 13}) {
                byte[] made = PlainResize.resize(from, side, side);
                for (int i = 0; i < made.length; i++) {
                    double value = hats(from, i / (side * side), i / side % side, i % side, side);
                    assertThat((double) (made[i] & 0xFF)).isBetween(value - 0.5 - 1e-9, value + 0.5 + 1e-9);
                }
            }
        }
    }

    /** Every pixel of the source, those outside it repeated, weighs 1 - |distance| on each axis. */
    private static double hats(Planes from, int channel, int y, int x, int side) {
        double cy = (y + 0.5) * from.height() / side - 0.5;
        double cx = (x + 0.5) * from.width() / side - 0.5;
        double sum = 0;
        for (int r = -2; r < from.height() + 2; r++) {
            for (int c = -2; c < from.width() + 2; c++) {
                double weight = Math.max(0, 1 - Math.abs(r - cy)) * Math.max(0, 1 - Math.abs(c - cx));
                int row = Math.max(0, Math.min(from.height() - 1, r));
                int column = Math.max(0, Math.min(from.width() - 1, c));
                sum += weight * (from.bytes()[(channel * from.height() + row) * from.width() + column] & 0xFF);
            }
        }
        return sum;
    }
}
