package org.shiftbed.data;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.data.features.FeatureTable;

/**
 * Examples in a fixed order, as unsigned bytes, with a row of attributes each. Immutable; reads may come from several threads.
 *
 * <p>The pixel value of byte b is b/255 in float32. Nothing is kept as floats.
 */
public interface Dataset extends AutoCloseable {

    /** The registered name, for example {@code sprites} or {@code ColoredMNIST}. */
    String name();

    /** Shape of every example. */
    ImageShape shape();

    /** How many examples there are. */
    int size();

    /** One row an example, with content groups. */
    AttributeTable attributes();

    /** The attribute that a classifier predicts by default. */
    String label();

    /**
     * The attribute whose values are DomainBed's environments, in their order; null where the data set has none of its own.
     */
    @Nullable
    String domain();

    /**
     * Copies rows into a buffer, one after the other in CHW order, from the buffer's position on; the position moves by
     * {@code count * shape().bytes()}.
     *
     * @param rows row numbers in [0, size), any order, repeats allowed
     * @param from first index into {@code rows}
     * @param count how many
     * @param target direct or heap, with enough room
     */
    void read(int[] rows, int from, int count, ByteBuffer target);

    /**
     * What identifies the content, never the place: first 16 hex digits of a SHA-256 over everything that decides bytes and attributes (the
     * files' content, the generator's parameters and its version).
     */
    String fingerprint();

    /**
     * Whether rows of one content group have equal bytes; not where groups are made of more than that, such as a column of patients or the colours of one
     * picture.
     */
    default boolean groupsAreEqual() {
        return true;
    }

    /** Features in place of pictures, where the data set is a table; null where it has pictures. {@link #read} is for pictures alone. */
    default @Nullable FeatureTable features() {
        return null;
    }

    /** What a user should be told about what was read, for example rows that were left out; one line each. */
    default List<String> notes() {
        return List.of();
    }

    /** Files that were left out because they cannot be read: path and cause, one line each. */
    default List<String> leftOut() {
        return List.of();
    }

    /** What a record should keep about where the examples come from, for example the decoder; values by name. */
    default Map<String, String> provenance() {
        return Map.of();
    }

    /** How a user would find an example: the path of its file where it has one, else its number. */
    default String describe(int row) {
        return String.valueOf(row);
    }

    /** What becomes of its pictures under DomainBed's protocol. */
    default Transforms transforms() {
        return Transforms.NONE;
    }

    /**
     * The pictures at sizes of their own, made when they are first asked for; null where there are none but those of {@link #shape}.
     *
     * @throws org.shiftbed.base.UserError where there is no room for them
     */
    default @Nullable Originals originals() {
        return null;
    }

    /** Lets go of mapped files. */
    @Override
    void close();
}
