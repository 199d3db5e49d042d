package org.shiftbed.study.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Layouts that readers share, so that equal ones stand in memory once. Any number of threads may ask. */
public final class RowLayouts {
    private final ConcurrentHashMap<RowLayout, RowLayout> known = new ConcurrentHashMap<>();

    /** Starts with none. */
    public RowLayouts() {}

    RowLayout shared(RowLayout layout) {
        RowLayout earlier = known.putIfAbsent(layout, layout);
        return earlier == null ? layout : earlier;
    }

    /** A row that holds what a map holds, in its order. */
    Row row(Map<String, Object> fields) {
        List<String> names = new ArrayList<>(fields.keySet());
        byte[] kinds = new byte[names.size()];
        for (int i = 0; i < kinds.length; i++) {
            Object value = fields.get(names.get(i));
            kinds[i] = value instanceof Double
                    ? RowLayout.DECIMAL
                    : value instanceof Integer ? RowLayout.WHOLE : RowLayout.VALUE;
        }
        RowLayout layout = shared(new RowLayout(names, kinds));
        Row row = new Row(layout, new double[layout.numbers()], new Object[layout.values()], 0, 0);
        for (int i = 0; i < kinds.length; i++) {
            row.put(i, fields.get(names.get(i)));
        }
        return row;
    }
}
