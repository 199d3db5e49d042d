package org.shiftbed.data.features;

import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.UserError;
import org.shiftbed.data.Attribute;
import org.shiftbed.data.AttributeTable;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.Fingerprint;
import org.shiftbed.data.ImageShape;

/** Rows of a table in its order: features for a model, attributes for shifts. */
final class TableDataset implements Dataset {
    /** Raised when the same table and parameters would give other features or attributes. */
    private static final int VERSION = 1;

    private final FeatureTable features;
    private final AttributeTable attributes;
    private final String label;
    private final @Nullable String domain;
    private final List<String> notes;
    private final String fingerprint;

    TableDataset(
            FeatureTable features,
            AttributeTable attributes,
            String label,
            @Nullable String domain,
            List<String> notes) {
        this.features = features;
        this.attributes = attributes;
        this.label = label;
        this.domain = domain;
        this.notes = List.copyOf(notes);
        Fingerprint content = new Fingerprint()
                .add(List.of(TableFactory.NAME, label, domain == null ? "" : domain))
                .add(new int[] {VERSION});
        features.addTo(content);
        for (Attribute attribute : attributes.attributes()) {
            content.add(attribute.name()).add(attribute.values()).add(attributes.column(attribute.name()));
        }
        this.fingerprint = content.add(attributes.groups()).hex();
    }

    /** @throws UserError where the table is missing or damaged, or its columns are not what is said of them */
    static TableDataset open(TableRequest request) {
        return new TableReading(request).read();
    }

    @Override
    public String name() {
        return TableFactory.NAME;
    }

    /** A vector: one channel an input of a model. */
    @Override
    public ImageShape shape() {
        return ImageShape.vector(features.width());
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
    public boolean groupsAreEqual() {
        return false;
    }

    @Override
    public FeatureTable features() {
        return features;
    }

    /** {@inheritDoc} A table has no bytes: its features are read once a split says how they are scaled. */
    @Override
    public void read(int[] rows, int from, int count, ByteBuffer target) {
        throw new UnsupportedOperationException("a table has features and no pictures");
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
    public void close() {
        features.close();
    }
}
