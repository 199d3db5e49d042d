package org.shiftbed.data.wilds;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.shiftbed.data.AttributeTable;
import org.shiftbed.data.DataSource;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.ImageShape;
import org.shiftbed.data.OfficialParts;
import org.shiftbed.data.Transforms;
import org.shiftbed.data.converted.StoredDataset;
import org.shiftbed.data.images.PictureRows;
import org.shiftbed.data.images.Pixels;

/** Puts together what a metadata file says and the pictures that it names. */
final class WildsDatasets {
    private WildsDatasets() {}

    /**
     * Opens a data set.
     *
     * @param words name, form, label and domain
     * @param folder of the data set
     * @param rows of its metadata
     * @param pixels to which square pictures are brought
     * @param refuse whether a picture that cannot be decoded is refused and not left out
     * @param cache folder of decoded pictures
     */
    static Dataset open(
            StoredDataset.Words words,
            Path folder,
            WildsRows rows,
            Pixels pixels,
            Transforms transforms,
            boolean refuse,
            Path cache,
            DataSource source) {
        PictureRows pictures = PictureRows.open(words.name(), folder, rows.files(), pixels, refuse, cache, source);
        int[] kept = pictures.kept();
        Map<String, int[]> codes = new LinkedHashMap<>();
        rows.attributes()
                .forEach(attribute -> codes.put(
                        attribute.name(), picked(rows.codes().getOrDefault(attribute.name(), new int[0]), kept)));
        int[] byPixels = StoredDataset.groups(pictures.stored(), kept);
        AttributeTable table = new AttributeTable(
                rows.attributes(),
                codes,
                rows.groups() == null ? byPixels : joined(byPixels, picked(rows.groups(), kept)));
        if (rows.parts() != null && rows.partsBy() != null) {
            byte[] parts = rows.parts();
            byte[] own = new byte[kept.length];
            for (int i = 0; i < own.length; i++) {
                own[i] = parts[kept[i]];
            }
            table = table.with(OfficialParts.byDomain(own, rows.partsBy()));
        }
        List<String> notes = new ArrayList<>(rows.notes());
        notes.addAll(pictures.notes());
        return new StoredDataset(
                words,
                new ImageShape(pixels.channels(), pixels.side(), pixels.side()),
                table,
                pictures.stored(),
                kept,
                StoredDataset.Painter.AS_STORED,
                new StoredDataset.Told(
                        notes,
                        pictures.leftOut(),
                        Arrays.stream(kept).mapToObj(rows.files()::get).toList(),
                        PictureRows.provenance(null),
                        transforms));
    }

    private static int[] picked(int[] column, int[] kept) {
        return IntStream.of(kept).map(row -> column[row]).toArray();
    }

    /** Rows that share either group share one, and so on; a group is named by its first row. */
    static int[] joined(int[] one, int[] other) {
        int[] parent = IntStream.range(0, one.length).toArray();
        Map<Integer, Integer> first = new HashMap<>();
        for (int row = 0; row < one.length; row++) {
            join(parent, row, one[row]);
            Integer before = first.putIfAbsent(other[row], row);
            join(parent, row, before == null ? row : before);
        }
        return IntStream.range(0, one.length).map(row -> root(parent, row)).toArray();
    }

    private static void join(int[] parent, int a, int b) {
        int first = root(parent, a);
        int second = root(parent, b);
        parent[Math.max(first, second)] = Math.min(first, second);
    }

    private static int root(int[] parent, int row) {
        int at = row;
        while (parent[at] != at) {
            parent[at] = parent[parent[at]];
            at = parent[at];
        }
        return at;
    }
}
