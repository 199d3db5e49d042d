package org.shiftbed.learn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.shiftbed.data.Attribute;
import org.shiftbed.data.AttributeTable;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.ImageShape;
import org.shiftbed.data.InMemoryDataset;
import org.shiftbed.learn.torch.Natives;
import org.shiftbed.learn.torch.Tensors;

class ImageLoaderTest {
    private static final Dataset BYTES = bytes();

    @BeforeAll
    static void load() {
        Natives.load(1);
    }

    @Test
    void everyByteBecomesItsQuotientByWhiteInBothPrecisions() {
        try (PointerScope scope = new PointerScope()) {
            Tensor x = new ImageLoader(BYTES, Precision.FLOAT32, "cpu", 2).load(new int[] {1, 0}, 0, 2, 2);
            Tensor d = new ImageLoader(BYTES, Precision.FLOAT64, "cpu", 2).load(new int[] {1, 0}, 0, 2, 2);
            float[] floats = Tensors.toFloats(x);
            double[] doubles = Tensors.toDoubles(d);
            assertThat(x.shape()).containsExactly(2, 2, 8, 8);
            for (int i = 0; i < 256; i++) {
                int value = (i + 128) % 256;
                assertThat(floats[i]).isEqualTo(value / 255f);
                assertThat(doubles[i]).isEqualTo(value / 255.0);
            }
        }
    }

    @Test
    void rowsBeyondTheCountAreBlackAlsoAfterTheBufferHeldOthers() {
        try (PointerScope scope = new PointerScope()) {
            ImageLoader images = new ImageLoader(BYTES, Precision.FLOAT32, "cpu", 1);
            images.load(new int[] {1, 1, 1}, 0, 3, 3);
            float[] values = Tensors.toFloats(images.load(new int[] {0, 1, 0}, 1, 1, 3));
            assertThat(values[127]).isEqualTo(1f);
            for (int i = 128; i < values.length; i++) {
                assertThat(values[i]).isZero();
            }
        }
    }

    @Test
    void tensorsOfEarlierLoadsKeepTheirValues() {
        try (PointerScope scope = new PointerScope()) {
            ImageLoader images = new ImageLoader(BYTES, Precision.FLOAT32, "cpu", 1);
            Tensor first = images.load(new int[] {0}, 0, 1, 1);
            float[] before = Tensors.toFloats(first);
            images.load(new int[] {1}, 0, 1, 1);
            assertThat(Tensors.toFloats(first)).isEqualTo(before);
        }
    }

    @Test
    void loadingLeavesNothingBehindOnceTheScopeIsClosed() {
        try (PointerScope scope = new PointerScope()) {
            ImageLoader images = new ImageLoader(BYTES, Precision.FLOAT32, "cpu", 2);
            long before = Pointer.totalCount();
            for (int i = 0; i < 10; i++) {
                try (PointerScope step = new PointerScope()) {
                    images.load(new int[] {0, 1}, 0, 2, 2);
                }
            }
            assertThat(Pointer.totalCount()).isEqualTo(before);
        }
    }

    private static Dataset bytes() {
        byte[] pixels = new byte[256];
        for (int i = 0; i < 256; i++) {
            pixels[i] = (byte) i;
        }
        return new InMemoryDataset(
                "bytes",
                new ImageShape(2, 8, 8),
                pixels,
                new AttributeTable(List.of(new Attribute("y", List.of("a", "b"))), Map.of("y", new int[] {0, 1}), null),
                "y",
                null);
    }
}
