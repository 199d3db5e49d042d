package org.shiftbed.learn.algorithm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;
import org.shiftbed.learn.torch.Tensors;

/**
 * Deep CORAL in the form of the controlled study ({@code controlled-shifts.md} 3.4): the mean cross-entropy of the batch plus lambda times
 * {@code sum_{i<j} q_ij / (P (P - 1))}, with P all values of the attribute, also those that no batch has, and q_ij the mean squared difference of the
 * means plus that of the covariances of two environments. Batch statistics are those of the whole batch.
 *
 * <p>An environment with one row is in no pair; where there is no pair the penalty is 0.
 */
final class ControlledCoral extends SingleOptimizerAlgorithm {
    private final boolean onLogits;
    private final boolean release;

    ControlledCoral(AlgorithmFactory.Context context) {
        super(context);
        onLogits = hyperparameters.text("on").equals(ControlledForms.LOGITS);
        release = hyperparameters.text("covariance").equals(ControlledForms.RELEASE);
    }

    @Override
    public Map<String, Double> update(List<Minibatch> minibatches) {
        Tensor features = featurizer.forward(allX(minibatches)); // [B, d]
        Tensor logits = classifier.forward(features); // [B, K]
        Tensor risk = crossEntropy(logits, allY(minibatches));
        List<Tensor> samples = perEnvironment(onLogits ? logits : features, minibatches);
        Tensor penalty = penalty(samples, context.values(), release);
        penalty = penalty == null ? zero() : penalty;
        Tensor loss = risk.add(times(penalty, hyperparameters.number("lambda")));
        minimise(loss);
        return Map.of("loss", Tensors.item(loss), "nll", Tensors.item(risk), "penalty", Tensors.item(penalty));
    }

    /**
     * The penalty: a scalar with gradients, null where no two samples have two rows.
     *
     * @param samples [n, d] of each environment
     * @param values of the attribute, P
     * @param release whether squared differences of covariances are divided by 4 n_i n_j
     */
    static @Nullable Tensor penalty(List<Tensor> samples, int values, boolean release) {
        List<Tensor> large = samples.stream().filter(z -> z.size(0) >= 2).toList();
        List<Tensor> distances = new ArrayList<>();
        for (int i = 0; i < large.size(); i++) {
            for (int j = i + 1; j < large.size(); j++) {
                distances.add(distance(large.get(i), large.get(j), release));
            }
        }
        return distances.isEmpty()
                ? null
                : torch.stack(Tensors.vector(distances), 0).sum().div(new Scalar((double) values * (values - 1)));
    }

    /** q of two samples, [n, d] and [m, d] with n, m at least 2: a scalar with gradients. */
    static Tensor distance(Tensor x, Tensor y, boolean release) {
        if (!release) {
            return Coral.momentDistance(x, y);
        }
        Tensor meanX = x.mean(new long[] {0}, true, new ScalarTypeOptional()); // [1, d]
        Tensor meanY = y.mean(new long[] {0}, true, new ScalarTypeOptional());
        Tensor covariances = Coral.covariance(x.sub(meanX))
                .sub(Coral.covariance(y.sub(meanY)))
                .square()
                .mean();
        return meanX.sub(meanY).square().mean().add(times(covariances, 1 / (4.0 * x.size(0) * y.size(0))));
    }
}
