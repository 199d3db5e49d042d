package org.shiftbed.audit.loss;

import java.util.List;
import org.shiftbed.data.table.Block;
import org.shiftbed.data.table.Wanted;

/** The values of a column. */
final class ColumnLoss implements Loss {
    private final String column;

    ColumnLoss(String column) {
        this.column = column;
    }

    @Override
    public List<Wanted> inputs() {
        return List.of(Wanted.number(column));
    }

    @Override
    public void values(Block block, int at, double[] out) {
        System.arraycopy(block.numbers(at), 0, out, 0, block.rows());
    }
}
