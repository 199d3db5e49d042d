package org.shiftbed.audit;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 of values as they are read, block by block and column by column: a byte a code of few levels, eight bytes a number. */
final class Digest {
    private static final int FEW = 256;

    private final MessageDigest sha;
    private byte[] bytes = new byte[0];

    Digest() {
        try {
            sha = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /**
     * @param cardinality number of codes, or 0 for numbers
     */
    void add(double[] values, int rows, int cardinality) {
        if (bytes.length < rows * Double.BYTES) {
            bytes = new byte[rows * Double.BYTES];
        }
        if (cardinality > 0 && cardinality <= FEW) {
            for (int r = 0; r < rows; r++) {
                bytes[r] = (byte) (int) values[r];
            }
            sha.update(bytes, 0, rows);
            return;
        }
        ByteBuffer.wrap(bytes).asDoubleBuffer().put(values, 0, rows);
        sha.update(bytes, 0, rows * Double.BYTES);
    }

    void add(String text) {
        sha.update(text.getBytes(StandardCharsets.UTF_8));
    }

    String hex() {
        return HexFormat.of().formatHex(sha.digest());
    }
}
