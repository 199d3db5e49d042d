package org.shiftbed.base;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.SplittableRandom;

/**
 * A random stream named by values, never by position ({@code controlled-shifts.md} 1.9). Equal keys give equal streams on every machine and
 * in every release; different keys give independent ones.
 *
 * <p>{@code Seed.of("sprites", "split", 0)} is the key of a use; {@code seed.child("rows")} a key below it; {@code seed.random()} opens
 * the stream from its start. The key is folded with SHA-256, so no key can be a prefix of another by accident.
 *
 * @param key 64 bits that stand for all values of the name
 */
public record Seed(long key) {

    /** @param name values of any of the types String, Integer, Long, Boolean; their types count, so 1 and "1" differ */
    public static Seed of(Object... name) {
        return new Seed(fold(name));
    }

    /** The stream of a use below this one. */
    public Seed child(Object... name) {
        Object[] all = new Object[name.length + 1];
        all[0] = key;
        System.arraycopy(name, 0, all, 1, name.length);
        return new Seed(fold(all));
    }

    /** A new generator at the start of this stream (SplitMix64, the fixed algorithm of {@link SplittableRandom}). */
    public SplittableRandom random() {
        return new SplittableRandom(key);
    }

    /** A uniform permutation of 0..n-1 (Fisher-Yates from the end), always the same one for this seed and n. */
    public int[] permutation(int n) {
        int[] order = new int[n];
        for (int i = 0; i < n; i++) {
            order[i] = i;
        }
        SplittableRandom random = random();
        for (int i = n - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int swapped = order[i];
            order[i] = order[j];
            order[j] = swapped;
        }
        return order;
    }

    private static long fold(Object[] name) {
        if (name.length == 0) {
            throw new IllegalArgumentException("a seed needs a name of at least one value");
        }
        MessageDigest digest = sha256();
        for (Object value : name) {
            byte[] bytes;
            if (value instanceof String text) {
                digest.update((byte) 's');
                bytes = text.getBytes(StandardCharsets.UTF_8);
            } else if (value instanceof Integer || value instanceof Long) {
                digest.update((byte) 'i');
                bytes = ByteBuffer.allocate(8)
                        .putLong(((Number) value).longValue())
                        .array();
            } else if (value instanceof Boolean flag) {
                digest.update((byte) 'b');
                bytes = new byte[] {(byte) (flag ? 1 : 0)};
            } else {
                throw new IllegalArgumentException("a seed is named by text, whole numbers and booleans, got "
                        + (value == null ? "null" : value.getClass().getName()));
            }
            digest.update(ByteBuffer.allocate(4).putInt(bytes.length).array());
            digest.update(bytes);
        }
        return ByteBuffer.wrap(digest.digest()).getLong();
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
