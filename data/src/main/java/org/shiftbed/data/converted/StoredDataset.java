package org.shiftbed.data.converted;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.data.Attribute;
import org.shiftbed.data.AttributeTable;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.Fingerprint;
import org.shiftbed.data.ImageShape;
import org.shiftbed.data.OfficialParts;
import org.shiftbed.data.Transforms;

/** A data set whose rows lie in a mapped file, painted as they are read. */
public final class StoredDataset implements Dataset {
    private final Words words;
    private final ImageShape shape;
    private final AttributeTable attributes;
    private final StoredRows stored;
    private final int @Nullable [] slots;
    private final Painter painter;
    private final Told told;
    private final String fingerprint;

    /**
     * What a data set is called.
     *
     * @param name the registered one
     * @param form all that decides bytes beside the stored rows: parameters, and a version that is raised when it gives other bytes
     * @param label attribute that is predicted by default
     * @param domain attribute of the environments; null where there is none of its own
     */
    public record Words(
            String name,
            String form,
            String label,
            @Nullable String domain) {}

    /**
     * What is told of it beside its examples.
     *
     * @param notes what a user should be told, one line each
     * @param leftOut files that cannot be read, with the cause, one line each
     * @param files for every example its file below the data set's folder; empty where examples are no files
     * @param provenance values by name
     * @param transforms what becomes of its pictures under DomainBed's protocol
     */
    public record Told(
            List<String> notes,
            List<String> leftOut,
            List<String> files,
            Map<String, String> provenance,
            Transforms transforms) {
        /** Nothing. */
        public static final Told NOTHING = new Told(List.of(), List.of(), List.of(), Map.of(), Transforms.NONE);

        public Told {
            notes = List.copyOf(notes);
            leftOut = List.copyOf(leftOut);
            files = List.copyOf(files);
            provenance = Map.copyOf(provenance);
        }
    }

    /** Makes an example out of a stored row. */
    @FunctionalInterface
    public interface Painter {
        /** As it is stored. */
        Painter AS_STORED = (row, bytes, target) -> target.put(bytes);

        /**
         * Puts an example at the target's position.
         *
         * @param row of the data set
         * @param bytes the stored row
         */
        void paint(int row, byte[] bytes, ByteBuffer target);
    }

    /**
     * @param shape of every example
     * @param attributes one row an example
     * @param stored closed with this
     * @param slots for every example its stored row; null: one each, in order
     */
    public StoredDataset(
            Words words,
            ImageShape shape,
            AttributeTable attributes,
            StoredRows stored,
            int @Nullable [] slots,
            Painter painter,
            Told told) {
        if ((slots == null ? stored.rows().count() : slots.length) != attributes.rows()) {
            throw new IllegalArgumentException("attributes of " + attributes.rows() + " rows do not fit");
        }
        this.words = words;
        this.shape = shape;
        this.attributes = attributes;
        this.stored = stored;
        this.slots = slots == null ? null : slots.clone();
        this.painter = painter;
        this.told = told;
        Fingerprint content = new Fingerprint()
                .add(List.of(words.name(), words.form(), shape.toString(), words.label()))
                .add(words.domain() == null ? "" : words.domain())
                .add(stored.digest());
        for (Attribute attribute : attributes.attributes()) {
            content.add(attribute.name()).add(attribute.values()).add(attributes.column(attribute.name()));
        }
        content.add(attributes.groups());
        if (slots != null) {
            content.add(slots);
        }
        OfficialParts parts = attributes.parts();
        if (parts != null) {
            content.add(parts.codes()).add(parts.words());
        }
        this.fingerprint = content.hex();
    }

    /** For every example the first one with the same stored bytes: content groups. */
    public static int[] groups(StoredRows stored, int @Nullable [] slots) {
        int[] first = stored.first();
        if (slots == null) {
            return first.clone();
        }
        int[] row = new int[first.length];
        Arrays.fill(row, -1);
        int[] groups = new int[slots.length];
        for (int i = 0; i < slots.length; i++) {
            int same = first[slots[i]];
            if (row[same] < 0) {
                row[same] = i;
            }
            groups[i] = row[same];
        }
        return groups;
    }

    @Override
    public String name() {
        return words.name();
    }

    @Override
    public ImageShape shape() {
        return shape;
    }

    @Override
    public int size() {
        return attributes.rows();
    }

    @Override
    public AttributeTable attributes() {
        return attributes;
    }

    @Override
    public String label() {
        return words.label();
    }

    @Override
    public @Nullable String domain() {
        return words.domain();
    }

    @Override
    public void read(int[] rows, int from, int count, ByteBuffer target) {
        byte[] row = new byte[stored.rows().rowBytes()];
        for (int i = from; i < from + count; i++) {
            stored.rows().read(slots == null ? rows[i] : slots[rows[i]], row);
            painter.paint(rows[i], row, target);
        }
    }

    @Override
    public boolean groupsAreEqual() {
        return painter == Painter.AS_STORED && Arrays.equals(attributes.groups(), groups(stored, slots));
    }

    @Override
    public String fingerprint() {
        return fingerprint;
    }

    @Override
    public List<String> notes() {
        return told.notes();
    }

    @Override
    public List<String> leftOut() {
        return told.leftOut();
    }

    @Override
    public Map<String, String> provenance() {
        return told.provenance();
    }

    @Override
    public String describe(int row) {
        return told.files().isEmpty() ? String.valueOf(row) : told.files().get(row);
    }

    @Override
    public Transforms transforms() {
        return told.transforms();
    }

    @Override
    public void close() {
        stored.rows().close();
    }
}
