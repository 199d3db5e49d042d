package org.shiftbed.learn.algorithm;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;
import org.shiftbed.learn.network.Classifier;

/**
 * Variances over rows of the gradient of each row's cross-entropy by a classifier's weights and biases, without a tensor of one gradient a row. For a
 * linear layer with input h and derivative delta by its output, the gradient of row i by the weights is delta_i h_i', so the variance of coordinate
 * (k, d) is the mean of delta_k^2 h_d^2 minus the square of the mean of delta_k h_d: two matrix products. delta is softmax minus one-hot at the last
 * layer and goes back through the others by the chain rule. All of it stays in the graph, so that the variances can be differentiated.
 */
final class ClassifierGradients {
    /** A layer's input [B, in] and the derivative by its output [B, out]. */
    private record Layer(Tensor input, Tensor delta) {}

    private final List<Layer> layers = new ArrayList<>();

    /**
     * @param z features [B, d]
     * @param logits of the classifier on them, [B, K]
     * @param y labels int64 [B]
     */
    ClassifierGradients(Classifier classifier, Tensor z, Tensor logits, Tensor y) {
        List<Tensor> parameters = classifier.parameters(); // weight, bias of each layer in turn
        List<Tensor> inputs = new ArrayList<>(List.of(z));
        List<Tensor> open = new ArrayList<>(); // 1 where ReLU lets a value pass
        for (int i = 0; i + 2 < parameters.size(); i += 2) {
            Tensor h = torch.linear(inputs.get(i / 2), parameters.get(i), new TensorOptional(parameters.get(i + 1)));
            open.add(h.gt(new Scalar(0.0)).to(h.scalar_type()));
            inputs.add(torch.relu(h));
        }
        Tensor chosen = torch.one_hot(y, logits.size(1)).to(logits.scalar_type());
        Tensor delta = torch.softmax(logits, 1).sub(chosen);
        for (int layer = inputs.size() - 1; layer >= 0; layer--) {
            layers.add(0, new Layer(inputs.get(layer), delta));
            if (layer > 0) {
                delta = delta.matmul(parameters.get(2 * layer)).mul(open.get(layer - 1));
            }
        }
    }

    /** Biased variances over these rows, of each parameter of the classifier in order: [out, in] of weights, [out] of biases. */
    List<Tensor> variances(long from, long rows) {
        List<Tensor> variances = new ArrayList<>();
        for (Layer layer : layers) {
            Tensor h = layer.input().narrow(0, from, rows);
            Tensor delta = layer.delta().narrow(0, from, rows);
            Tensor square = delta.square().t().matmul(h.square()).div(new Scalar((double) rows));
            variances.add(square.sub(
                    delta.t().matmul(h).div(new Scalar((double) rows)).square()));
            variances.add(delta.sub(delta.mean(0)).square().mean(0));
        }
        return variances;
    }
}
