package org.shiftbed.audit.worst;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The golden optimiser problems: of the folder named by {@code shiftbed.golden.robustness}, else the copy in the resources. */
final class OptimiserFixture {
    private OptimiserFixture() {}

    static JsonNode read() {
        @Nullable String folder = System.getProperty("shiftbed.golden.robustness");
        try (InputStream in = folder == null
                ? Objects.requireNonNull(OptimiserFixture.class.getResourceAsStream("/robustness/optimiser.json"))
                : Files.newInputStream(Path.of(folder, "optimiser.json"))) {
            return JsonMapper.builder().build().readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static double[] vector(JsonNode node) {
        double[] values = new double[node.size()];
        for (int k = 0; k < values.length; k++) {
            values[k] = node.get(k).doubleValue();
        }
        return values;
    }

    static double[][] matrix(JsonNode node) {
        double[][] values = new double[node.size()][];
        for (int k = 0; k < values.length; k++) {
            values[k] = vector(node.get(k));
        }
        return values;
    }

    /** Absolute or relative, whichever is larger. */
    static double tolerance(double level, double expected) {
        return level * Math.max(1, Math.abs(expected));
    }
}
