package org.shiftbed.learn.algorithm;

import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;

/** Rows that a first model gets wrong, and a loss in which they weigh more (Liu et al., Just Train Twice, 2021; {@code controlled-shifts.md} 3.5). */
final class ErrorSet {
    private ErrorSet() {}

    /** The class of each row, int64 [B], of logits [B, K]; among equal logits the lowest. */
    static Tensor predictions(Tensor logits) {
        return logits.argmax(new LongOptional(1), false);
    }

    /** Whether each row is wrong, bool [B]. */
    static Tensor of(Tensor logits, Tensor y) {
        return predictions(logits).ne(y);
    }

    /**
     * The weight of each row, [B]: 1, or more for wrong rows.
     *
     * @param weight of a wrong row
     * @param like gives type and device
     */
    static Tensor weights(Tensor errors, double weight, Tensor like) {
        return errors.to(like.device(), like.scalar_type())
                .mul(new Scalar(weight - 1))
                .add(new Scalar(1.0));
    }

    /** The mean over rows, not over weights, of weight times cross-entropy: a scalar with gradients. */
    static Tensor loss(Tensor logits, Tensor y, Tensor errors, double weight) {
        return NetworkAlgorithm.crossEntropies(logits, y)
                .mul(weights(errors, weight, logits))
                .mean();
    }
}
