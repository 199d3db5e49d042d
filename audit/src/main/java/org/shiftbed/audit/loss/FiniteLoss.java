package org.shiftbed.audit.loss;

import java.util.List;
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
                throw new UserError(
                        scan.place(block.first() + row) + ": the loss (" + title + ") is " + found + "; " + wayOut);
            }
        }
    }
}
