package org.shiftbed.learn;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How much memory the process holds, native memory included. */
public final class ResidentMemory {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String FIELD = "VmRSS:";

    private ResidentMemory() {}

    /** Resident bytes of this process; -1 where the platform does not tell (only Linux does). */
    public static long bytes() {
        if (!Files.isReadable(STATUS)) {
            return -1;
        }
        try {
            for (String line : Files.readAllLines(STATUS)) {
                if (line.startsWith(FIELD)) {
                    String kibibytes =
                            line.substring(FIELD.length()).replace("kB", "").trim();
                    return Long.parseLong(kibibytes) * 1024;
                }
            }
            return -1;
        } catch (IOException | NumberFormatException e) {
            return -1;
        }
    }
}
