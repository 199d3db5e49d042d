package org.shiftbed.audit.loss;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.UserError;
import org.shiftbed.data.table.Block;
import org.shiftbed.data.table.TableScan;
import org.shiftbed.data.table.Wanted;

/** A loss that refuses rows where another is not finite. */
final class FiniteLoss implements Loss {
    private final Loss loss;
    private final TableScan scan;
    private final String title;
    private final String wayOut;

    /**
     * @param title of the loss in messages
     * @param wayOut what to do about a row without a finite loss
     */
    FiniteLoss(Loss loss, TableScan scan, String title, String wayOut) {
        this.loss = loss;
        this.scan = scan;
        this.title = title;
        this.wayOut = wayOut;
    }

    @Override
    public List<Wanted> inputs() {
        return loss.inputs();
    }

    @Override
    public void values(Block block, int at, double[] out) {
        loss.values(block, at, out);
        for (int row = 0; row < block.rows(); row++) {
            if (!Double.isFinite(out[row])) {
                String found = Double.isNaN(out[row]) ? "missing" : out[row] > 0 ? "infinite" : "minus infinity";
                String blank = blank(block, at, row);
                throw new UserError(scan.place(block.first() + row) + ": the loss (" + title + ") is " + found
                        + (blank == null
                                ? "; " + wayOut
                                : ", because column '" + blank + "' is blank; " + Losses.LEAVE_OUT));
            }
        }
    }

    /** The first column of numbers that has none in a row; null where all have one. */
    private @Nullable String blank(Block block, int at, int row) {
        List<Wanted> inputs = loss.inputs();
        for (int i = 0; i < inputs.size(); i++) {
            if (!inputs.get(i).category() && Double.isNaN(block.numbers(at + i)[row])) {
                return inputs.get(i).column();
            }
        }
        return null;
    }
}
