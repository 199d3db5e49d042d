package org.shiftbed.learn.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.bytedeco.javacpp.PointerScope;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.base.Seed;
import org.shiftbed.base.UserError;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.Precision;
import org.shiftbed.learn.algorithm.SeededDraws;
import org.shiftbed.learn.hyperparameter.HyperparameterValues;
import org.shiftbed.learn.torch.Natives;

/** What is said where there is no usable file; that one works is checked against torch in {@link TorchScriptPeerTest}. */
class TorchScriptFeaturizerTest {
    private final NetworkFactory factory = new TorchScriptFeaturizer.Factory();

    @BeforeAll
    static void natives() {
        Natives.load(1);
    }

    @Test
    void withoutAFileItIsNotRun(@TempDir Path folder) {
        Path missing = folder.resolve("dinov2_vitb14.pt");
        assertThat(factory.needsWeights()).isTrue();
        assertThat(error(missing))
                .isEqualTo("network: not run: no weights at " + missing
                        + "; save the module there with torch.jit.trace(module, picture).save(...)");
        assertThat(error(null))
                .isEqualTo(
                        "network: not run: dinov2 is made of a TorchScript file that you bring, and none is named; name"
                                + " one, or another network");
    }

    @Test
    void aFileOfAnotherKindIsRefusedInOneLine(@TempDir Path folder) throws IOException {
        Path text = Files.writeString(folder.resolve("weights.pt"), "no archive");
        assertThat(error(text))
                .startsWith("network: " + text + " is not a TorchScript file that libtorch can read (")
                .endsWith("); save the module with torch.jit.trace(module, picture).save(...)")
                .doesNotContain("\n");
    }

    @Test
    void itTakesThreeChannels() {
        assertThat(factory.refuses(new ImageShape(3, 224, 224))).isNull();
        assertThat(factory.refuses(new ImageShape(2, 28, 28)))
                .isEqualTo("dinov2 needs 3 channels, the pictures are 2x28x28");
    }

    private String error(@Nullable Path weights) {
        String[] message = {""};
        try (PointerScope scope = new PointerScope()) {
            assertThatThrownBy(() -> factory.create(new NetworkFactory.Request(
                            new ImageShape(3, 8, 8),
                            0,
                            new HyperparameterValues(Map.of()),
                            Precision.FLOAT32,
                            "cpu",
                            new SeededDraws(Seed.of("test", "script")),
                            weights)))
                    .isInstanceOf(UserError.class)
                    .satisfies(e -> message[0] = String.valueOf(e.getMessage()));
        }
        return message[0];
    }
}
