package org.shiftbed.learn.algorithm;

import org.bytedeco.pytorch.Tensor;
import org.shiftbed.learn.torch.AdamOptimizer;

/** An algorithm that moves featurizer and classifier together with one Adam(lr, weight_decay). Its state lists both again as {@code network}. */
abstract class SingleOptimizerAlgorithm extends NetworkAlgorithm {
    private AdamOptimizer optimizer;

    SingleOptimizerAlgorithm(AlgorithmFactory.Context context) {
        super(context);
        alias("network.0", featurizer);
        alias("network.1", classifier);
        optimizer = freshAdam();
    }

    /** Clears gradients, differentiates this loss and makes one step. */
    final void minimise(Tensor loss) {
        optimizer.minimise(loss);
    }

    /** Forgets the moments: a brand-new Adam. */
    final void resetOptimizer() {
        discard(optimizer);
        optimizer = freshAdam();
    }

    private AdamOptimizer freshAdam() {
        return adam(
                featurizerAndClassifier(),
                hyperparameters.number("lr"),
                hyperparameters.number("weight_decay"),
                0.9,
                0.999);
    }
}
