package org.shiftbed.data;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * Gathers all that decides the bytes and attributes of a data set into one short text: the first 16 hex digits of a SHA-256. Every piece is
 * preceded by its kind and length, so that pieces cannot run into one another.
 */
public final class Fingerprint {
    private final MessageDigest digest;

    /** Starts with nothing added. */
    public Fingerprint() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Adds a text. */
    public Fingerprint add(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        head('s', bytes.length);
        digest.update(bytes);
        return this;
    }

    /** Adds a list of texts. */
    public Fingerprint add(List<String> texts) {
        head('l', texts.size());
        texts.forEach(this::add);
        return this;
    }

    /** Adds bytes. */
    public Fingerprint add(byte[] bytes) {
        head('b', bytes.length);
        digest.update(bytes);
        return this;
    }

    /** Adds whole numbers. */
    public Fingerprint add(int[] numbers) {
        head('i', numbers.length);
        ByteBuffer block = ByteBuffer.allocate(4096);
        for (int number : numbers) {
            if (block.remaining() < Integer.BYTES) {
                digest.update(block.flip());
                block.clear();
            }
            block.putInt(number);
        }
        digest.update(block.flip());
        return this;
    }

    /** The first 16 hex digits of all that was added; nothing can be added afterwards that counts. */
    public String hex() {
        return HexFormat.of().formatHex(digest.digest(), 0, 8);
    }

    private void head(char kind, int length) {
        digest.update((byte) kind);
        digest.update(ByteBuffer.allocate(4).putInt(length).flip());
    }
}
