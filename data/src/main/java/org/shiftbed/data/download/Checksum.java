package org.shiftbed.data.download;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A published checksum.
 *
 * @param algorithm {@code MD5} or {@code SHA-256}
 * @param hex in lower case
 */
public record Checksum(String algorithm, String hex) {
    /** SHA-256. */
    public static final String SHA_256 = "SHA-256";

    /** MD5: against accidents alone, where nothing better was published. */
    public static Checksum md5(String hex) {
        return new Checksum("MD5", hex);
    }

    /** The checksum of a file by an algorithm, in hex. */
    static String of(String algorithm, Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            MessageDigest digest = MessageDigest.getInstance(algorithm);
            byte[] block = new byte[1 << 16];
            for (int read = in.read(block); read >= 0; read = in.read(block)) {
                digest.update(block, 0, read);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has " + algorithm, e);
        }
    }
}
