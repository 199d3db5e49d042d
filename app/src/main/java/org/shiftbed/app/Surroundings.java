package org.shiftbed.app;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a command sees of the process around it, so that tests can give another.
 *
 * @param out results
 * @param err what goes wrong, progress
 * @param terminal whether a person looks on: a progress bar is drawn only then
 * @param folder relative paths begin here
 * @param environment variables
 */
record Surroundings(PrintWriter out, PrintWriter err, boolean terminal, Path folder, Map<String, String> environment) {

    /** A path that the user gave, from the current folder on. */
    Path path(String given) {
        return folder.resolve(given).normalize();
    }

    /** How a path is shown: relative to the current folder where it lies below it. */
    String show(Path path) {
        Path absolute = path.toAbsolutePath().normalize();
        Path base = folder.toAbsolutePath().normalize();
        String text = absolute.startsWith(base) ? base.relativize(absolute).toString() : absolute.toString();
        return text.isEmpty() ? "." : text;
    }

    /** Where named data sets lie: the option, else {@code SHIFTBED_DATA}, else null. */
    @Nullable
    Path dataFolder(@Nullable Path option) {
        if (option != null) {
            return folder.resolve(option).normalize();
        }
        String variable = environment.get("SHIFTBED_DATA");
        return variable == null || variable.isBlank() ? null : path(variable);
    }
}
