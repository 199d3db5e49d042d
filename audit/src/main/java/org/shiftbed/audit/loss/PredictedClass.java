package org.shiftbed.audit.loss;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.UserError;
import org.shiftbed.data.table.Block;
import org.shiftbed.data.table.TableScan;
import org.shiftbed.data.table.Wanted;

/** Decisions that a column names. Values are the same where their texts are. */
final class PredictedClass implements Decisions {
    private final Label label;
    private final String prediction;
    private final int[] same;
    private final int blank;
    private final int positive;

    /** @param positive what the user calls positive, where two classes are meant; unused otherwise */
    PredictedClass(Label label, String prediction, boolean binary, @Nullable String positive) {
        this.label = label;
        this.prediction = prediction;
        TableScan scan = label.scan();
        boolean number = scan.column(prediction).kind().isNumber();
        if (number
                && !scan.summary(prediction).whole()
                && label.present().stream().allMatch(v -> v.matches("[0-9]+|true|false"))) {
            throw new UserError(
                    "loss.prediction: column '" + prediction
                            + "' holds numbers with decimals and no classes; say 'loss.threshold: 0.5' where it is the probability of the positive class");
        }
        List<String> predicted = scan.levels(prediction);
        same = predicted.stream()
                .mapToInt(level ->
                        level.equals(TableScan.BLANK) ? -1 : label.levels().indexOf(level))
                .toArray();
        blank = predicted.indexOf(TableScan.BLANK);
        boolean none = true;
        for (int code : same) {
            none &= code < 0;
        }
        if (none) {
            throw new UserError("loss: column '" + prediction + "' (" + some(predicted) + ") and the label '"
                    + label.column() + "' (" + some(label.levels()) + ") have no value in common");
        }
        this.positive = binary ? label.positive(positive) : -1;
    }

    private static String some(List<String> levels) {
        return String.join(", ", levels.subList(0, Math.min(5, levels.size()))) + (levels.size() > 5 ? ", ..." : "");
    }

    @Override
    public List<Wanted> inputs() {
        return List.of(Wanted.category(label.column()), Wanted.category(prediction));
    }

    @Override
    public int positive() {
        return positive;
    }

    @Override
    public void fill(Block block, int at, int[] actual, int[] predicted) {
        int[] labels = block.codes(at);
        int[] predictions = block.codes(at + 1);
        int missing = label.blank();
        for (int row = 0; row < block.rows(); row++) {
            if (labels[row] == missing) {
                throw label.missing(block.first() + row);
            }
            if (predictions[row] == blank) {
                throw new UserError(label.scan().place(block.first() + row) + ": column '" + prediction
                        + "' (the prediction) is blank; " + Losses.LEAVE_OUT);
            }
            actual[row] = labels[row];
            predicted[row] = same[predictions[row]];
        }
    }
}
