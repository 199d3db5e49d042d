package org.shiftbed.learn.network;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;
import org.shiftbed.data.ImageShape;

/** The small networks of recorded trainings, registered for tests. */
public final class RecordedNetworks {
    private RecordedNetworks() {}

    /** Linear, ReLU, linear: 16 units, 8 features, none of them after a ReLU. */
    private static final class TwoLayers extends Network {
        private final LinearLayer first;
        private final LinearLayer second;

        TwoLayers(int inputs, NamedTensors tensors) {
            super(tensors);
            first = new LinearLayer(tensors, "0.", inputs, 16);
            second = new LinearLayer(tensors, "1.", 16, 8);
        }

        @Override
        public Tensor forward(Tensor x) {
            return second.forward(torch.relu(first.forward(x)));
        }

        @Override
        public int features() {
            return 8;
        }
    }

    /** Registers {@code recorded-two-layers}. */
    public static final class TwoLayersFactory implements NetworkFactory {
        @Override
        public String name() {
            return "recorded-two-layers";
        }

        @Override
        public String summary() {
            return "of recorded trainings";
        }

        @Override
        public @Nullable String refuses(ImageShape shape) {
            return null;
        }

        @Override
        public Network create(Request request) {
            return new TwoLayers(request.inputs(), new NamedTensors(request.precision(), request.device()));
        }
    }
}
