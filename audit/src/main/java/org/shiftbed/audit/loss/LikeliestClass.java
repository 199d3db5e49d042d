package org.shiftbed.audit.loss;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.UserError;
import org.shiftbed.data.table.Block;
import org.shiftbed.data.table.Wanted;

/** Decisions for the class whose column holds the largest score; the first of equal ones. Missing scores never win. */
final class LikeliestClass implements Decisions {
    private final Label label;
    private final ClassColumns classes;
    private final int positive;

    /** @param positive what the user calls positive, where two classes are meant; unused otherwise */
    LikeliestClass(Label label, ClassColumns classes, boolean binary, @Nullable String positive) {
        this.label = label;
        this.classes = classes;
        int code = binary ? label.positive(positive) : -1;
        this.positive = code < 0 ? -1 : classes.ofLevel()[code];
    }

    @Override
    public List<Wanted> inputs() {
        List<Wanted> all = new ArrayList<>();
        all.add(Wanted.category(label.column()));
        classes.columns().forEach(column -> all.add(Wanted.number(column)));
        return all;
    }

    @Override
    public int positive() {
        return positive;
    }

    @Override
    public void fill(Block block, int at, int[] actual, int[] predicted) {
        int[] labels = block.codes(at);
        double[] largest = new double[block.rows()];
        Arrays.fill(predicted, 0, block.rows(), -1);
        for (int k = 0; k < classes.columns().size(); k++) {
            double[] scores = block.numbers(at + 1 + k);
            for (int row = 0; row < block.rows(); row++) {
                if (predicted[row] < 0 ? !Double.isNaN(scores[row]) : scores[row] > largest[row]) {
                    largest[row] = scores[row];
                    predicted[row] = k;
                }
            }
        }
        for (int row = 0; row < block.rows(); row++) {
            actual[row] = classes.ofLevel()[labels[row]];
            if (actual[row] < 0) {
                throw label.missing(block.first() + row);
            }
            if (predicted[row] < 0) {
                throw new UserError(label.scan().place(block.first() + row) + ": every prediction column ("
                        + classes.columns().get(0) + ", ...) is blank; " + Losses.LEAVE_OUT);
            }
        }
    }
}
