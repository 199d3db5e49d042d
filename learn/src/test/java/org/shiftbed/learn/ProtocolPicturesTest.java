package org.shiftbed.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.PointerScope;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.shiftbed.base.Seed;
import org.shiftbed.data.Attribute;
import org.shiftbed.data.AttributeTable;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.ImageShape;
import org.shiftbed.data.InMemoryDataset;
import org.shiftbed.data.Originals;
import org.shiftbed.data.Transforms;
import org.shiftbed.learn.TrainingTask.EvaluationPlan;
import org.shiftbed.learn.TrainingTask.Keep;
import org.shiftbed.learn.augment.DomainBedAugmentation;
import org.shiftbed.learn.torch.Natives;
import org.shiftbed.learn.torch.Tensors;
import org.shiftbed.shift.Environment;
import org.shiftbed.shift.LabelNoise;
import org.shiftbed.shift.Part;
import org.shiftbed.shift.Role;
import org.shiftbed.shift.SamplingWeights;
import org.shiftbed.shift.Split;

/** Three environments of 20 pictures of 8 pixels, the last one held out; their originals are of 12 x 10. */
class ProtocolPicturesTest {
    private static final ImageShape SHAPE = new ImageShape(3, 8, 8);
    private static final int EACH = 20;
    private static final List<String> PARTS = List.of("env0_out", "env1_out", "env2_in", "env2_out");

    @BeforeAll
    static void natives() {
        Natives.load(1);
    }

    /** Counts what is read. */
    private static final class Pictures implements Dataset {
        private final InMemoryDataset examples;
        private final Transforms transforms;
        private final AtomicInteger originalsRead = new AtomicInteger();

        Pictures(Transforms transforms) {
            this.transforms = transforms;
            byte[] pixels = new byte[3 * EACH * SHAPE.bytes()];
            new SplittableRandom(3).nextBytes(pixels);
            int[] environment =
                    IntStream.range(0, 3 * EACH).map(row -> row / EACH).toArray();
            int[] label = IntStream.range(0, 3 * EACH).map(row -> row % 2).toArray();
            examples = new InMemoryDataset(
                    "pictures",
                    SHAPE,
                    pixels,
                    new AttributeTable(
                            List.of(
                                    new Attribute("class", List.of("a", "b")),
                                    new Attribute("domain", List.of("x", "y", "z"))),
                            Map.of("class", label, "domain", environment),
                            null),
                    "class",
                    "domain");
        }

        @Override
        public String name() {
            return examples.name();
        }

        @Override
        public ImageShape shape() {
            return SHAPE;
        }

        @Override
        public int size() {
            return examples.size();
        }

        @Override
        public AttributeTable attributes() {
            return examples.attributes();
        }

        @Override
        public String label() {
            return "class";
        }

        @Override
        public String domain() {
            return "domain";
        }

        @Override
        public void read(int[] rows, int from, int count, ByteBuffer target) {
            examples.read(rows, from, count, target);
        }

        @Override
        public String fingerprint() {
            return examples.fingerprint();
        }

        @Override
        public Transforms transforms() {
            return transforms;
        }

        @Override
        public Originals originals() {
            return new Originals() {
                @Override
                public ImageShape shape(int row) {
                    return new ImageShape(3, 12, 10);
                }

                @Override
                public void read(int row, byte[] target) {
                    originalsRead.incrementAndGet();
                    new SplittableRandom(row).nextBytes(target);
                }
            };
        }

        @Override
        public void close() {}
    }

