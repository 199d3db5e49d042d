package org.shiftbed.audit.loss;

import java.util.List;
import org.shiftbed.data.table.Block;
import org.shiftbed.data.table.Wanted;

/** Log loss and Brier score of one column that holds the probability of the positive class. */
final class BinaryLoss implements Loss {
    private final Label label;
    private final int positive;
    private final String prediction;
    private final Probabilities probabilities;
    private final boolean brier;

    /** @param positive code of the label's positive class */
    BinaryLoss(Label label, int positive, String prediction, Probabilities probabilities, boolean brier) {
        this.label = label;
        this.positive = positive;
        this.prediction = prediction;
        this.probabilities = probabilities;
        this.brier = brier;
    }

    @Override
    public List<Wanted> inputs() {
        return List.of(Wanted.category(label.column()), Wanted.number(prediction));
    }

    @Override
    public void values(Block block, int at, double[] out) {
        int[] labels = block.codes(at);
        double[] predictions = block.numbers(at + 1);
        int blank = label.blank();
        for (int row = 0; row < block.rows(); row++) {
            long index = block.first() + row;
            if (labels[row] == blank) {
                throw label.missing(index);
            }
            boolean happened = labels[row] == positive;
            if (brier) {
                double distance = probabilities.of(predictions[row], prediction, index) - (happened ? 1 : 0);
                out[row] = distance * distance;
            } else {
                out[row] = probabilities.surprise(predictions[row], happened, prediction, index);
            }
        }
    }
}
