package org.shiftbed.learn.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shiftbed.base.Seed;
import org.shiftbed.base.UserError;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.Precision;
import org.shiftbed.learn.algorithm.SeededDraws;
import org.shiftbed.learn.golden.Npz;
import org.shiftbed.learn.golden.PeerScript;
import org.shiftbed.learn.hyperparameter.HyperparameterValues;
import org.shiftbed.learn.torch.Natives;
import org.shiftbed.learn.torch.Tensors;

/** A TorchScript file as torch writes it: features, gradients and moved weights against torch on this machine. */
@Tag("peer")
class TorchScriptPeerTest {
    @TempDir
    static Path folder;

    private static Npz arrays;

    @BeforeAll
    static void record() throws Exception {
        Natives.load(1);
        PeerScript.run("torch_script.py", folder);
        arrays = Npz.read(folder.resolve("script.npz"));
    }

    @ParameterizedTest
    @EnumSource(Precision.class)
    void aModuleTrainsAsInTorch(Precision precision) {
        String of = precision.name().toLowerCase(Locale.ROOT) + "/";
        double allowed = precision == Precision.FLOAT64 ? 1e-12 : 2e-6;
        try (PointerScope scope = new PointerScope();
                TorchScriptFeaturizer network = load("tiny.pt", precision, Map.of())) {
            assertThat(network.features()).isEqualTo(6);
            arrays.below(of + "state/")
                    .forEach((key, array) ->
                            assertThat(values(network, key)).as(key).isEqualTo(array.values()));
            network.train(true);
            Tensor x = arrays.get(of + "x").tensor().to(Tensors.type(precision));
            // libtorch compiles a module anew after its first passes: all of them must agree.
            for (int pass = 0; pass < 4; pass++) {
                network.parameters().stream()
                        .map(Tensor::grad)
                        .filter(Tensor::defined)
                        .forEach(Tensor::zero_);
                Tensor features = network.forward(x);
                features.square().mean().backward();
                close(of + "features", features, allowed);
                arrays.below(of + "grad/")
                        .keySet()
                        .forEach(key ->
                                close(of + "grad/" + key, state(network, key).grad(), allowed));
            }
            try (NoGradGuard guard = new NoGradGuard()) {
                network.state().forEach((name, tensor) -> {
                    if (name.contains("attn")) {
                        tensor.add_(new Scalar(0.25));
                    }
                });
            }
            network.train(false);
            close(of + "moved", network.forward(x), allowed);
        }
    }

    @Test
    void attentionAloneTrainsWhereAskedFor() {
        try (PointerScope scope = new PointerScope();
                TorchScriptFeaturizer network = load("tiny.pt", Precision.FLOAT64, Map.of("vit_attn_tune", true))) {
            network.train(true);
            assertThat(network.parameterCount()).isEqualTo(6 * 18 + 18);
            network.forward(arrays.get("float64/x").tensor()).square().mean().backward();
            network.state()
                    .forEach((name, tensor) ->
                            assertThat(tensor.grad().defined()).as(name).isEqualTo(name.contains("attn")));
            close("float64/grad/attn.weight", state(network, "attn.weight").grad(), 1e-12);
        }
    }

    @Test
    void dropoutFollowsTheFeaturesInTrainingOnly() {
        try (PointerScope scope = new PointerScope();
                TorchScriptFeaturizer network = load("tiny.pt", Precision.FLOAT64, Map.of("vit_dropout", 0.5))) {
            Tensor x = arrays.get("float64/x").tensor();
            double[] features = arrays.get("float64/features").values();
            network.train(true);
            double[] dropped = Tensors.toDoubles(network.forward(x));
            int zeros = 0;
            for (int i = 0; i < dropped.length; i++) {
                zeros += dropped[i] == 0 ? 1 : 0;
                assertThat(dropped[i] == 0 || Math.abs(dropped[i] - 2 * features[i]) < 1e-12)
                        .isTrue();
            }
            assertThat(zeros).isBetween(1, dropped.length - 1);
            network.train(false);
            close("float64/features", network.forward(x), 1e-12);
        }
    }

    @Test
    void aModuleThatGivesNoVectorsOrHasNoAttentionIsRefused() {
        try (PointerScope scope = new PointerScope()) {
            assertThatThrownBy(() -> load("map.pt", Precision.FLOAT32, Map.of()))
                    .isInstanceOf(UserError.class)
                    .hasMessageStartingWith("network: " + folder.resolve("map.pt")
                            + " must give features [B, d] of pictures 3x8x8, for one it gave [1, 3, 8, 8]");
            assertThatThrownBy(() -> load("map.pt", Precision.FLOAT32, Map.of("vit_attn_tune", true)))
                    .isInstanceOf(UserError.class)
                    .hasMessageStartingWith(
                            "network: vit_attn_tune trains the parameters whose names hold 'attn', and ");
            assertThatThrownBy(() -> TorchScriptFeaturizer.load(
                            folder.resolve("tiny.pt"), request(new ImageShape(2, 8, 8), Precision.FLOAT32, Map.of())))
                    .isInstanceOf(UserError.class)
                    .hasMessageMatching(
                            ".*tiny.pt does not take pictures 2x8x8 to features \\(.*2 channels.*\\); save a.*");
        }
    }

    @Test
    void passesLeaveNoTensorBehind() {
        trained();
        System.gc();
        long before = Pointer.totalCount();
        trained();
        System.gc();
        assertThat(Pointer.totalCount()).isEqualTo(before);
    }

    private static void trained() {
        try (PointerScope scope = new PointerScope();
                TorchScriptFeaturizer network = load("tiny.pt", Precision.FLOAT32, Map.of())) {
            for (int i = 0; i < 3; i++) {
                try (PointerScope step = new PointerScope()) {
                    Tensor x = arrays.get("float32/x").tensor().to(Tensors.type(Precision.FLOAT32));
                    network.forward(x).square().mean().backward();
                }
            }
        }
    }

    private static TorchScriptFeaturizer load(String file, Precision precision, Map<String, Object> hyperparameters) {
        return TorchScriptFeaturizer.load(
                folder.resolve(file), request(new ImageShape(3, 8, 8), precision, hyperparameters));
    }

    private static NetworkFactory.Request request(
            ImageShape shape, Precision precision, Map<String, Object> hyperparameters) {
        return new NetworkFactory.Request(
                shape,
                0,
                new HyperparameterValues(hyperparameters),
                precision,
                "cpu",
                new SeededDraws(Seed.of("test", "script")));
    }

    private static Tensor state(Network network, String key) {
        return Objects.requireNonNull(network.state().get("network." + key), key);
    }

    private static double[] values(Network network, String key) {
        return Tensors.toDoubles(state(network, key));
    }

    private static void close(String key, Tensor found, double allowed) {
        assertThat(Tensors.toDoubles(found))
                .as(key)
                .containsExactly(arrays.get(key).values(), within(allowed));
    }
}
