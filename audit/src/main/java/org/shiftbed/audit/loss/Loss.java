package org.shiftbed.audit.loss;

import java.util.List;
import org.shiftbed.data.table.Block;
import org.shiftbed.data.table.Wanted;

/**
 * A number of every row whose average is the metric, bound to a table. Ask a scan for {@link #inputs}, among other columns or alone, and hand its
 * blocks over. An instance belongs to one thread.
 */
public interface Loss {

    /** The columns it reads, and how, in the order that {@link #values} expects. */
    List<Wanted> inputs();

    /**
     * The losses of a block.
     *
     * @param block holds the inputs as consecutive columns
     * @param at the position of the first input among the block's columns
     * @param out filled from 0 to {@code block.rows()} - 1 with finite numbers
     * @throws org.shiftbed.base.UserError where a row has no finite loss, or a value that the loss does not allow; names the row
     */
    void values(Block block, int at, double[] out);
}
