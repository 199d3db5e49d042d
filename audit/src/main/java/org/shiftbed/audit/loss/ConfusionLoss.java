package org.shiftbed.audit.loss;

import java.util.List;
import org.shiftbed.audit.spec.RatioMetric;
import org.shiftbed.data.table.Block;
import org.shiftbed.data.table.Wanted;

/** A weight for each of the four cells of a binary decision: numerators and denominators of {@link RatioMetric}. */
final class ConfusionLoss implements Loss {
    private final Decisions decisions;
    private final double[] cells;

    /** @param cells weights of TP, FP, FN, TN */
    ConfusionLoss(Decisions decisions, double... cells) {
        this.decisions = decisions;
        this.cells = cells;
    }

    static RatioLoss of(RatioMetric metric, Decisions decisions) {
        return switch (metric) {
            case FALSE_POSITIVE_RATE -> ratio(decisions, cells(0, 1, 0, 0), cells(0, 1, 0, 1));
            case FALSE_NEGATIVE_RATE -> ratio(decisions, cells(0, 0, 1, 0), cells(1, 0, 1, 0));
            case RECALL -> ratio(decisions, cells(1, 0, 0, 0), cells(1, 0, 1, 0));
            case SPECIFICITY -> ratio(decisions, cells(0, 0, 0, 1), cells(0, 1, 0, 1));
            case PRECISION -> ratio(decisions, cells(1, 0, 0, 0), cells(1, 1, 0, 0));
            case F1 -> ratio(decisions, cells(2, 0, 0, 0), cells(2, 1, 1, 0));
            case COLUMNS -> throw new IllegalArgumentException("a ratio of columns has no decisions");
        };
    }

    private static double[] cells(
            double truePositive, double falsePositive, double falseNegative, double trueNegative) {
        return new double[] {truePositive, falsePositive, falseNegative, trueNegative};
    }

    private static RatioLoss ratio(Decisions decisions, double[] numerator, double[] denominator) {
        return new RatioLoss(new ConfusionLoss(decisions, numerator), new ConfusionLoss(decisions, denominator));
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
        int positive = decisions.positive();
        for (int row = 0; row < block.rows(); row++) {
            // No class is the one of number -1, so that an unknown prediction is a decision against the positive class.
            boolean is = actual[row] == positive;
            boolean said = predicted[row] == positive && positive >= 0;
            out[row] = cells[(is ? 0 : 1) + (said ? 0 : 2)];
        }
    }
}
