package org.shiftbed.study;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.UserError;
import org.shiftbed.base.file.Source;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.hyperparameter.HyperparameterValues;
import org.shiftbed.learn.network.NetworkFactory;
import org.shiftbed.learn.weights.Pretrained;
import org.shiftbed.learn.weights.TensorFile;

/**
 * The file that every network of a study starts from, as a plan finds it.
 *
 * @param file where it should lie
 * @param source of the study, for messages
 * @param identity SHA-256 of its content in hex, which is what a trial is told by; {@link #MISSING} where there is no file
 * @param refusal why trials that need it are not run, one line; null where it is there
 * @param unreadable what is wrong with it as a file of tensors by name; null where nothing is
 * @param fitting networks and shapes of pictures that have been checked
 */
record StartingWeights(
        Path file,
        Source source,
        String identity,
        @Nullable String refusal,
        @Nullable UserError unreadable,
        Set<String> fitting) {
    /** In place of the digest of a file that is not there. Such a trial never runs: nothing takes the place of the weights. */
    static final String MISSING = "missing";

    /**
     * Looks at a file.
     *
     * @param source of the study, for messages
     */
    static StartingWeights of(Path file, Source source) {
        if (!Files.isRegularFile(file)) {
            return new StartingWeights(file, source, MISSING, "not run: no weights at " + file, null, new HashSet<>());
        }
        try {
            return new StartingWeights(file, source, digest(file), null, unreadable(file, source), new HashSet<>());
        } catch (IOException e) {
            throw new UserError(source.place("weights") + ": " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static @Nullable UserError unreadable(Path file, Source source) throws IOException {
        try (TensorFile open = TensorFile.open(file)) {
            return null;
        } catch (UserError e) {
            return new UserError(source.place("weights") + ": " + e.getMessage(), e);
        }
    }

    /**
     * For networks that take tensors by name; one that is itself made of a TorchScript file asks libtorch to read it. Networks are made for
     * this once each, with random weights.
     *
     * @throws UserError where the file is there and is none of the formats that are read, is damaged, or holds the weights of another network
     */
    void checkFits(NetworkFactory network, ImageShape shape, HyperparameterValues hyperparameters) {
        if (unreadable != null) {
            throw unreadable;
        }
        if (refusal == null && fitting.add(network.name() + " " + shape)) {
            try {
                Pretrained.check(network, shape, hyperparameters, file);
            } catch (UserError e) {
                throw new UserError(source.place("weights") + ": network " + network.name() + ": " + e.getMessage(), e);
            }
        }
    }

    /**
     * Checks that a file is the one that a trial was planned with.
     *
     * @param identity of the trial
     * @param given where it should lie
     * @throws UserError where it is not there, or is another
     */
    static void verify(String identity, @Nullable Path given) {
        if (given == null || !Files.isRegularFile(given)) {
            throw new UserError(
                    given == null
                            ? "no weights: the trial starts from a file, none was given"
                            : "no weights at " + given);
        }
        try {
            String found = digest(given);
            if (!found.equals(identity)) {
                throw new UserError(
                        given + ": the weights (SHA-256 " + found + ") are not those that this trial was planned"
                                + " with (" + identity + "); bring that file back, or run the study again");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(given + ": " + e.getMessage(), e);
        }
    }

    private static String digest(Path file) throws IOException {
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
        byte[] block = new byte[1 << 16];
        try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
            while (in.read(block) >= 0) {
                // The stream digests what it reads.
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
