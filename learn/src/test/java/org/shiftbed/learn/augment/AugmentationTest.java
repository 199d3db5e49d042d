package org.shiftbed.learn.augment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shiftbed.data.ImageShape;

class AugmentationTest {
    private static final ImageShape COLOUR = new ImageShape(3, 32, 32);

    private static Picture noise(ImageShape shape) {
        byte[] bytes = new byte[shape.bytes()];
        new SplittableRandom(3).nextBytes(bytes);
        return new Picture(shape, bytes);
    }

    private static Picture flat(int value) {
        byte[] bytes = new byte[COLOUR.bytes()];
        Arrays.fill(bytes, (byte) value);
        return new Picture(COLOUR, bytes);
    }

    static Stream<Augmentation> all() {
        return Stream.of(
                new RandAugment(RandAugment.LAYERS, RandAugment.MAGNITUDE, RandAugment.Enhance.SIGNED),
                new AutoAugment(),
                new AugMix(AugMix.SEVERITY),
                ImageNetAugmentation.standard(),
                new ImageNetAugmentation(true, true, true));
    }

    /** A14. */
    @Test
    void a14SomeOperationsChangeNothing() {
        Picture picture = noise(COLOUR);
        assertThat(Tone.invert().then(Tone.invert()).apply(picture)).isEqualTo(picture);
        assertThat(Tone.invert().apply(picture)).isNotEqualTo(picture);
        assertThat(Tone.posterize(8).apply(picture)).isEqualTo(picture);
        for (Primitive enhancer :
                List.of(Primitive.COLOR, Primitive.CONTRAST, Primitive.BRIGHTNESS, Primitive.SHARPNESS)) {
            Warp warp = new Warp(Interpolation.NEAREST, 0);
            assertThat(enhancer.of(1, warp).apply(picture)).as(enhancer.title()).isEqualTo(picture);
            assertThat(enhancer.of(1.2, warp).apply(picture))
                    .as(enhancer.title())
                    .isNotEqualTo(picture);
            double source = RandAugment.value(enhancer, 5, -1, COLOUR, RandAugment.Enhance.SOURCE);
            assertThat(enhancer.of(source, warp).apply(picture))
                    .as(enhancer.title())
                    .isEqualTo(picture);
        }
        assertThat(Tone.equalize().apply(flat(77))).isEqualTo(flat(77));
        assertThat(Tone.autoContrast().apply(flat(77))).isEqualTo(flat(77));
    }

    @ParameterizedTest
    @MethodSource("all")
    void thePictureGivenStaysAsItIsAndItsStreamDecides(Augmentation augmentation) {
        for (int channels : new int[] {1, 3, 4}) {
            Picture picture = noise(new ImageShape(channels, 40, 36));
            Picture before = new Picture(picture.shape(), picture.bytes().clone());
            int size = augmentation.shape(picture.shape()).bytes();
            assertThat(size).isEqualTo(3 * 40 * 36);
            Set<Integer> different = new HashSet<>();
            for (int seed = 0; seed < 30; seed++) {
                float[] one = new float[size + 2];
                float[] again = new float[size + 2];
                augmentation.apply(picture, new SplittableRandom(seed), one, 1);
                augmentation.apply(picture, new SplittableRandom(seed), again, 1);
                assertThat(again).isEqualTo(one);
                assertThat(one[0]).isZero();
                assertThat(one[size + 1]).isZero();
                different.add(Arrays.hashCode(one));
                for (float value : one) {
                    assertThat(value).isBetween(0f, 255f);
                    assertThat(augmentation instanceof AugMix || value == Math.rint(value))
                            .isTrue();
                }
            }
            assertThat(different.size()).isGreaterThan(8);
            assertThat(picture).isEqualTo(before);
        }
    }

    /** Shares of the drawn sizes against the integral of the rule: area uniform, logarithm of the aspect uniform. */
    @Test
    void aCropHasTheStatedAreaAndAspect() {
        SplittableRandom random = new SplittableRandom(1);
        RandomResizedCrop crop = new RandomResizedCrop(0.08, 0.5);
        double area = 0;
        double aspect = 0;
        int draws = 4000;
        double least = 1;
        double most = 0;
        for (int k = 0; k < draws; k++) {
            RandomResizedCrop.Box box = crop.draw(200, 200, random);
            assertThat(box.top()).isBetween(0, 200 - box.height());
            assertThat(box.left()).isBetween(0, 200 - box.width());
            double share = box.height() * box.width() / 40000.0;
            area += share / draws;
            aspect += Math.log((double) box.width() / box.height()) / draws;
            least = Math.min(least, share);
            most = Math.max(most, share);
        }
        // Standard errors: 0.42 / sqrt(12 * 4000) and 0.575 / sqrt(12 * 4000).
        assertThat(area).isCloseTo(0.29, within(4 * 0.0019));
        assertThat(aspect).isCloseTo(0, within(4 * 0.0027));
        assertThat(least).isBetween(0.075, 0.09);
        assertThat(most).isBetween(0.49, 0.505);
    }

    @Test
    void aCropThatNeverFitsIsTakenFromTheMiddle() {
        // A line of pixels: every aspect of 3/4 to 4/3 needs more rows than there are, or rounds to none.
        RandomResizedCrop.Box box = new RandomResizedCrop(0.9, 1).draw(4, 400, new SplittableRandom(1));
        assertThat(box).isEqualTo(new RandomResizedCrop.Box(0, 197, 4, 5));
        assertThat(RandomResizedCrop.centred(400, 4)).isEqualTo(new RandomResizedCrop.Box(197, 0, 5, 4));
        assertThat(RandomResizedCrop.centred(10, 11)).isEqualTo(new RandomResizedCrop.Box(0, 0, 10, 11));
    }

