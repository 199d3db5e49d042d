package org.shiftbed.audit.loss;

import java.util.List;
import org.shiftbed.data.table.Block;
import org.shiftbed.data.table.Wanted;

/** One value where the predicted class is the actual one, another where it is not: 0/1 error and accuracy. */
final class AgreementLoss implements Loss {
    private final Decisions decisions;
    private final double right;
    private final double wrong;

    AgreementLoss(Decisions decisions, double right, double wrong) {
        this.decisions = decisions;
        this.right = right;
        this.wrong = wrong;
    }

    @Override
    public List<Wanted> inputs() {
        return decisions.inputs();
    }

    @Override
    public void values(Block block, int at, double[] out) {
        int[] actual = new int[block.rows()];
        int[] predicted = new int[block.rows()];
        decisions.fill(block, at, actual, predicted);
        for (int row = 0; row < block.rows(); row++) {
            out[row] = actual[row] == predicted[row] ? right : wrong;
        }
    }
}
