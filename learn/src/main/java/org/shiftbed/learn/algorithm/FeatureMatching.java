package org.shiftbed.learn.algorithm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.shiftbed.learn.torch.Tensors;

/**
 * The mean risk of the environments plus gamma times the mean distance between the feature distributions of two environments, over all unordered
 * pairs ({@code domainbed-protocol.md} 5.2). Every environment has batch statistics of its own.
 *
 * <p>An environment with one row adds to the risk and is in no pair; where there is no pair the penalty is 0.
 */
abstract class FeatureMatching extends SingleOptimizerAlgorithm {
    FeatureMatching(AlgorithmFactory.Context context) {
        super(context);
    }

    /** Distance of two samples of features, [n, d] and [m, d] with n, m at least 2: a scalar with gradients. */
    abstract Tensor distance(Tensor x, Tensor y);

    @Override
    public final Map<String, Double> update(List<Minibatch> minibatches) {
        List<Tensor> features = featuresApart(minibatches); // E x [B, d]
        List<Tensor> risks = new ArrayList<>();
        for (int e = 0; e < features.size(); e++) {
            risks.add(crossEntropy(
                    classifier.forward(features.get(e)), minibatches.get(e).y()));
        }
        List<Tensor> samples = features.stream().filter(z -> z.size(0) >= 2).toList();
        List<Tensor> distances = new ArrayList<>();
        for (int i = 0; i < samples.size(); i++) {
            for (int j = i + 1; j < samples.size(); j++) {
                distances.add(distance(samples.get(i), samples.get(j)));
            }
        }
        Tensor risk = meanOrZero(risks);
        Tensor penalty = meanOrZero(distances);
        minimise(risk.add(times(penalty, hyperparameters.number("mmd_gamma"))));
        return Map.of("loss", Tensors.item(risk), "penalty", Tensors.item(penalty));
    }
}
