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

    /** A path that the user gave, from the current folder on; it is shown as it was given. */
    Path path(String given) {
        Path own = Path.of("").toAbsolutePath();
        return folder.equals(own) ? Path.of(given) : folder.resolve(given);
    }

    /** Where named data sets lie: the option, else {@code SHIFTBED_DATA}, else null. */
    @Nullable
    Path dataFolder(@Nullable Path option) {
        if (option != null) {
            return path(option.toString());
        }
        String variable = environment.get("SHIFTBED_DATA");
        return variable == null || variable.isBlank() ? null : path(variable);
    }
}
