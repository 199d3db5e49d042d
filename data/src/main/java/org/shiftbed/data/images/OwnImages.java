package org.shiftbed.data.images;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.UserError;
import org.shiftbed.data.Attribute;
import org.shiftbed.data.AttributeTable;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.Fingerprint;
import org.shiftbed.data.ImageShape;
import org.shiftbed.data.Progress;
import org.shiftbed.data.table.TableScan;

/** A folder of pictures and their attributes, in the order of the table. */
final class OwnImages implements Dataset {
    /** Raised when the same files and parameters would give other attributes. */
    private static final int VERSION = 1;

    private final ImageShape shape;
    private final Pack pack;
    private final int[] slots;
    private final AttributeTable attributes;
    private final String label;
    private final @Nullable String domain;
    private final List<String> notes;
    private final boolean equalGroups;
    private final List<String> leftOut;
    private final String fingerprint;

    private OwnImages(Request request, ImageTable table, RowsWithFiles matched, Pack pack) {
        this.shape = new ImageShape(
                request.pixels().channels(),
                request.pixels().side(),
                request.pixels().side());
        this.pack = pack;
        this.slots = IntStream.range(0, pack.files()).filter(pack::readable).toArray();
        int[] rows = IntStream.of(slots).map(slot -> matched.rows()[slot]).toArray();
        this.label = table.label();
        this.equalGroups = request.group().isEmpty();
        this.domain = request.domain().isEmpty() ? null : request.domain();
        this.attributes = attributes(table, rows, groups(table, rows));
        this.notes = notes(matched);
        this.leftOut = IntStream.of(pack.unreadable())
                .mapToObj(slot -> matched.files().get(slot) + " " + pack.cause(slot))
                .toList();
        Fingerprint content = new Fingerprint()
                .add(List.of(ImagesFactory.NAME, shape.toString(), domain == null ? "" : domain))
                .add(new int[] {VERSION})
                .add(pack.digest());
        for (Attribute attribute : attributes.attributes()) {
            content.add(attribute.name()).add(attribute.values()).add(attributes.column(attribute.name()));
        }
        this.fingerprint = content.add(attributes.groups()).hex();
    }

    /**
     * Reads table and folder, and decodes what is not in the cache yet.
     *
     * @param cache folder of hashes and packs
     * @param progress hears of files that are read and decoded
     * @throws UserError where something is missing, does not fit, or is damaged; it begins with {@code images: PARAMETER: }
     */
    static OwnImages open(Request request, Path cache, Progress progress) {
        try {
            ImageTable table = ImageTable.read(request);
            ImageFolder folder = ImageFolder.read(request.dir());
            RowsWithFiles matched = RowsWithFiles.match(request, table, folder);
            List<String> hashes = new FileHashes(request.dir(), cache, progress).of(matched.files());
            Pack pack = new Packs(cache, request.pixels(), Skip.UNREADABLE_FILES::wayOut, progress)
                    .open(
                            request.dir(),
                            matched.files(),
                            hashes,
                            !request.skip().contains(Skip.UNREADABLE_FILES));
            if (pack.unreadable().length == matched.files().size()) {
                throw new UserError("dir: " + request.dir() + ": none of its pictures can be decoded");
            }
            return new OwnImages(request, table, matched, pack);
        } catch (UserError e) {
            throw new UserError(ImagesFactory.NAME + ": " + e.getMessage(), e);
        }
    }

    private List<String> notes(RowsWithFiles matched) {
        List<String> all = new ArrayList<>(matched.notes());
        int unreadable = matched.files().size() - slots.length;
        if (unreadable > 0) {
            all.add(Listed.count(unreadable, "picture") + " of "
                    + matched.files().size() + " that cannot be decoded left out: "
                    + Listed.some(IntStream.of(pack.unreadable())
                            .mapToObj(matched.files()::get)
                            .toList()));
        }
        for (Attribute attribute : attributes.attributes()) {
            String twins = ImageTable.twins(attribute);
            if (twins != null) {
                all.add("attribute '" + attribute.name() + "': values " + twins
                        + " differ in case or white space only, and are two values");
            }
        }
        return List.copyOf(all);
    }

    /** Values that no picture has are dropped: a whole column of one is all that is left of skipped rows. */
    private static AttributeTable attributes(ImageTable table, int[] rows, int[] groups) {
        List<Attribute> attributes = new ArrayList<>();
        Map<String, int[]> codes = new LinkedHashMap<>();
        for (Attribute attribute : table.attributes()) {
            int[] all = table.codes().getOrDefault(attribute.name(), new int[0]);
            int[] kept = IntStream.of(rows).map(row -> all[row]).toArray();
            int[] used = IntStream.of(kept).distinct().sorted().toArray();
            int[] renumbered = new int[attribute.cardinality()];
            IntStream.range(0, used.length).forEach(i -> renumbered[used[i]] = i);
            attributes.add(new Attribute(
                    attribute.name(),
                    IntStream.of(used).mapToObj(attribute.values()::get).toList()));
            codes.put(
                    attribute.name(),
                    IntStream.of(kept).map(code -> renumbered[code]).toArray());
        }
        return new AttributeTable(attributes, codes, groups);
    }

    /** Rows of one value of the group column share a group, and so do rows of equal pixels; what shares a row with either, too. */
    private int[] groups(ImageTable table, int[] rows) {
        Map<Integer, Integer> rowOfSlot = new HashMap<>();
        IntStream.range(0, slots.length).forEach(i -> rowOfSlot.put(slots[i], i));
        int[] parent = IntStream.range(0, rows.length).toArray();
        Map<String, Integer> named = new HashMap<>();
        for (int i = 0; i < rows.length; i++) {
            int same = pack.first(slots[i]);
            join(parent, i, rowOfSlot.getOrDefault(same, i));
            String name =
                    table.groups().isEmpty() ? TableScan.BLANK : table.groups().get(rows[i]);
            // A row without a group is on its own.
            if (!name.equals(TableScan.BLANK)) {
                Integer other = named.putIfAbsent(name, i);
                join(parent, i, other == null ? i : other);
            }
        }
        return IntStream.range(0, rows.length).map(i -> root(parent, i)).toArray();
    }

    /** The smaller root stays, so that a group is named by its first row. */
    private static void join(int[] parent, int a, int b) {
        int first = root(parent, a);
        int second = root(parent, b);
        parent[Math.max(first, second)] = Math.min(first, second);
    }

    private static int root(int[] parent, int i) {
        int at = i;
        while (parent[at] != at) {
            parent[at] = parent[parent[at]];
            at = parent[at];
        }
        return at;
    }

    @Override
    public String name() {
        return ImagesFactory.NAME;
    }

    @Override
    public ImageShape shape() {
        return shape;
    }

    @Override
    public int size() {
        return slots.length;
    }

    @Override
    public AttributeTable attributes() {
        return attributes;
    }

    @Override
    public String label() {
        return label;
    }

    @Override
    public @Nullable String domain() {
        return domain;
    }

    @Override
    public void read(int[] rows, int from, int count, ByteBuffer target) {
        for (int i = from; i < from + count; i++) {
            pack.read(slots[rows[i]], target);
        }
    }

    @Override
    public boolean groupsAreEqual() {
        return equalGroups;
    }

    @Override
    public String fingerprint() {
        return fingerprint;
    }

    @Override
    public List<String> notes() {
        return notes;
    }

    @Override
    public List<String> leftOut() {
        return leftOut;
    }

    @Override
    public void close() {}
}
