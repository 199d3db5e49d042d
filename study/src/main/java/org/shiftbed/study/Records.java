package org.shiftbed.study;

import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import org.shiftbed.study.rows.Row;
import org.shiftbed.study.rows.RowList;

/** The checkpoints of one file; each is made when it is asked for. It cannot be changed. */
public final class Records extends AbstractList<CheckpointRecord> implements RandomAccess {
    private final RowList rows;

    Records(RowList rows) {
        this.rows = rows;
    }

    /** {@link List#copyOf} where a list could still change. */
    public static List<CheckpointRecord> copyOf(List<CheckpointRecord> records) {
        return records instanceof Records ? records : List.copyOf(records);
    }

    List<Row> rows() {
        return rows;
    }

    @Override
    public CheckpointRecord get(int index) {
        return new CheckpointRecord(rows.get(index));
    }

    @Override
    public int size() {
        return rows.size();
    }
}
