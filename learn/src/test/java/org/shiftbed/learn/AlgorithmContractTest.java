package org.shiftbed.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.shiftbed.learn.algorithm.AlgorithmFactory.PREDICTION_BATCHES;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.stream.Stream;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shiftbed.base.Seed;
import org.shiftbed.base.plugin.Plugins;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.algorithm.Algorithm;
import org.shiftbed.learn.algorithm.AlgorithmFactory;
import org.shiftbed.learn.algorithm.Minibatch;
import org.shiftbed.learn.algorithm.SeededDraws;
import org.shiftbed.learn.algorithm.TwoStage;
import org.shiftbed.learn.torch.Natives;
import org.shiftbed.learn.torch.Tensors;
import org.shiftbed.learn.weights.StateDict;
import org.shiftbed.learn.weights.StoredTensor;

/** What every registered algorithm must hold to, in each of its forms; those of the plugins that {@code SHIFTBED_PLUGINS} names, too. */
class AlgorithmContractTest {
    private static final int[] ALL = java.util.stream.IntStream.range(0, 48).toArray();

    private static final Queue<Plugins.Use> PLUGINS = new ArrayDeque<>();

    /** No draws, no order among environments: the others draw, or go through them one after the other. */
    private static final Set<String> SYMMETRIC = Set.of(
            "ERM",
            "IRM",
            "VREx",
            "GroupDRO",
            "SD",
            "EQRM",
            "RDM",
            "IB_ERM",
            "IB_IRM",
            "CORAL",
            "MMD",
            "DANN",
            "CDANN",
            "CAD",
            "CondCAD",
            "Transfer",
            "RSC",
            "ANDMask",
            "SANDMask",
            "IGA",
            "Fishr");

    /** An algorithm in one of its forms, with or without the defects of the reference. */
    record Case(String name, String form, Set<String> strict) {
        /** One that every algorithm but one can do with. */
        String network() {
            return name.equals("BNAdapt") ? "wide-resnet" : "mlp";
        }

        /** Pictures of 4 x 4 pixels; each four times as large where that is too small. */
        int scale() {
            return name.equals("CycleGAN") ? 2 : 1;
        }

        /** Draws noise to predict, as the reference does (D25). */
        boolean noisy() {
            return name.equals("MTL") && !strict.isEmpty();
        }

        @Override
        public String toString() {
            return name + " (" + form + (strict.isEmpty() ? ")" : ", strict)");
        }
    }

    /** The reference, and so strictness, knows no controlled form. */
    static Stream<Case> algorithms() {
        return Algorithms.all().stream()
                .map(AlgorithmFactory::info)
                .flatMap(info -> info.forms().stream()
                        .flatMap(form -> (form.equals("controlled")
                                        ? Stream.of(Set.<String>of())
                                        : Stream.of(Set.<String>of(), Set.of("algorithm")))
                                .map(strict -> new Case(info.name(), form, strict))));
    }

    /** Parameters are asked for after this. */
    @BeforeAll
    static void load() {
        Natives.load(1);
        PLUGINS.add(Plugins.read(System.getenv(Plugins.VARIABLE), Path::of).use());
    }

