package org.shiftbed.app.serve;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.UserError;

/**
 * What is served, where, and to whom.
 *
 * @param folder a study's, or one that holds several
 * @param host address to listen at
 * @param port 0: any that is free
 * @param fallback whether another port will do where this one is taken
 * @param token that a visitor must bring; null where everybody on this machine may look
 */
public record ServeSettings(
        Path folder,
        String host,
        int port,
        boolean fallback,
        @Nullable String token) {
    /** The address that only this machine reaches. */
    public static final String LOOPBACK = "127.0.0.1";

    private static final int SHORTEST = 12;

    /**
     * Checks them.
     *
     * @throws UserError where the folder is none, the port is none, or another address than this machine's own is asked for without a token
     */
    public ServeSettings {
        if (!Files.isDirectory(folder)) {
            throw new UserError(folder + ": no folder; give that of a study, or one that holds several");
        }
        if (port < 0 || port > 65535) {
            throw new UserError("--port: must be between 0 and 65535, found " + port + "; 0 takes any that is free");
        }
        if (token != null && token.length() < SHORTEST) {
            throw new UserError("--token: must have at least " + SHORTEST + " characters, found " + token.length()
                    + "; `openssl rand -hex 16` makes one");
        }
        if (token == null && !isLoopback(host)) {
            throw new UserError("--host: " + host
                    + " can be reached from other machines, which needs a --token TEXT that visitors must bring");
        }
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw new UserError("--host: '" + host + "' is no address of this machine; " + LOOPBACK + " is one", e);
        }
    }
}
