package org.shiftbed.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.shiftbed.audit.Audit;
import org.shiftbed.audit.Beside;
import org.shiftbed.audit.result.AuditJson;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.data.table.TableWriter;
import org.shiftbed.report.audit.AuditPage;

/** Audits a Parquet file as the command does, from opening it to the page, and prints seconds and memory of this process. */
public final class AuditOfFile {
    private static final int BLOCK = 1_000_000;

    private AuditOfFile() {}

    /** Takes {@code write FILE ROWS} or {@code audit FILE}; the two are apart so that the audit's memory is its own. */
    public static void main(String[] arguments) throws IOException {
        Path file = Path.of(arguments[1]);
        if (arguments[0].equals("write")) {
            write(file, Long.parseLong(arguments[2]));
        } else {
            audit(file);
        }
    }

    private static void write(Path file, long rows) throws IOException {
        SplittableRandom random = new SplittableRandom(4);
        try (TableWriter writer = new TableWriter(file)) {
            for (long left = rows; left > 0; left -= BLOCK) {
                writer.append(
                        FacesTable.draw((int) Math.min(left, BLOCK), random).table());
            }
            writer.finish();
        }
    }

    private static void audit(Path file) throws IOException {
        long begun = System.nanoTime();
        AuditSpec spec = FacesTable.spec().withTable(file.toString());
        AuditResult result = Audit.run(spec, Beside.nothing());
        double run = (System.nanoTime() - begun) * 1e-9;
        AuditJson.write(result, file.resolveSibling("audit.json"));
        Files.writeString(file.resolveSibling("audit.html"), new AuditPage(result).write());
        double all = (System.nanoTime() - begun) * 1e-9;
        String what = "audit of a Parquet file, " + result.data().rows() + " rows, ";
        AuditTimes.print(what + "s", all, "15");
        AuditTimes.print("  of which until the answer, s", run, "15");
        AuditTimes.print("  processor s", AuditTurns.processorTime() * 1e-9, "-");
        AuditTimes.print("  peak of the heap, GiB", heap() / (1 << 30), "1");
        AuditTimes.print("  peak of resident memory, GiB", resident() / (1 << 30), "-");
    }

    /** The sum of the peaks of all pools of the heap, garbage included: at least as much as was ever needed at once. */
    private static double heap() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .mapToLong(pool -> pool.getPeakUsage().getUsed())
                .sum();
    }

    private static double resident() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("VmHWM:"))
                .mapToDouble(line -> 1024 * Double.parseDouble(line.replaceAll("[^0-9]", "")))
                .findFirst()
                .orElse(Double.NaN);
    }
}