    @AfterAll
    static void unload() {
        PLUGINS.remove().close();
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void equalSeedsGiveEqualWeightsAndOthersGiveOthers(Case algorithm) {
        Map<String, StoredTensor> first = trained(algorithm, 7, 4);
        assertThat(trained(algorithm, 7, 4)).isEqualTo(first);
        assertThat(trained(algorithm, 8, 4)).isNotEqualTo(first);
        assertThat(trained(algorithm, 7, 0)).isNotEqualTo(first);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void stateThatIsLoadedPredictsTheSameToTheBit(Case algorithm) {
        assumeThat(algorithm.noisy()).isFalse();
        try (PointerScope scope = new PointerScope();
                Algorithm trained = create(algorithm, 1);
                Algorithm other = create(algorithm, 2)) {
            ImageLoader images = new ImageLoader(TinyRun.DATASET, Precision.FLOAT32, "cpu", 64);
            updates(algorithm, trained, images, 4);
            updates(algorithm, other, images, 1);
            double[] expected = logits(algorithm, trained, images);
            assertThat(logits(algorithm, other, images)).isNotEqualTo(expected);
            StateDict.load(other, StateDict.copy(trained));
            assertThat(logits(algorithm, other, images)).isEqualTo(expected);
            assertThat(StateDict.copy(other)).isEqualTo(StateDict.copy(trained));
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void restoredRunGoesOnToTheBit(Case algorithm) {
        SeededDraws draws = new SeededDraws(Seed.of("contract", 1));
        try (PointerScope scope = new PointerScope();
                Algorithm trained = create(algorithm, 1, draws)) {
            ImageLoader images = new ImageLoader(TinyRun.DATASET, Precision.FLOAT32, "cpu", 64);
            updates(algorithm, trained, images, 5);
            Map<String, StoredTensor> snapshot = StateDict.snapshot(trained);
            try (Algorithm restored = raw(algorithm, 2, new SeededDraws(Seed.of("contract", 1), draws.position()))) {
                StateDict.restore(restored, snapshot);
                for (int i = 0; i < 4; i++) {
                    List<Minibatch> minibatches = minibatches(algorithm, images, i % 3 * 4, new int[] {8, 8, 8});
                    assertThat(restored.update(minibatches)).isEqualTo(trained.update(minibatches));
                }
                assertThat(StateDict.snapshot(restored)).isEqualTo(StateDict.snapshot(trained));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void firstStageIsThereWhereItsLengthIsDeclared(Case algorithm) {
        Map<String, Object> defaults = defaults(algorithm);
        AlgorithmFactory factory = Algorithms.require(algorithm.name(), "test");
        boolean declared = defaults.containsKey(AlgorithmFactory.STAGE);
        assertThat(factory.firstStage(defaults, 100) != null).isEqualTo(declared);
        assertThat(Algorithms.firstStage(algorithm.name(), defaults, 100)).isEqualTo(factory.firstStage(defaults, 100));
        try (PointerScope scope = new PointerScope();
                Algorithm made = raw(algorithm, 1, new SeededDraws(Seed.of("contract", 1)))) {
            assertThat(made instanceof TwoStage).isEqualTo(declared);
        }
    }

    static Stream<Case> ofTwoStages() {
        return algorithms()
                .filter(each -> each.strict().isEmpty()
                        && Algorithms.require(each.name(), "test").firstStage(defaults(each), 100) != null);
    }

    private static Map<String, Object> defaults(Case algorithm) {
        return Algorithms.require(algorithm.name(), "test")
                .space(new AlgorithmFactory.SpaceContext("tiny", true, algorithm.form()))
                .defaults();
    }

    @ParameterizedTest
    @MethodSource("ofTwoStages")
    void firstStageIsFiniteLeavesNoTensorBehindAndGoesOnToTheBitWhenRestored(Case algorithm) {
        SeededDraws draws = new SeededDraws(Seed.of("contract", 1));
        try (PointerScope scope = new PointerScope();
                Algorithm made = raw(algorithm, 1, draws)) {
            TwoStage staged = (TwoStage) made;
            ImageLoader images = new ImageLoader(TinyRun.DATASET, Precision.FLOAT32, "cpu", 64);
            firstUpdates(algorithm, staged, images, 6);
            long before = Pointer.totalCount();
            firstUpdates(algorithm, staged, images, 6);
            try (PointerScope step = new PointerScope();
                    NoGradGuard guard = new NoGradGuard()) {
                staged.train(false);
                List<Minibatch> rows = minibatches(algorithm, images, 0, new int[] {3, 0, 2});
                Map<String, Double> worth = staged.assess(rows);
                assertThat(worth).isNotEmpty();
                assertThat(worth.values()).allMatch(Double::isFinite);
                Tensor samples = staged.samples(rows);
                if (samples != null) {
                    assertThat(samples.size(0)).isEqualTo(5);
                    assertThat(Arrays.stream(Tensors.toDoubles(samples))).allMatch(value -> value >= 0 && value <= 1);
                }
                staged.train(true);
            }
            assertThat(Pointer.totalCount()).isEqualTo(before);
            Map<String, StoredTensor> snapshot = StateDict.snapshot(made);
            try (Algorithm restored = raw(algorithm, 2, new SeededDraws(Seed.of("contract", 1), draws.position()))) {
                StateDict.restore(restored, snapshot);
                firstUpdates(algorithm, (TwoStage) restored, images, 3);
                firstUpdates(algorithm, staged, images, 3);
                staged.endFirst();
                ((TwoStage) restored).endFirst();
                updates(algorithm, restored, images, 2);
                updates(algorithm, made, images, 2);
                assertThat(StateDict.snapshot(restored)).isEqualTo(StateDict.snapshot(made));
            }
        }
    }

    private static void firstUpdates(Case algorithm, TwoStage staged, ImageLoader images, int count) {
        for (int i = 0; i < count; i++) {
            try (PointerScope step = new PointerScope()) {
                int[][] sizes = {{8, 8, 8}, {9, 0, 4}, {1, 1, 1}};
                assertThat(staged.updateFirst(minibatches(algorithm, images, i % 3 * 4, sizes[i % 3]), i / 12.0)
                                .values())
                        .isNotEmpty()
                        .allMatch(Double::isFinite);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void updateLeavesNoTensorBehind(Case algorithm) {
        try (PointerScope scope = new PointerScope();
                Algorithm made = create(algorithm, 1)) {
            ImageLoader images = new ImageLoader(TinyRun.DATASET, Precision.FLOAT32, "cpu", 64);
            updates(algorithm, made, images, 6);
            long before = Pointer.totalCount();
            assertThat(before).isPositive();
            updates(algorithm, made, images, 20);
            assertThat(Pointer.totalCount()).isEqualTo(before);
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void closedAlgorithmLeavesNoTensorBehind(Case algorithm) {
        trained(algorithm, 1, 2);
        long before = Pointer.totalCount();
        for (int i = 0; i < 5; i++) {
            trained(algorithm, i, 3);
        }
        assertThat(Pointer.totalCount()).isEqualTo(before);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void batchesOfControlledStudiesMayLackAnEnvironmentAndVaryInSize(Case algorithm) {
        try (PointerScope scope = new PointerScope();
                Algorithm made = create(algorithm, 1)) {
            ImageLoader images = new ImageLoader(TinyRun.DATASET, Precision.FLOAT32, "cpu", 64);
            if (algorithm.form().equals("controlled")) {
                for (int[] sizes : new int[][] {{5, 9, 2}, {12, 0, 4}, {1, 14, 1}, {0, 0, 16}, {16, 0, 0}}) {
                    try (PointerScope step = new PointerScope()) {
                        assertThat(made.update(minibatches(algorithm, images, 0, sizes))
                                        .values())
                                .isNotEmpty()
                                .allMatch(Double::isFinite);
                    }
                }
                assertThat(StateDict.finite(made)).isTrue();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void predictionDependsOnTheRowsBesideItOnlyWhereThatIsSaid(Case algorithm) {
        try (PointerScope scope = new PointerScope();
                Algorithm made = create(algorithm, 1);
                NoGradGuard guard = new NoGradGuard()) {
            ImageLoader images = new ImageLoader(TinyRun.DATASET, Precision.FLOAT64, "cpu", 64);
            made.train(false);
            Tensor both =
                    made.predict(scaled(algorithm, images.load(ALL, 0, 48, 48).to(torch.ScalarType.Float)));
            Tensor first =
                    made.predict(scaled(algorithm, images.load(ALL, 0, 8, 48).to(torch.ScalarType.Float)));
            boolean equal =
                    Arrays.equals(Tensors.toFloats(both.narrow(0, 0, 8)), Tensors.toFloats(first.narrow(0, 0, 8)));
            List<String> needs =
                    Algorithms.require(algorithm.name(), "test").info().needs();
            assertThat(equal).isNotEqualTo(needs.contains(PREDICTION_BATCHES));
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void fiftyUpdatesOnThreeEnvironmentsStayFinite(Case algorithm) {
        try (PointerScope scope = new PointerScope();
                Algorithm made = create(algorithm, 3)) {
            ImageLoader images = new ImageLoader(TinyRun.DATASET, Precision.FLOAT32, "cpu", 64);
            for (int i = 0; i < 50; i++) {
                try (PointerScope step = new PointerScope()) {
                    assertThat(made.update(minibatches(algorithm, images, i % 3 * 4, new int[] {8, 8, 8}))
                                    .values())
                            .allMatch(Double::isFinite);
                }
            }
            assertThat(StateDict.finite(made)).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void classThatOneEnvironmentLacksIsLegal(Case algorithm) {
        try (PointerScope scope = new PointerScope();
                Algorithm made = create(algorithm, 3)) {
            ImageLoader images = new ImageLoader(TinyRun.DATASET, Precision.FLOAT32, "cpu", 64);
            for (int i = 0; i < 5; i++) {
                List<Minibatch> minibatches = new ArrayList<>(minibatches(algorithm, images, i, new int[] {8, 8, 8}));
                Minibatch second = minibatches.get(1);
                minibatches.set(1, new Minibatch(1, second.x(), torch.zeros_like(second.y())));
                assertThat(made.update(minibatches).values()).allMatch(Double::isFinite);
            }
            assertThat(StateDict.finite(made)).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void orderOfEnvironmentsChangesNothingWhereTheMethodIsSymmetric(Case algorithm) {
        assumeThat(SYMMETRIC).contains(algorithm.name());
        try (PointerScope scope = new PointerScope();
                Algorithm one = create(algorithm, 5);
                Algorithm other = create(algorithm, 5)) {
            ImageLoader images = new ImageLoader(TinyRun.DATASET, Precision.FLOAT32, "cpu", 64);
            for (int i = 0; i < 3; i++) {
                List<Minibatch> minibatches = minibatches(algorithm, images, i % 3 * 4, new int[] {8, 8, 8});
                List<Minibatch> turned = List.of(minibatches.get(2), minibatches.get(0), minibatches.get(1));
                Map<String, Double> values = one.update(minibatches);
                other.update(turned).forEach((key, value) -> {
                    // The reference reports the last environment's risk alone.
                    if (!(algorithm.name().equals("VREx") && key.equals("nll"))) {
                        assertThat(value).as(key).isCloseTo(values.get(key), within(1e-4 * (1 + Math.abs(value))));
                    }
                });
            }
            // Adam turns a gradient that is all rounding into a full step: weights agree but for those.
            assertThat(logits(algorithm, other, images)).containsExactly(logits(algorithm, one, images), within(2e-2));
        }
    }

    private static Map<String, StoredTensor> trained(Case algorithm, long seed, int updates) {
        try (PointerScope scope = new PointerScope();
                Algorithm made = create(algorithm, seed)) {
            updates(algorithm, made, new ImageLoader(TinyRun.DATASET, Precision.FLOAT32, "cpu", 64), updates);
            return StateDict.copy(made);
        }
    }

    private static Algorithm create(Case algorithm, long seed) {
        return create(algorithm, seed, new SeededDraws(Seed.of("contract", seed)));
    }

    /** One that has a first stage has had two updates of it. */
    private static Algorithm create(Case algorithm, long seed, SeededDraws draws) {
        Algorithm made = raw(algorithm, seed, draws);
        if (made instanceof TwoStage staged) {
            try (PointerScope scope = new PointerScope()) {
                ImageLoader images = new ImageLoader(TinyRun.DATASET, Precision.FLOAT32, "cpu", 64);
                for (int i = 0; i < 2; i++) {
                    staged.updateFirst(minibatches(algorithm, images, i * 4, new int[] {8, 8, 8}), i / 2.0);
                }
            }
            staged.endFirst();
        }
        return made;
    }

    private static Algorithm raw(Case algorithm, long seed, SeededDraws draws) {
        AlgorithmFactory factory = Algorithms.require(algorithm.name(), "test");
        Map<String, Object> hyperparameters = new java.util.LinkedHashMap<>(
                factory.space(new AlgorithmFactory.SpaceContext("tiny", true, algorithm.form()))
                        .defaults());
        hyperparameters.put("mlp_width", 16L);
        hyperparameters.computeIfPresent("resize", (key, large) -> 4L);
        hyperparameters.computeIfPresent("width", (name, standard) -> 1L);
        torch.manual_seed(seed);
        Algorithm made = factory.create(new AlgorithmFactory.Context(
                new ImageShape(1, 4 * algorithm.scale(), 4 * algorithm.scale()),
                0,
                2,
                3,
                algorithm.form(),
                algorithm.strict(),
                hyperparameters,
                algorithm.network(),
                Precision.FLOAT32,
                "cpu",
                draws));
        made.train(true);
        return made;
    }

    private static void updates(Case algorithm, Algorithm made, ImageLoader images, int count) {
        for (int i = 0; i < count; i++) {
            try (PointerScope step = new PointerScope()) {
                made.update(minibatches(algorithm, images, i % 3 * 4, new int[] {8, 8, 8}));
            }
        }
    }

    private static List<Minibatch> minibatches(Case algorithm, ImageLoader images, int from, int[] sizes) {
        List<Minibatch> minibatches = new ArrayList<>();
        int at = from;
        for (int environment = 0; environment < sizes.length; environment++) {
            int count = sizes[environment];
            if (count > 0) {
                long[] labels = new long[count];
                for (int i = 0; i < count; i++) {
                    labels[i] = ALL[at + i] % 2;
                }
                minibatches.add(new Minibatch(
                        environment, scaled(algorithm, images.load(ALL, at, count, count)), Tensors.of(labels, count)));
            }
            at += count;
        }
        return minibatches;
    }

    private static Tensor scaled(Case algorithm, Tensor x) {
        return x.repeat(1, 1, algorithm.scale(), algorithm.scale());
    }

    private static double[] logits(Case algorithm, Algorithm made, ImageLoader images) {
        try (PointerScope scope = new PointerScope();
                NoGradGuard guard = new NoGradGuard()) {
            made.train(false);
            double[] logits = Tensors.toDoubles(made.predict(scaled(algorithm, images.load(ALL, 0, 48, 48))));
            made.train(true);
            return Objects.requireNonNull(logits);
        }
    }
}
