package org.shiftbed.audit.golden;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One case of a folder: rows in a CSV file and expected values in a JSON file. */
record GoldenCase(String name, JsonNode json, Map<String, double[]> rows) {
    private static final String FOLDER = "shiftbed.golden.robustness";

    static Path folder() {
        String given = System.getProperty(FOLDER);
        return given == null ? Path.of("src/test/resources/robustness") : Path.of(given);
    }

    /** The cases with rows; the optimiser's have none. */
    static List<GoldenCase> all() {
        try (Stream<Path> files = Files.list(folder())) {
            return files.filter(file -> file.toString().endsWith(".csv"))
                    .sorted(Comparator.comparing(Path::toString))
                    .map(GoldenCase::read)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One case of a folder. */
    static GoldenCase open(Path folder, String name) {
        return read(folder.resolve(name + ".csv"));
    }

    private static GoldenCase read(Path csv) {
        try {
            String name = csv.getFileName().toString().replace(".csv", "");
            List<String> lines = Files.readAllLines(csv);
            String[] header = lines.get(0).split(",");
            double[][] columns = new double[header.length][lines.size() - 1];
            for (int r = 1; r < lines.size(); r++) {
                String[] fields = lines.get(r).split(",");
                for (int j = 0; j < header.length; j++) {
                    columns[j][r - 1] = Double.parseDouble(fields[j]);
                }
            }
            Map<String, double[]> rows = new LinkedHashMap<>();
            for (int j = 0; j < header.length; j++) {
                rows.put(header[j], columns[j]);
            }
            JsonNode json = JsonMapper.shared().readTree(csv.resolveSibling(name + ".json"));
            return new GoldenCase(name, json, rows);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The loss column: {@code loss}, or the value column where smaller is worse. */
    double[] loss() {
        double[] loss = rows.get("loss");
        return loss == null ? column("correct") : loss;
    }

    double[] column(String name) {
        double[] column = rows.get(name);
        if (column == null) {
            throw new IllegalArgumentException(this.name + " has no column " + name);
        }
        return column;
    }

    List<JsonNode> variants() {
        List<JsonNode> variants = new ArrayList<>();
        json.get("variants").forEach(variants::add);
        return variants;
    }

    @Override
    public String toString() {
        return name;
    }
}
