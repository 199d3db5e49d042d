package org.shiftbed.learn.algorithm;

import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.Distribution;
import org.shiftbed.learn.hyperparameter.Hyperparameter;
import org.shiftbed.learn.hyperparameter.HyperparameterSpace;
import org.shiftbed.learn.torch.Gradients;
import org.shiftbed.learn.torch.Tensors;

/**
 * Representation self-challenging (Huang et al., 2020; {@code domainbed-protocol.md} 5.5): with g the gradient of the true class's logit by the features z,
 * features whose g is at or above the (1 - {@code rsc_f_drop_factor}) percentile of their row are muted, in those rows whose probability of the true class falls
 * most by it (at or above the (1 - {@code rsc_b_drop_factor}) percentile of the batch); the loss is the cross-entropy of what is left. Percentiles are
 * interpolated linearly and compared in float32, as in the reference, so that one that falls on a value mutes that value. No spatial variant.
 *
 * <p>One environment, absent ones and single rows are all legal.
 */
public final class Rsc extends SingleOptimizerAlgorithm {
    Rsc(AlgorithmFactory.Context context) {
        super(context);
    }

    @Override
    public Map<String, Double> update(List<Minibatch> minibatches) {
        Tensor y = allY(minibatches);
        Tensor z = featurizer.forward(allX(minibatches)); // [B, d]
        Tensor logits = classifier.forward(z);
        Tensor gradient =
                Gradients.keepingGraph(ofTrueClass(logits, y).sum(), List.of(z)).get(0); // [B, d]
        Tensor kept;
        try (NoGradGuard guard = new NoGradGuard()) {
            Tensor features = below(gradient, hyperparameters.number("rsc_f_drop_factor"), 1);
            Tensor muted = classifier.forward(z.mul(features.to(z.scalar_type())));
            Tensor fall = ofTrueClass(torch.softmax(logits, 1), y).sub(ofTrueClass(torch.softmax(muted, 1), y)); // [B]
            Tensor rows = below(fall, hyperparameters.number("rsc_b_drop_factor"), 0);
            kept = features.logical_or(rows.unsqueeze(1)).to(z.scalar_type());
        }
        Tensor loss = crossEntropy(classifier.forward(z.mul(kept)), y);
        minimise(loss);
        return Map.of("loss", Tensors.item(loss));
    }

    /** [B]: the entry of the label of each row of [B, K]. */
    private static Tensor ofTrueClass(Tensor perClass, Tensor y) {
        return perClass.gather(1, y.unsqueeze(1)).squeeze(1);
    }

    /** Whether a value lies below the percentile 1 - factor of its row (dimension 1) or of all (dimension 0). */
    static Tensor below(Tensor values, double factor, long dimension) {
        long last = values.size(dimension) - 1;
        // As the reference goes, by way of percentages: the last bit decides on which side of an order statistic the
        // percentile falls.
        double position = last * ((1 - factor) * 100 / 100);
        long before = (long) Math.floor(position);
        double share = position - before;
        Tensor sorted = values.to(ScalarType.Double).sort(dimension, false).get0();
        Tensor a = sorted.narrow(dimension, before, 1);
        Tensor b = sorted.narrow(dimension, Math.min(before + 1, last), 1);
        Tensor percentile = share < 0.5 ? a.add(b.sub(a), new Scalar(share)) : b.sub(b.sub(a), new Scalar(1 - share));
        return values.to(ScalarType.Float).lt(percentile.to(ScalarType.Float));
    }

    /** Registers RSC. */
    public static final class Factory implements AlgorithmFactory {
        @Override
        public Info info() {
            return new Info(
                    "RSC",
                    "representation",
                    "Huang, Wang, Xing, Huang, Self-Challenging Improves Cross-Domain Generalization, 2020",
                    "mutes the features that the decision rests on most",
                    List.of(),
                    1,
                    List.of("domainbed"),
                    1,
                    "id");
        }

        @Override
        public HyperparameterSpace space(SpaceContext context) {
            return CommonHyperparameters.of(context, "RSC")
                    .with(
                            new Hyperparameter(
                                    "rsc_f_drop_factor",
                                    1.0 / 3,
                                    new Distribution.Uniform(0, 0.5, false),
                                    0,
                                    1,
                                    "share of the features that are muted"),
                            new Hyperparameter(
                                    "rsc_b_drop_factor",
                                    1.0 / 3,
                                    new Distribution.Uniform(0, 0.5, false),
                                    0,
                                    1,
                                    "share of the rows in which they are muted"));
        }

        @Override
        public Algorithm create(Context context) {
            return new Rsc(context);
        }
    }
}
