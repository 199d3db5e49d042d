package org.shiftbed.data;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A data set whose bytes are given: for tests, and for small generated sets. */
public final class InMemoryDataset implements Dataset {
    private final String name;
    private final ImageShape shape;
    private final byte[] pixels;
    private final AttributeTable attributes;
    private final String label;
    private final @Nullable String domain;
    private final String fingerprint;

    /**
     * @param name as in tables
     * @param shape of every example
     * @param pixels row after row in CHW order: {@code attributes.rows() * shape.bytes()} bytes; copied
     * @param attributes one row an example
     * @param label an attribute of the table
     * @param domain an attribute of the table, or null
     * @throws IllegalArgumentException where lengths do not fit
     * @throws org.shiftbed.base.UserError where the table has no such attribute
     */
    public InMemoryDataset(
            String name,
            ImageShape shape,
            byte[] pixels,
            AttributeTable attributes,
            String label,
            @Nullable String domain) {
        long wanted = (long) attributes.rows() * shape.bytes();
        if (pixels.length != wanted) {
            throw new IllegalArgumentException(
                    attributes.rows() + " rows of " + shape + " are " + wanted + " bytes, got " + pixels.length);
        }
        attributes.attribute(label);
        if (domain != null) {
            attributes.attribute(domain);
        }
        this.name = name;
        this.shape = shape;
        this.pixels = pixels.clone();
        this.attributes = attributes;
        this.label = label;
        this.domain = domain;
        Fingerprint content =
                new Fingerprint().add(name).add(shape.toString()).add(label).add(domain == null ? "" : domain);
        for (Attribute attribute : attributes.attributes()) {
            content.add(attribute.name()).add(attribute.values()).add(attributes.column(attribute.name()));
        }
        this.fingerprint = content.add(attributes.groups()).add(this.pixels).hex();
    }

    @Override
    public String name() {
        return name;
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
        return label;
    }

    @Override
    public @Nullable String domain() {
        return domain;
    }

    @Override
    public void read(int[] rows, int from, int count, ByteBuffer target) {
        int bytes = shape.bytes();
        for (int i = from; i < from + count; i++) {
            target.put(pixels, Math.multiplyExact(rows[i], bytes), bytes);
        }
    }

    @Override
    public String fingerprint() {
        return fingerprint;
    }

    @Override
    public void close() {}
}
