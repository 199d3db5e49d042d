package org.shiftbed.app.serve;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Who may look: requests that name this server by an address of its own, with the token where there is one. */
final class Guard {
    private static final List<String> OWN = List.of("localhost", "127.0.0.1", "[::1]");
    /** Addresses that stand for all of a machine's. */
    private static final List<String> ALL = List.of("0.0.0.0", "::", "[::]");

    private final String host;
    private final byte @Nullable [] token;

    Guard(ServeSettings settings) {
        this.host = settings.host();
        this.token = settings.token() == null ? null : digest(settings.token());
    }

    /**
     * Whether a request was meant for this server. A page of elsewhere whose name was made to lead here (DNS rebinding) names another host.
     *
     * @param header of HTTP, {@code Host}
     */
    boolean knows(@Nullable String header) {
        if (header == null) {
            return false;
        }
        String name = header.toLowerCase(Locale.ROOT);
        int port = name.lastIndexOf(':');
        if (port > name.lastIndexOf(']')) {
            name = name.substring(0, port);
        }
        String plain = host.toLowerCase(Locale.ROOT);
        // Behind a name of a whole machine the token alone tells friends from others.
        return OWN.contains(name) || name.equals(plain) || name.equals("[" + plain + "]") || ALL.contains(plain);
    }

    /** Whether a token is asked for at all. */
    boolean asks() {
        return token != null;
    }

    /** Whether one of these is the token; takes as long for a wrong one as for another. */
    boolean admits(@Nullable String... brought) {
        byte[] wanted = token;
        if (wanted == null) {
            return true;
        }
        boolean found = false;
        for (String one : brought) {
            found |= one != null && MessageDigest.isEqual(wanted, digest(one));
        }
        return found;
    }

    private static byte[] digest(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
