package org.shiftbed.data.wilds;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.data.Attribute;

/**
 * What a metadata file says of the pictures, in its order.
 *
 * @param files one a row, below the data set's folder
 * @param attributes in display order
 * @param codes by attribute, one a row
 * @param groups rows of one number are never split between training and test; null: every row on its own
 * @param parts ordinal of each row's official part; null where none are kept
 * @param partsBy attribute of whose values the parts differ; null where none are kept
 * @param notes what a user should be told, one line each
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record WildsRows(
        List<String> files,
        List<Attribute> attributes,
        Map<String, int[]> codes,
        int @Nullable [] groups,
        byte @Nullable [] parts,
        @Nullable String partsBy,
        List<String> notes) {
    WildsRows {
        files = List.copyOf(files);
        attributes = List.copyOf(attributes);
        codes = Map.copyOf(codes);
        notes = List.copyOf(notes);
    }
}
