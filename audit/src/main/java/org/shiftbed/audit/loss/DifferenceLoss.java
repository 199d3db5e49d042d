package org.shiftbed.audit.loss;

import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.shiftbed.data.table.Block;
import org.shiftbed.data.table.Wanted;

/** A function of label minus prediction, both numbers: squared, absolute and pinball loss. */
final class DifferenceLoss implements Loss {
    private final String label;
    private final String prediction;
    private final DoubleUnaryOperator of;

    private DifferenceLoss(String label, String prediction, DoubleUnaryOperator of) {
        this.label = label;
        this.prediction = prediction;
        this.of = of;
    }

    static DifferenceLoss squared(String label, String prediction) {
        return new DifferenceLoss(label, prediction, d -> d * d);
    }

    static DifferenceLoss absolute(String label, String prediction) {
        return new DifferenceLoss(label, prediction, Math::abs);
    }

    /** @param level of the quantile that the prediction should be, between 0 and 1 */
    static DifferenceLoss pinball(String label, String prediction, double level) {
        return new DifferenceLoss(label, prediction, d -> d >= 0 ? level * d : (level - 1) * d);
    }

    @Override
    public List<Wanted> inputs() {
        return List.of(Wanted.number(label), Wanted.number(prediction));
    }

    @Override
    public void values(Block block, int at, double[] out) {
        double[] labels = block.numbers(at);
        double[] predictions = block.numbers(at + 1);
        for (int row = 0; row < block.rows(); row++) {
            out[row] = of.applyAsDouble(labels[row] - predictions[row]);
        }
    }
}
