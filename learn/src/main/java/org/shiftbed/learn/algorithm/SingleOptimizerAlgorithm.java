package org.shiftbed.learn.algorithm;

import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.shiftbed.learn.torch.AdamOptimizer;

/** An algorithm that moves featurizer and classifier together with one Adam(lr, weight_decay). Its state lists both again as {@code network}. */
abstract class SingleOptimizerAlgorithm extends NetworkAlgorithm {
    private AdamOptimizer optimizer;

    SingleOptimizerAlgorithm(AlgorithmFactory.Context context) {
        this(context, Layout.of(context));
    }

    SingleOptimizerAlgorithm(AlgorithmFactory.Context context, Layout layout) {
        super(context, layout);
        alias("network.0", featurizer);
        alias("network.1", classifier);
        optimizer = adam("adam", featurizerAndClassifier());
    }

    /** Differentiates this loss and makes one step. */
    final void minimise(Tensor loss) {
        optimizer.minimise(loss);
    }

    /** One step along these gradients, one a parameter of {@link #featurizerAndClassifier}. */
    final void step(List<Tensor> gradients) {
        optimizer.step(gradients);
    }

    /** Forgets the moments: a brand-new Adam. */
    final void resetOptimizer() {
        resetOptimizer(hyperparameters.number("lr"));
    }

    /** A brand-new Adam with this learning rate. */
    final void resetOptimizer(double learningRate) {
        optimizer = adam(
                "adam",
                featurizerAndClassifier(),
                learningRate,
                hyperparameters.number("weight_decay"),
                AdamOptimizer.BETA1,
                AdamOptimizer.BETA2);
    }
}
