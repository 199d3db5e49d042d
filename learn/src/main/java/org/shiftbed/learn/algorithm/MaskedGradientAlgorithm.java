package org.shiftbed.learn.algorithm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.shiftbed.learn.torch.Gradients;
import org.shiftbed.learn.torch.Tensors;

/**
 * Steps along the mean gradient of the environments, each coordinate weighed by how well they agree on it: for each parameter tensor the mean
 * gradient times a mask in [0, 1], divided by the mean of the mask ({@code domainbed-protocol.md} 5.4). An environment that is absent from a batch
 * has no say in it.
 */
abstract class MaskedGradientAlgorithm extends SingleOptimizerAlgorithm {
    private static final double NOT_ZERO = 1e-10;

    MaskedGradientAlgorithm(AlgorithmFactory.Context context) {
        super(context);
    }

    /**
     * Weights of the coordinates of one parameter tensor.
     *
     * @param gradients [E, ...], one of each environment that is present
     * @return [...], in [0, 1], of the same type
     */
    abstract Tensor mask(Tensor gradients);

    @Override
    public Map<String, Double> update(List<Minibatch> minibatches) {
        List<Tensor> parameters = featurizerAndClassifier();
        List<List<Tensor>> ofEnvironments = new ArrayList<>();
        double loss = 0;
        for (Minibatch minibatch : minibatches) {
            Tensor risk = crossEntropy(predict(minibatch.x()), minibatch.y());
            loss += Tensors.item(risk) / minibatches.size();
            ofEnvironments.add(Gradients.of(risk, parameters));
        }
        List<Tensor> direction = new ArrayList<>();
        for (int i = 0; i < parameters.size(); i++) {
            List<Tensor> gradients = new ArrayList<>();
            for (List<Tensor> ofEnvironment : ofEnvironments) {
                gradients.add(ofEnvironment.get(i));
            }
            // A parameter that no risk depends on is left alone.
            direction.add(gradients.get(0).defined() ? masked(gradients) : gradients.get(0));
        }
        step(direction);
        return Map.of("loss", loss);
    }

    private Tensor masked(List<Tensor> gradients) {
        Tensor stacked = torch.stack(Tensors.vector(gradients), 0); // [E, ...]
        Tensor mask = mask(stacked);
        Tensor scale = mask.sum()
                .div(new Scalar((double) mask.numel()))
                .add(new Scalar(NOT_ZERO))
                .reciprocal();
        return mask.mul(stacked.mean(0)).mul(scale);
    }

    /** |mean over environments of the sign|, in [0, 1]: gradients [E, ...]; [...]. */
    static Tensor agreement(Tensor gradients) {
        return gradients.sign().mean(0).abs();
    }
}
