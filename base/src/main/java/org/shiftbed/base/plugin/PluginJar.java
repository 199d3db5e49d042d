package org.shiftbed.base.plugin;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A jar from outside the project.
 *
 * @param path real path
 * @param sha256 of its bytes, in hexadecimal
 * @param providers by the name of a service: the class names that its service file lists, in its order
 */
public record PluginJar(Path path, String sha256, Map<String, List<String>> providers) {
    public PluginJar {
        providers = Map.copyOf(providers);
    }

    /** The name of its file. */
    public String name() {
        return String.valueOf(path.getFileName());
    }
}