    private static TrainingTask task(
            Pictures data, Protocol protocol, Set<String> strict, String algorithm, Map<String, Object> given) {
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            boolean held = i == 2;
            int[] in = IntStream.range(i * EACH, i * EACH + 14).toArray();
            int[] out = IntStream.range(i * EACH + 14, (i + 1) * EACH).toArray();
            parts.add(new Part("env" + i + "_in", held ? Role.TEST : Role.TRAIN, i, "all", 0, in, held ? 0 : 1));
            Role role = held ? Role.VALIDATION_ORACLE : Role.VALIDATION_ID;
            parts.add(new Part("env" + i + "_out", role, i, "all", 0, out, 0));
        }
        Split split = new Split(
                "class",
                "domain",
                List.of(new Environment(0, "x"), new Environment(1, "y"), new Environment(2, "z")),
                data.attributes().column("domain"),
                data.attributes().column("class"),
                2,
                parts,
                List.of(2),
                LabelNoise.NONE,
                SamplingWeights.PARTS,
                List.of(),
                Map.of());
        return new TrainingTask(
                data,
                split,
                protocol,
                algorithm,
                "domainbed",
                strict,
                TinyRun.hyperparameters(algorithm, "domainbed", given),
                "mlp",
                3,
                8,
                1,
                Precision.FLOAT32,
                1,
                "cpu",
                Seed.of("pictures", 1),
                1,
                new EvaluationPlan(PARTS, List.of(), List.of(), List.of(), Keep.NONE),
                null);
    }

    private static TinyRun.Log train(Pictures data, Set<String> strict, Map<String, Object> given) {
        TinyRun.Log log = new TinyRun.Log();
        TrainingTask task = task(data, Protocol.DOMAINBED, strict, "ERM", with(given));
        assertThat(Trainer.train(task, log)).isEqualTo(Trainer.Ending.FINISHED);
        return log;
    }

    private static Map<String, Object> with(Map<String, Object> given) {
        Map<String, Object> all = new java.util.HashMap<>(Map.of("batch_size", 8L));
        all.putAll(given);
        return all;
    }

    private static double loss(TinyRun.Log log, int checkpoint, String part) {
        return Objects.requireNonNull(log.checkpoints.get(checkpoint).scores().get(part))
                .loss();
    }

    @Test
    void trainingPicturesAreCroppedFromTheOriginalsAndValidationIsPlainUnlessDataIsStrict() {
        Pictures fixedData = new Pictures(Transforms.FOLDERS);
        TinyRun.Log fixed = train(fixedData, Set.of(), Map.of());
        // Three steps of two environments of eight, and what is drawn ahead.
        assertThat(fixedData.originalsRead.get()).isBetween(48, 48 + 3 * 16);
        Pictures strictData = new Pictures(Transforms.FOLDERS);
        TinyRun.Log strict = train(strictData, Set.of("data"), Map.of());
        // Each checkpoint draws the 12 rows of the out-splits anew; the held-out environment stays plain.
        assertThat(strictData.originalsRead.get()).isBetween(48 + 3 * 12, 48 + 3 * 12 + 3 * 16);
        for (int k = 0; k < 3; k++) {
            assertThat(loss(strict, k, "env2_in")).isEqualTo(loss(fixed, k, "env2_in"));
            assertThat(loss(strict, k, "env2_out")).isEqualTo(loss(fixed, k, "env2_out"));
            assertThat(loss(strict, k, "env0_out")).isNotEqualTo(loss(fixed, k, "env0_out"));
            assertThat(loss(strict, k, "env1_out")).isNotEqualTo(loss(fixed, k, "env1_out"));
        }
        assertThat(train(new Pictures(Transforms.FOLDERS), Set.of("data"), Map.of())
                        .numbers())
                .isEqualTo(strict.numbers());
    }

    @Test
    void withoutAugmentationNoOriginalIsRead() {
        Pictures data = new Pictures(Transforms.FOLDERS);
        TinyRun.Log plain = train(data, Set.of("data"), Map.of("data_augmentation", false));
        assertThat(data.originalsRead.get()).isZero();
        Pictures none = new Pictures(Transforms.NONE);
        // What is not normalised is another picture.
        assertThat(loss(train(none, Set.of("data"), Map.of()), 0, "env2_in")).isNotEqualTo(loss(plain, 0, "env2_in"));
        assertThat(none.originalsRead.get()).isZero();
    }

    @Test
    void spawriousIsNeverCroppedAndStrictlyAugmentedByItsPlaceAlone() {
        Pictures data = new Pictures(Transforms.SPAWRIOUS);
        ProtocolPictures strict =
                ProtocolPictures.of(task(data, Protocol.DOMAINBED, Set.of("data"), "ERM", Map.of("batch_size", 8L)));
        // D07: the first environment is plain though it is trained on, the held-out one is augmented.
        assertThat(strict.inTraining().test(0)).isFalse();
        assertThat(strict.inTraining().test(EACH)).isTrue();
        assertThat(strict.inEvaluation().test(0)).isFalse();
        assertThat(strict.inEvaluation().test(2 * EACH)).isTrue();
        ProtocolPictures fixed =
                ProtocolPictures.of(task(data, Protocol.DOMAINBED, Set.of(), "ERM", Map.of("batch_size", 8L)));
        assertThat(fixed.inTraining().test(0)).isTrue();
        assertThat(fixed.inEvaluation().test(2 * EACH)).isFalse();
        train(data, Set.of("data"), Map.of());
        assertThat(data.originalsRead.get()).isZero();
        Pictures wilds = new Pictures(Transforms.WILDS);
        train(wilds, Set.of("data"), Map.of());
        assertThat(wilds.originalsRead.get()).isZero();
    }

    @Test
    void theControlledProtocolLeavesPicturesAloneAndAnAlgorithmsOwnAugmentationComesFirst() {
        Pictures data = new Pictures(Transforms.FOLDERS);
        ProtocolPictures controlled =
                ProtocolPictures.of(task(data, Protocol.CONTROLLED, Set.of("data"), "ERM", Map.of()));
        assertThat(controlled.augmentation()).isNull();
        assertThat(controlled.normalised()).isFalse();
        ProtocolPictures own = ProtocolPictures.of(task(data, Protocol.DOMAINBED, Set.of("data"), "AugMix", Map.of()));
        assertThat(own.augmentation()).isNotNull().extracting(a -> a.name()).isEqualTo("augmix");
        assertThat(own.normalised()).isTrue();
        assertThat(own.inEvaluation().test(0)).isFalse();
        // It normalises by itself.
        assertThat(ProtocolPictures.of(task(data, Protocol.DOMAINBED, Set.of(), "Pretrained", Map.of()))
                        .normalised())
                .isFalse();
    }

    @Test
    void normalisedValuesHaveTheMeanAndDeviationOfTheirChannelTakenOff() {
        Pictures data = new Pictures(Transforms.FOLDERS);
        double[] mean = {0.485, 0.456, 0.406};
        double[] deviation = {0.229, 0.224, 0.225};
        try (PointerScope scope = new PointerScope()) {
            ImageLoader images = new ImageLoader(data, SHAPE, true, null, false, Precision.FLOAT32, "cpu", 2, null);
            ByteBuffer bytes = ByteBuffer.allocate(SHAPE.bytes());
            data.read(new int[] {5}, 0, 1, bytes);
            float[] drawn = new float[SHAPE.bytes()];
            for (int i = 0; i < drawn.length; i++) {
                drawn[i] = bytes.get(i) & 0xFF;
            }
            float[] loaded = Tensors.toFloats(images.load(new int[] {5}, 0, 1, 1));
            assertThat(Tensors.toFloats(images.of(drawn.clone(), 1))).isEqualTo(loaded);
            // Scaled by whoever drew them, to the bit.
            float[] scaled = drawn.clone();
            new PixelTable(3, true).scale(scaled, 0, SHAPE.height() * SHAPE.width());
            assertThat(scaled).isEqualTo(loaded);
            // Where it is not the table that converts: in double.
            ImageLoader doubles = new ImageLoader(data, SHAPE, true, null, false, Precision.FLOAT64, "cpu", 2, null);
            double[] exact = Tensors.toDoubles(doubles.load(new int[] {5}, 0, 1, 1));
            assertThat(exact[77]).isCloseTo(loaded[77], within(1e-6));
            for (int i = 0; i < loaded.length; i++) {
                int c = i / (SHAPE.height() * SHAPE.width());
                assertThat((double) loaded[i]).isCloseTo((drawn[i] / 255.0 - mean[c]) / deviation[c], within(1e-6));
            }
        }
    }

    @Test
    void drawsOfEvaluationBelongToTheRowAndTheEvaluation() {
        Pictures data = new Pictures(Transforms.FOLDERS);
        EvaluationDraws draws = new EvaluationDraws(
                new PictureDraws(data, new DomainBedAugmentation(Transforms.FOLDERS), row -> row < EACH, null),
                Seed.of("evaluation"));
        int bytes = SHAPE.bytes();
        float[] first = draws.draw(new int[] {3, 4, 30}, 0, 3, 4);
        float[] alone = draws.draw(new int[] {9, 4}, 1, 1, 1);
        assertThat(alone).isEqualTo(java.util.Arrays.copyOfRange(first, bytes, 2 * bytes));
        ByteBuffer plain = ByteBuffer.allocate(bytes);
        data.read(new int[] {30}, 0, 1, plain);
        for (int i = 0; i < bytes; i++) {
            assertThat(first[2 * bytes + i]).isEqualTo(plain.get(i) & 0xFF);
            assertThat(first[3 * bytes + i]).isZero();
        }
        assertThat(draws.augmentsAny(new int[] {30, 31}, 0, 2)).isFalse();
        assertThat(draws.augmentsAny(new int[] {30, 3}, 0, 2)).isTrue();
        draws.next();
        assertThat(draws.draw(new int[] {4}, 0, 1, 1)).isNotEqualTo(alone);
    }
}
