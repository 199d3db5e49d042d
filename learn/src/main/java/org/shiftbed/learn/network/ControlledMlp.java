package org.shiftbed.learn.network;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;
import org.shiftbed.data.ImageShape;

/**
 * The multi-layer perceptron of the controlled study ({@code controlled-shifts.md} 3.1): flatten, then four hidden layers of 256, each with its ReLU; the
 * linear head follows. {@link Mlp} with a depth of 4 has as many weights, but no ReLU after its last layer, so that this and the head are one
 * linear map.
 *
 * <p>State: {@code hidden.i.weight}, {@code hidden.i.bias} for i = 0, 1, 2, 3.
 */
public final class ControlledMlp extends Network {
    private static final int LAYERS = 4;
    private static final int WIDTH = 256;

    private final List<LinearLayer> hidden = new ArrayList<>();

    ControlledMlp(int in, NamedTensors tensors) {
        super(tensors);
        for (int i = 0; i < LAYERS; i++) {
            hidden.add(new LinearLayer(tensors, "hidden." + i + ".", i == 0 ? in : WIDTH, WIDTH));
        }
    }

    @Override
    public Tensor forward(Tensor x) {
        Tensor h = torch.flatten(x, 1, -1);
        for (LinearLayer layer : hidden) {
            h = torch.relu(layer.forward(h));
        }
        return h;
    }

    @Override
    public int features() {
        return WIDTH;
    }

    /** Registers {@code mlp-4x256}. */
    public static final class Factory implements NetworkFactory {
        @Override
        public String name() {
            return "mlp-4x256";
        }

        @Override
        public String summary() {
            return "multi-layer perceptron of the controlled study: four hidden layers of 256, each with ReLU, on flattened examples";
        }

        @Override
        public @Nullable String refuses(ImageShape shape) {
            return null;
        }

        @Override
        public boolean takesVectors() {
            return true;
        }

        @Override
        public Network create(Request request) {
            return new ControlledMlp(request.inputs(), new NamedTensors(request.precision(), request.device()));
        }
    }
}