    /** Each layer draws one of all sixteen with equal chance: counts of one layer against 16 equal cells. */
    @Test
    void randAugmentDrawsEveryOperationEquallyOften() {
        Picture picture = noise(COLOUR);
        Map<Primitive, Integer> counts = new EnumMap<>(Primitive.class);
        int draws = 3200;
        for (int k = 0; k < draws; k++) {
            SplittableRandom random = new SplittableRandom(k * 7919L);
            Primitive expected = Primitive.values()[random.nextInt(16)];
            counts.merge(expected, 1, Integer::sum);
            if (k < 200) {
                int sign = random.nextBoolean() ? 1 : -1;
                float[] found = new float[COLOUR.bytes()];
                new RandAugment(1, 5, RandAugment.Enhance.SIGNED)
                        .apply(picture, new SplittableRandom(k * 7919L), found, 0);
                if (expected != Primitive.CUTOUT) {
                    double value = RandAugment.value(expected, 5, sign, COLOUR, RandAugment.Enhance.SIGNED);
                    Picture direct = expected.of(value, new Warp(Interpolation.NEAREST, 128))
                            .apply(picture);
                    for (int i = 0; i < found.length; i++) {
                        assertThat(found[i]).isEqualTo(direct.at(i));
                    }
                }
            }
        }
        double chi = counts.values().stream()
                .mapToDouble(n -> (n - draws / 16.0) * (n - draws / 16.0) / (draws / 16.0))
                .sum();
        assertThat(counts).hasSize(16);
        // The 99.9% point of chi-squared with 15 degrees of freedom.
        assertThat(chi).isLessThan(37.7);
    }

    @Test
    void aMixtureWeighsItsChains() {
        double[] mixed =
                AugMix.mix(flat(100), List.of(flat(0), flat(200), flat(50)), new double[] {0.5, 0.3, 0.2}, 0.25);
        assertThat(mixed[0]).isCloseTo(0.75 * 100 + 0.25 * (60 + 10), within(1e-12));
    }

    @Test
    void chainsOfAugMixHaveOneToThreeOperationsOfALevelFromATenthOn() {
        SplittableRandom random = new SplittableRandom(5);
        int[] depths = new int[5];
        for (int k = 0; k < 9000; k++) {
            depths[AugMix.depth(random)]++;
        }
        assertThat(depths[0] + depths[4]).isZero();
        // Four standard deviations of a binomial of 9000 and 1/3.
        assertThat(List.of(depths[1], depths[2], depths[3])).allMatch(count -> Math.abs(count - 3000) < 179);
        assertThat(AugMix.level(3, 0)).isEqualTo(0.1);
        assertThat(AugMix.level(3, 0.5)).isCloseTo(1.55, within(1e-12));
        assertThat(AugMix.level(3, Math.nextDown(1.0))).isCloseTo(3, within(1e-12));
    }

    @Test
    void imageNetAugmentationCropsEightPerCentToAllAndJittersByFourTenths() {
        assertThat(ImageNetAugmentation.CROP).isEqualTo(new RandomResizedCrop(0.08, 1));
        SplittableRandom random = new SplittableRandom(6);
        double[] factors = DoubleStream.generate(() -> ImageNetAugmentation.factor(random))
                .limit(4000)
                .sorted()
                .toArray();
        assertThat(factors[0]).isBetween(0.6, 0.605);
        assertThat(factors[2000]).isCloseTo(1, within(0.03));
        assertThat(factors[3999]).isBetween(1.395, 1.4);
    }

    /** Layers of inverting or nothing: an odd number of times half of the time. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void theAblationAppliesItsOperationOrNothing(int layers) {
        Picture picture = noise(COLOUR);
        Picture inverted = Tone.invert().apply(picture);
        RandAugment only = RandAugment.only(Primitive.INVERT, layers, 5, RandAugment.Enhance.SIGNED);
        int changed = 0;
        for (int k = 0; k < 400; k++) {
            float[] found = new float[COLOUR.bytes()];
            only.apply(picture, new SplittableRandom(k), found, 0);
            boolean odd = found[0] != picture.at(0);
            changed += odd ? 1 : 0;
            for (int i = 0; i < found.length; i++) {
                assertThat(found[i]).isEqualTo((odd ? inverted : picture).at(i));
            }
        }
        // Four standard deviations of a binomial of 400 and 1/2.
        assertThat(changed).isBetween(160, 240);
    }

    @Test
    void magnitudesOutsideTheirRangesAreRefused() {
        assertThatThrownBy(() -> new RandAugment(0, 5, RandAugment.Enhance.SIGNED))
                .hasMessageContaining("at least one layer");
        assertThatThrownBy(() -> new RandAugment(1, 11, RandAugment.Enhance.SIGNED))
                .hasMessageContaining("0 to 10");
        assertThatThrownBy(() -> new AugMix(0)).hasMessageContaining("severity");
        assertThatThrownBy(() -> Tone.posterize(9)).hasMessageContaining("0 to 8 bits");
        assertThatThrownBy(() -> new Warp(Interpolation.NEAREST, 256)).hasMessageContaining("0 to 255");
    }
}
