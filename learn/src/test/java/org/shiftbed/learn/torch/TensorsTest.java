package org.shiftbed.learn.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Map;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.shiftbed.base.UserError;

class TensorsTest {
    @BeforeAll
    static void natives() {
        Natives.load(1);
    }

    @Test
    void aTensorUsedAfterItsScopeSaysSo() {
        Tensor leaked;
        try (PointerScope scope = new PointerScope()) {
            leaked = Tensors.of(new double[] {1}, 1);
        }
        assertThatThrownBy(() -> Tensors.item(leaked))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("used after its scope was closed");
    }

    @Test
    void aKeptTensorOutlivesItsScopeUntilItIsLetGo() {
        Tensor kept;
        try (PointerScope scope = new PointerScope()) {
            kept = Tensors.keep(Tensors.of(new double[] {7}, 1));
        }
        assertThat(Tensors.item(kept)).isEqualTo(7);
        kept.releaseReference();
        assertThat(kept.isNull()).isTrue();
    }

    @Test
    void bytesBecomeNumbersBetweenZeroAndOne() {
        try (PointerScope scope = new PointerScope()) {
            ByteBuffer bytes = ByteBuffer.allocateDirect(6);
            bytes.put(new byte[] {9, 9, 0, 51, (byte) 128, (byte) 255}).position(2);
            Tensor x = Tensors.unitScaled(bytes, ScalarType.Float, 2, 2);
            assertThat(Tensors.toFloats(x)).containsExactly(0f, 51f / 255f, 128f / 255f, 1f);
            assertThat(x.shape()).containsExactly(2, 2);
            assertThatThrownBy(() -> Tensors.unitScaled(bytes, ScalarType.Float, 5))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void weightsOfOtherNamesOrShapesAreNotCopied() {
        try (PointerScope scope = new PointerScope()) {
            Tensor target = torch.zeros(2);
            Map<String, Tensor> into = Map.of("a", target);
            assertThatThrownBy(() -> Tensors.copyInto(into, Map.of("b", torch.ones(2))))
                    .hasMessageContaining("names of weights differ");
            assertThatThrownBy(() -> Tensors.copyInto(into, Map.of("a", torch.ones(3))))
                    .hasMessageContaining("shape of 'a' differs");
            assertThat(Tensors.toDoubles(target)).containsExactly(0, 0);
        }
    }

    @Test
    void devicesAreNamedAndMissingOnesRefused() {
        assertThatThrownBy(() -> Devices.check("gpu", "study.yaml, line 9: device"))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("study.yaml, line 9: device")
                .hasMessageContaining("'gpu'");
        try (PointerScope scope = new PointerScope()) {
            assertThat(Devices.require("cpu", "device").is_cpu()).isTrue();
            assertThatThrownBy(() -> Devices.require("cuda:99", "device"))
                    .isInstanceOf(UserError.class)
                    .hasMessageContaining("'cuda:99' is not there");
        }
    }

    private static Tensor weight() {
        Tensor weight = Tensors.of(new double[] {1}, 1);
        weight.set_requires_grad(true);
        return weight;
    }
}
