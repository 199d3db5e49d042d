package org.shiftbed.audit.loss;

import java.util.List;
import org.shiftbed.data.table.Block;
import org.shiftbed.data.table.Wanted;

/** The class that a row has and the one that was predicted. */
interface Decisions {

    /** The columns that are read, in the order that {@link #fill} expects. */
    List<Wanted> inputs();

    /** The number of the positive class; -1 where no row has it. */
    int positive();

    /**
     * @param actual filled with the numbers of the classes that the rows have
     * @param predicted filled with the numbers of the classes predicted; -1 for a class that no row has
     */
    void fill(Block block, int at, int[] actual, int[] predicted);
}
