package org.shiftbed.bench;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Times the real commands on a whole sweep ({@link SweepFiles}): import, tables of all three rules without an index, with one, and after some runs were written
 * anew; seconds by the clock and the most resident memory of the process. Ends with code 1 where two outputs differ.
 */
public final class SweepTables {
    private static final int CHANGED = 20;

    private final Path shiftbed;
    private final Path folder;

    private SweepTables(Path shiftbed, Path folder) {
        this.shiftbed = shiftbed;
        this.folder = folder;
    }

    /** @param arguments the program {@code bin/shiftbed}, and a folder that holds the sweep under {@code in} */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        SweepTables tables = new SweepTables(Path.of(arguments[0]), Path.of(arguments[1]));
        System.out.printf("%-64s %8s %8s%n", "command", "seconds", "MiB");
        Path out = tables.folder.resolve("out");
        if (Files.exists(out)) {
            try (Stream<Path> all = Files.walk(out)) {
                for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
        String in = tables.folder.resolve("in").toString();
        String study = out.toString();
        tables.time("import domainbed", "imported", "import", "domainbed", in, "--out", study);
        List<String> report = List.of("report", study, "--style", "domainbed");
        tables.time("report --style domainbed, the first time", "first", report);
        tables.time("the same with the index", "second", report);
        touch(out);
        tables.time("the same after " + CHANGED + " runs were written anew", "third", report);
        Files.deleteIfExists(out.resolve("records.index"));
        tables.time("report --format text, without an index", "own", List.of("report", study, "--format", "text"));
        tables.time("the same with the index", "own-again", List.of("report", study, "--format", "text"));
        tables.time("report: tables, page, trials.jsonl, with the index", "whole", List.of("report", study));
        boolean same =
                tables.same("first", "second") && tables.same("first", "third") && tables.same("own", "own-again");
        System.out.println(same ? "With and without the index the output is the same." : "OUTPUTS DIFFER");
        System.exit(same ? 0 : 1);
    }

    /** Some files get the same bytes once more, at another time. */
    private static void touch(Path out) throws IOException {
        File[] runs = out.resolve("trials").toFile().listFiles();
        if (runs == null) {
            throw new IOException(out + " has no trials");
        }
        Arrays.sort(runs);
        for (int i = 0; i < CHANGED; i++) {
            Path file = runs[i * (runs.length / CHANGED)].toPath().resolve("results.jsonl");
            Files.write(file, Files.readAllBytes(file));
        }
    }

    private boolean same(String one, String other) throws IOException {
        return Files.mismatch(folder.resolve(one + ".txt"), folder.resolve(other + ".txt")) < 0;
    }

    private void time(String what, String name, String... arguments) throws IOException, InterruptedException {
        time(what, name, List.of(arguments));
    }

    private void time(String what, String name, List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(shiftbed.toString()));
        command.addAll(arguments);
        long begun = System.nanoTime();
        Process process = new ProcessBuilder(command)
                .redirectOutput(folder.resolve(name + ".txt").toFile())
                .redirectError(folder.resolve(name + ".err").toFile())
                .start();
        long most = 0;
        while (!process.waitFor(20, java.util.concurrent.TimeUnit.MILLISECONDS)) {
            most = Math.max(most, resident(process.pid()));
        }
        double seconds = (System.nanoTime() - begun) / 1e9;
        System.out.printf(Locale.ROOT, "%-64s %8.1f %8d%n", what, seconds, most >> 10);
        if (process.exitValue() != 0) {
            throw new IOException(
                    command + " ended with " + process.exitValue() + ", see " + folder.resolve(name + ".err"));
        }
    }

    /** Kibibytes at most so far, where the system tells. */
    private static long resident(long pid) {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/status"), StandardCharsets.UTF_8)) {
                if (line.startsWith("VmHWM:")) {
                    return Long.parseLong(line.replaceAll("[^0-9]", ""));
                }
            }
        } catch (IOException e) {
            // It has ended between two looks.
            return 0;
        }
        return 0;
    }
}
