package org.shiftbed.learn.network;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.algorithm.RandomDraws;
import org.shiftbed.learn.hyperparameter.HyperparameterValues;

/**
 * DomainBed's multi-layer perceptron ({@code domainbed-protocol.md} 2): {@code input}, {@code hiddens.i}, {@code output}, with dropout and ReLU after
 * all but the last. Pictures are flattened. As a backbone it gives {@code mlp_width} features; as a discriminator, one logit a domain.
 */
public final class Mlp extends Network {
    private final LinearLayer input;
    private final List<LinearLayer> hidden = new ArrayList<>();
    private final LinearLayer output;
    private final int features;
    private final double dropout;
    private final RandomDraws draws;

    /**
     * @param in numbers of an example
     * @param out numbers of the result
     * @param hyperparameters {@code mlp_width}, {@code mlp_depth} (at least 3 in the reference; 2 has no hidden layer), {@code mlp_dropout};
     *     256, 3 and 0 where they are not declared
     * @param tensors empty; owned by this from now on
     */
    public Mlp(int in, int out, HyperparameterValues hyperparameters, NamedTensors tensors, RandomDraws draws) {
        super(tensors);
        int width = (int) hyperparameters.whole("mlp_width", 256);
        int depth = (int) hyperparameters.whole("mlp_depth", 3);
        dropout = hyperparameters.number("mlp_dropout", 0);
        input = new LinearLayer(tensors, "input.", in, width);
        for (int i = 0; i < depth - 2; i++) {
            hidden.add(new LinearLayer(tensors, "hiddens." + i + ".", width, width));
        }
        output = new LinearLayer(tensors, "output.", width, out);
        features = out;
        this.draws = draws;
    }

    @Override
    public Tensor forward(Tensor x) {
        Tensor h = activated(input.forward(torch.flatten(x, 1, -1)));
        for (LinearLayer layer : hidden) {
            h = activated(layer.forward(h));
        }
        return output.forward(h);
    }

    @Override
    public int features() {
        return features;
    }

    private Tensor activated(Tensor h) {
        return torch.relu(Layers.dropout(h, training() ? dropout : 0, draws));
    }

    /** Registers {@code mlp}. */
    public static final class Factory implements NetworkFactory {
        @Override
        public String name() {
            return "mlp";
        }

        @Override
        public String summary() {
            return "multi-layer perceptron on flattened examples; mlp_width, mlp_depth, mlp_dropout";
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
        public Set<String> reads() {
            return Set.of("mlp_depth", "mlp_dropout", "mlp_width");
        }

        @Override
        public Network create(Request request) {
            int width = (int) request.hyperparameters().whole("mlp_width", 256);
            NamedTensors tensors = new NamedTensors(request.precision(), request.device());
            return new Mlp(request.inputs(), width, request.hyperparameters(), tensors, request.draws());
        }
    }
}
