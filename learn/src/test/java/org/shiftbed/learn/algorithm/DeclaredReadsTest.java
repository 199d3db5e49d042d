package org.shiftbed.learn.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.shiftbed.base.Seed;
import org.shiftbed.base.UserError;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.Algorithms;
import org.shiftbed.learn.Networks;
import org.shiftbed.learn.Precision;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.Hyperparameter;
import org.shiftbed.learn.hyperparameter.HyperparameterValues;
import org.shiftbed.learn.network.Network;
import org.shiftbed.learn.network.NetworkFactory;
import org.shiftbed.learn.torch.Natives;
import org.shiftbed.learn.torch.Tensors;

/** What factories say of themselves for plans, against what their networks and updates do. */
class DeclaredReadsTest {
    /** Of no type that is read: whoever reads it says so. */
    private static final Object UNREADABLE = List.of();

    @BeforeAll
    static void natives() {
        Natives.load(1);
    }

    static Stream<String> algorithms() {
        return Algorithms.names().stream();
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void whatIsIgnoredIsNeverReadAndTheRestIs(String name) {
        AlgorithmFactory factory = Algorithms.require(name, "test");
        Set<String> elsewhere = new TreeSet<>(Set.of("batch_size", "class_balanced")); // batches
        elsewhere.addAll(CommonHyperparameters.OF_THE_CHOICE);
        elsewhere.addAll(CommonHyperparameters.OF_NETWORKS);
        for (String form : factory.info().forms()) {
            List<Hyperparameter> declared = factory.space(new AlgorithmFactory.SpaceContext("", true, form))
                    .entries();
            Set<String> unread = new TreeSet<>();
            Set<String> ignored = new TreeSet<>();
            for (Hyperparameter entry : declared) {
                if (!elsewhere.contains(entry.name())) {
                    if (!reads(factory, form, declared, entry.name()) && !refusesOthers(factory, declared, entry)) {
                        unread.add(entry.name());
                    }
                    if (factory.ignores(form).contains(entry.name())) {
                        ignored.add(entry.name());
                    }
                }
            }
            if (name.equals("ADRMX")) {
                // It is read for all algorithms, and then put aside: the heads of this one always have hidden layers.
                assertThat(ignored.remove("nonlinear_classifier")).isTrue();
            }
            assertThat(unread).as(form).isEqualTo(ignored);
        }
    }

    /** What has one value that is no mistake. */
    private static boolean refusesOthers(
            AlgorithmFactory factory, List<Hyperparameter> declared, Hyperparameter entry) {
        Map<String, Object> values = new HashMap<>();
        declared.forEach(each -> values.put(each.name(), each.standard()));
        Object other = entry.standard() instanceof Boolean flag ? (Object) !flag : "another";
        values.put(entry.name(), other);
        return factory.refuses(2, Set.of(), values) != null;
    }

    private static boolean reads(AlgorithmFactory factory, String form, List<Hyperparameter> declared, String name) {
        Map<String, Object> values = new HashMap<>();
        // Few updates, so that both turns of adversaries come, and penalties begin.
        declared.forEach(entry -> values.put(entry.name(), few(entry)));
        values.put(name, UNREADABLE);
        try (PointerScope scope = new PointerScope();
                Algorithm made =
                        create(factory, form, normalising(factory, "small-cnn"), new ImageShape(3, 8, 8), values)) {
            factory.augmentation(values);
            factory.firstStage(values, 10);
            for (int i = 0; i < 2; i++) {
                made.update(batch(8, 2, 2));
            }
            return false;
        } catch (IllegalArgumentException e) {
            assertThat(e).hasMessageContaining("hyperparameter '" + name + "' must be");
            return true;
        }
    }

    /** This network, or one of batch normalisation where the algorithm needs it. */
    private static String normalising(AlgorithmFactory factory, String network) {
        String refused = factory.unfit(new ImageShape(3, 8, 8), Networks.require(network, "test"));
        return refused == null ? network : "wide-resnet";
    }

    /** Of pictures on which batch normalisation cannot take single rows, but for a method that is not for so small ones. */
    private static int side(String name) {
        return name.equals("CycleGAN") ? 8 : 4;
    }

    private static Object few(Hyperparameter entry) {
        if (entry.name().endsWith("_anneal_iters") || entry.name().endsWith("_burnin_iters")) {
            return entry.standard() instanceof Long ? (Object) 0L : 0.0;
        }
        return entry.name().startsWith("d_steps_per_g") || entry.name().equals("iters") ? 1L : entry.standard();
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void normalisationSeesOneEnvironmentAtATimeWhereThatIsSaid(String name) {
        AlgorithmFactory factory = Algorithms.require(name, "test");
        for (String form : factory.info().forms()) {
            Map<String, Object> values = new HashMap<>(factory.space(new AlgorithmFactory.SpaceContext("", true, form))
                    .defaults());
            values.computeIfPresent("resize", (key, large) -> 4L);
            boolean apart = false;
            try (PointerScope scope = new PointerScope();
                    Algorithm made =
                            create(factory, form, "wide-resnet", new ImageShape(3, side(name), side(name)), values)) {
                for (int i = 0; i < 2; i++) {
                    made.update(batch(side(name), 1, 5));
                }
            } catch (UserError e) {
                assertThat(e).hasMessageContaining("needs at least two values a channel");
                apart = true;
            }
            assertThat(factory.environmentsApart(form)).as(form).isEqualTo(apart);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "resnet18, 32, 2",
        "resnet18, 33, 1",
        "resnet50, 32, 2",
        "resnet18-wide, 16, 2",
        "resnet18-wide, 17, 1",
        "resnet18-small, 8, 2",
        "resnet18-small, 9, 1",
        "wide-resnet, 4, 2",
        "wide-resnet, 5, 1",
        "small-cnn, 8, 1",
        "mnist-cnn, 8, 1",
        "mlp, 1, 1",
        "mlp-4x256, 1, 1",
        "vit-f1, 64, 1"
    })
    void oneRowIsTooFewWhereTheNetworkSaysSo(String name, int side, int fewest) {
        ImageShape shape = new ImageShape(3, side, side);
        NetworkFactory factory = Networks.require(name, "test");
        assertThat(factory.fewestRows(shape, new HyperparameterValues(Map.of())))
                .isEqualTo(fewest);
        assertThat(factory.fewestRows(shape, new HyperparameterValues(Map.of("freeze_bn", true))))
                .isEqualTo(1);
        try (PointerScope scope = new PointerScope();
                Network made = factory.create(request(shape, Map.of()))) {
            made.forward(torch.rand(fewest, 3, side, side));
            boolean refused = false;
            try {
                made.forward(torch.rand(1, 3, side, side));
            } catch (UserError e) {
                refused = true;
            }
            assertThat(refused).isEqualTo(fewest == 2);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "resnet18",
        "resnet18-small",
        "resnet18-wide",
        "resnet50",
        "resnet101",
        "wide-resnet",
        "small-cnn",
        "mnist-cnn",
        "mlp",
        "mlp-4x256",
        "vit-f1"
    })
    void networksReadWhatTheySay(String name) {
        Set<String> read = new TreeSet<>();
        Set<String> names = new TreeSet<>(CommonHyperparameters.OF_NETWORKS);
        names.addAll(List.of("mlp_width", "mlp_depth", "mlp_dropout", "lr", "nonlinear_classifier"));
        for (String each : names) {
            try (PointerScope scope = new PointerScope();
                    Network made = Networks.require(name, "test")
                            .create(request(new ImageShape(3, 64, 64), Map.of(each, UNREADABLE)))) {
                assertThat(made.features()).isPositive();
            } catch (IllegalArgumentException e) {
                read.add(each);
            }
        }
        assertThat(read).isEqualTo(new TreeSet<>(Networks.require(name, "test").reads()));
    }

    private static NetworkFactory.Request request(ImageShape shape, Map<String, Object> values) {
        return new NetworkFactory.Request(
                shape,
                0,
                new HyperparameterValues(values),
                Precision.FLOAT32,
                "cpu",
                new SeededDraws(Seed.of("reads", 1)));
    }

    private static Algorithm create(
            AlgorithmFactory factory, String form, String network, ImageShape shape, Map<String, Object> values) {
        return factory.create(new AlgorithmFactory.Context(
                shape,
                0,
                2,
                2,
                form,
                Set.of(),
                values,
                network,
                Precision.FLOAT32,
                "cpu",
                new SeededDraws(Seed.of("reads", factory.info().name()))));
    }

    private static List<Minibatch> batch(int side, int... rows) {
        SplittableRandom random = new SplittableRandom(3);
        List<Minibatch> batch = new ArrayList<>();
        for (int e = 0; e < rows.length; e++) {
            double[] x = random.doubles((long) rows[e] * 3 * side * side).toArray();
            long[] y = new long[rows[e]];
            for (int i = 0; i < y.length; i++) {
                y[i] = i % 2;
            }
            batch.add(new Minibatch(
                    e,
                    Tensors.of(x, rows[e], 3, side, side).to(Tensors.type(Precision.FLOAT32)),
                    Tensors.of(y, rows[e])));
        }
        return batch;
    }
}
