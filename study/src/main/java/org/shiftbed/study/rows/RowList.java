package org.shiftbed.study.rows;

import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/** The rows of one file on two arrays. It cannot be changed; a row is made when it is asked for, so that millions of them take no memory. */
public final class RowList extends AbstractList<Row> implements RandomAccess {
    private final RowLayout[] layouts;
    /** Where each row begins among numbers and values; empty where all rows have one layout. */
    private final int[] firstNumbers;

    private final int[] firstValues;
    private final double[] numbers;
    private final @Nullable Object[] values;
    private final int size;

    RowList(List<RowLayout> all, double[] numbers, @Nullable Object[] values) {
        this.numbers = numbers;
        this.values = values;
        this.size = all.size();
        boolean one = all.stream().allMatch(layout -> layout.equals(all.get(0)));
        if (one) {
            layouts = all.isEmpty() ? new RowLayout[0] : new RowLayout[] {all.get(0)};
            firstNumbers = new int[0];
            firstValues = firstNumbers;
            return;
        }
        layouts = all.toArray(RowLayout[]::new);
        firstNumbers = new int[size];
        firstValues = new int[size];
        int number = 0;
        int value = 0;
        for (int i = 0; i < size; i++) {
            firstNumbers[i] = number;
            firstValues[i] = value;
            number += layouts[i].numbers();
            value += layouts[i].values();
        }
    }

    @Override
    public Row get(int index) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException(index + " of " + size);
        }
        if (firstNumbers.length > 0) {
            return new Row(layouts[index], numbers, values, firstNumbers[index], firstValues[index]);
        }
        RowLayout layout = layouts[0];
        return new Row(layout, numbers, values, index * layout.numbers(), index * layout.values());
    }

    @Override
    public int size() {
        return size;
    }
}
