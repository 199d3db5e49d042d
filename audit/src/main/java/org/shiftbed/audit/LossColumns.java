package org.shiftbed.audit;

import java.util.List;
import org.shiftbed.data.table.Block;
import org.shiftbed.data.table.Wanted;

/** Where the loss of every row comes from: one loss, or the two of a ratio or of a pair of models. */
interface LossColumns {
    /** What is asked of the scan for it. */
    List<Wanted> wanted();

    /** Whether there are two losses. */
    boolean two();

    /**
     * Fills the losses of a block.
     *
     * @param from index of the first of {@link #wanted} in the block
     * @param second not touched where there is one loss
     */
    void fill(Block block, int from, double[] loss, double[] second);
}
