package org.shiftbed.data;

import java.nio.file.Path;

/**
 * Where what can be made again is kept between runs, such as decoded pictures: {@code SHIFTBED_CACHE}, else {@code XDG_CACHE_HOME/shiftbed},
 * else {@code ~/.cache/shiftbed}. It may be deleted at any time that nothing runs.
 */
public final class CacheFolder {
    private CacheFolder() {}

    /** The folder of this process; it need not exist. */
    public static Path standard() {
        String own = System.getenv("SHIFTBED_CACHE");
        if (own != null && !own.isBlank()) {
            return Path.of(own).toAbsolutePath();
        }
        String shared = System.getenv("XDG_CACHE_HOME");
        Path base = shared != null && !shared.isBlank()
                ? Path.of(shared)
                : Path.of(System.getProperty("user.home"), ".cache");
        return base.resolve("shiftbed").toAbsolutePath();
    }
}
