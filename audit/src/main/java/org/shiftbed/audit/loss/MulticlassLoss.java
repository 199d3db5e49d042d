package org.shiftbed.audit.loss;

import java.util.ArrayList;
import java.util.List;
import org.shiftbed.audit.spec.Scale;
import org.shiftbed.base.UserError;
import org.shiftbed.data.table.Block;
import org.shiftbed.data.table.Wanted;

/** Log loss and Brier score of several columns, one a class. */
final class MulticlassLoss implements Loss {
    private static final double SUM = 0.01;

    private final Label label;
    private final ClassColumns classes;
    private final Probabilities probabilities;
    private final boolean brier;

    MulticlassLoss(Label label, ClassColumns classes, Probabilities probabilities, boolean brier) {
        this.label = label;
        this.classes = classes;
        this.probabilities = probabilities;
        this.brier = brier;
    }

    @Override
    public List<Wanted> inputs() {
        List<Wanted> all = new ArrayList<>();
        all.add(Wanted.category(label.column()));
        classes.columns().forEach(column -> all.add(Wanted.number(column)));
        return all;
    }

    @Override
    public void values(Block block, int at, double[] out) {
        int[] labels = block.codes(at);
        int size = classes.columns().size();
        double[][] columns = new double[size][];
        for (int k = 0; k < size; k++) {
            columns[k] = block.numbers(at + 1 + k);
        }
        for (int row = 0; row < block.rows(); row++) {
            long index = block.first() + row;
            int is = classes.ofLevel()[labels[row]];
            if (is < 0) {
                throw label.missing(index);
            }
            double sum = 0;
            double brierScore = 0;
            for (int k = 0; k < size; k++) {
                double probability =
                        probabilities.of(columns[k][row], classes.columns().get(k), index);
                double distance = probability - (k == is ? 1 : 0);
                sum += probability;
                brierScore += distance * distance;
            }
            // A sum that is missing belongs to a table that keeps the likeliest classes only.
            if (Math.abs(sum - 1) > SUM + size * probabilities.clip()) {
                throw new UserError(label.scan().place(index) + ": the probabilities of " + size + " classes sum to "
                        + sum + ", not to 1"
                        + (probabilities.scale() == Scale.PROBABILITY
                                ? "; say 'loss.scale: log' where they are logarithms"
                                : ""));
            }
            out[row] = brier
                    ? brierScore
                    : probabilities.surprise(
                            columns[is][row], true, classes.columns().get(is), index);
        }
    }
}
