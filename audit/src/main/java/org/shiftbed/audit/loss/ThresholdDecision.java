package org.shiftbed.audit.loss;

import java.util.List;
import org.shiftbed.base.UserError;
import org.shiftbed.data.table.Block;
import org.shiftbed.data.table.Wanted;

/** Decisions for the positive class (1) where its probability reaches a threshold, for the other (0) below. */
final class ThresholdDecision implements Decisions {
    private final Label label;
    private final int code;
    private final String prediction;
    private final double threshold;
    private final Probabilities probabilities;

    /** @param code of the label's positive class */
    ThresholdDecision(Label label, int code, String prediction, double threshold, Probabilities probabilities) {
        this.label = label;
        this.code = code;
        this.prediction = prediction;
        this.threshold = threshold;
        this.probabilities = probabilities;
    }

    @Override
    public List<Wanted> inputs() {
        return List.of(Wanted.category(label.column()), Wanted.number(prediction));
    }

    @Override
    public int positive() {
        return 1;
    }

    @Override
    public void fill(Block block, int at, int[] actual, int[] predicted) {
        int[] labels = block.codes(at);
        double[] predictions = block.numbers(at + 1);
        int missing = label.blank();
        for (int row = 0; row < block.rows(); row++) {
            long index = block.first() + row;
            if (labels[row] == missing) {
                throw label.missing(index);
            }
            double probability = probabilities.of(predictions[row], prediction, index);
            if (Double.isNaN(probability)) {
                throw new UserError(label.scan().place(index) + ": column '" + prediction
                        + "' (the prediction) is blank; " + Losses.LEAVE_OUT);
            }
            actual[row] = labels[row] == code ? 1 : 0;
            predicted[row] = probability >= threshold ? 1 : 0;
        }
    }
}
