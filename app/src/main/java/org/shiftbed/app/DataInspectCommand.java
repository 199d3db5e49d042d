package org.shiftbed.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.AtomicFiles;
import org.shiftbed.base.UserError;
import org.shiftbed.data.Attribute;
import org.shiftbed.data.AttributeTable;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.SampleSheet;
import org.shiftbed.data.Twins;
import org.shiftbed.study.ShiftPreview;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code shiftbed data inspect NAME}: opens a data set and says what is in it. */
@Command(
        name = "inspect",
        description = {
            "Opens a data set, checks its files, and says what is in it.",
            "With --shift: what a shift makes of it, with the joint of label and attribute as a small heat map."
        },
        footer = {
            "",
            "Examples:",
            "  shiftbed data inspect sprites --set side=16",
            "  shiftbed data inspect sprites:side=16,stride=orientation:8,position:4",
            "  shiftbed data inspect ColoredMNIST --data-dir ~/data",
            "  shiftbed data inspect folders:dir=photos --grid samples.png",
            "  shiftbed data inspect sprites:side=16 --shift 'low-data:attribute=color,samples=[1,100]'",
            "  shiftbed data inspect sprites:side=16 \\",
            "    --shift 'partial-correlation:attribute=color,rho=[0,0.5,1],rows=300'"
        })
final class DataInspectCommand implements Callable<Integer> {
    private static final int VALUES = 20;
    private static final int TABLE_ROWS = 40;
    private static final int LISTED = 10;
    private static final int GRID_ROWS = 30;
    private static final int GRID_COLUMNS = 8;

    private final Surroundings here;

    @Mixin
    private DatasetOptions options;

    @Option(
            names = "--grid",
            paramLabel = "FILE.png",
            description = "Writes examples of every class as one picture, a row a class.")
    private @Nullable Path grid;

    @Option(
            names = "--twins",
            paramLabel = "FILE",
            description =
                    "Writes the examples whose pixels are in another class too, one a line; folders: {exclude: FILE}"
                            + " leaves them out.")
    private @Nullable Path twins;

    @Option(
            names = "--shift",
            paramLabel = "KIND[:KEY=VALUE,...]",
            description = "One of `shiftbed list shifts`, with its fields: says what it makes of the data set.")
    private @Nullable String shift;

    @Option(
            names = "--size",
            paramLabel = "N",
            description = "Training rows in all, with --shift (default: what the shift takes).")
    private @Nullable Integer size;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Seed of the run that rows are picked by, with --shift (default: 0).")
    private @Nullable Integer seed;

    DataInspectCommand(Surroundings here) {
        this.here = here;
    }

    @Override
    public Integer call() {
        if (shift == null && (size != null || seed != null)) {
            throw new UserError((size != null ? "--size" : "--seed") + ": goes with --shift; name one of `shiftbed list"
                    + " shifts`");
        }
        List<ShiftPreview> previews = shift == null
                ? List.of()
                : ShiftPreview.of(
                        options.written(),
                        options.parameters(),
                        shift,
                        size,
                        seed == null ? 0 : seed,
                        options.dataFolder(here));
        DatasetOptions.Asked asked = options.asked(here, "data inspect");
        try (Dataset dataset = options.open(here, asked)) {
            here.out().println(asked.name() + " " + asked.parameters());
            tell(dataset);
            write(dataset);
        }
        for (ShiftPreview preview : previews) {
            new ShiftLines(preview).lines().forEach(here.out()::println);
        }
        return ExitCodes.DONE;
    }

    private void tell(Dataset dataset) {
        AttributeTable table = dataset.attributes();
        here.out()
                .printf(
                        "%,d examples of %s; label: %s; environments: %s; fingerprint: %s%n",
                        dataset.size(),
                        dataset.features() == null
                                ? dataset.shape() + " bytes (channels x height x width)"
                                : dataset.shape() + " numbers",
                        dataset.label(),
                        dataset.domain() == null ? "none of its own" : dataset.domain(),
                        dataset.fingerprint());
        for (Attribute attribute : table.attributes()) {
            here.out().println(attribute.name() + ": " + counts(table, attribute));
        }
        String domain = dataset.domain();
        if (domain != null) {
            byDomain(table, dataset.label(), domain).forEach(here.out()::println);
        }
        long groups = Arrays.stream(table.groups()).distinct().count();
        if (groups < table.rows()) {
            here.out()
                    .printf(
                            "%,d content groups: rows of one group are never split between training and test%n",
                            groups);
        }
        dataset.notes().forEach(note -> here.out().println("note: " + note));
        some(dataset.leftOut()).forEach(file -> here.out().println("left out: " + file));
        Twins found = Twins.of(dataset);
        List<String> lines = found.rows().stream()
                .map(rows -> String.join(
                        " = ",
                        rows.stream()
                                .map(row -> dataset.describe(row) + " ("
                                        + table.attribute(dataset.label())
                                                .values()
                                                .get(table.code(row, dataset.label()))
                                        + ")")
                                .toList()))
                .toList();
        some(lines).forEach(line -> here.out().println("equal pixels, different " + dataset.label() + ": " + line));
    }

    private static List<String> some(List<String> lines) {
        List<String> shown = new ArrayList<>(lines.subList(0, Math.min(LISTED, lines.size())));
        if (shown.size() < lines.size()) {
            shown.add("and " + (lines.size() - shown.size()) + " more");
        }
        return shown;
    }

    private void write(Dataset dataset) {
        try {
            if (grid != null) {
                Path file = here.path(grid.toString());
                SampleSheet.of(dataset, GRID_ROWS, GRID_COLUMNS).writeTo(file);
                here.out().println("Wrote " + grid + ": " + GRID_COLUMNS + " examples of each class.");
            }
            if (twins != null) {
                TreeSet<String> lines = new TreeSet<>();
                Twins.of(dataset).rows().forEach(rows -> rows.forEach(row -> lines.add(dataset.describe(row))));
                AtomicFiles.write(here.path(twins.toString()), lines.isEmpty() ? "" : String.join("\n", lines) + "\n");
                here.out().println("Wrote " + twins + ": " + lines.size() + " examples.");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** How many examples of each class are in each domain. */
    private static List<String> byDomain(AttributeTable table, String label, String domain) {
        List<String> classes = table.attribute(label).values();
        List<String> domains = table.attribute(domain).values();
        int[][] counts = new int[classes.size()][domains.size()];
        for (int row = 0; row < table.rows(); row++) {
            counts[table.code(row, label)][table.code(row, domain)]++;
        }
        Columns columns = new Columns();
        List<String> head = new ArrayList<>(List.of(label + " \\ " + domain));
        head.addAll(domains);
        columns.row(head.toArray(String[]::new));
        for (int code = 0; code < Math.min(classes.size(), TABLE_ROWS); code++) {
            List<String> cells = new ArrayList<>(List.of(classes.get(code)));
            for (int count : counts[code]) {
                cells.add(Integer.toString(count));
            }
            columns.row(cells.toArray(String[]::new));
        }
        List<String> lines = new ArrayList<>(columns.lines());
        if (classes.size() > TABLE_ROWS) {
            lines.add("and " + (classes.size() - TABLE_ROWS) + " more");
        }
        return lines;
    }

    private static String counts(AttributeTable table, Attribute attribute) {
        int[] counts = new int[attribute.cardinality()];
        for (int code : table.column(attribute.name())) {
            counts[code]++;
        }
        StringBuilder text = new StringBuilder();
        int shown = Math.min(counts.length, VALUES);
        for (int code = 0; code < shown; code++) {
            text.append(code == 0 ? "" : ", ")
                    .append(attribute.values().get(code))
                    .append(" (")
                    .append(counts[code])
                    .append(")");
        }
        return shown < counts.length ? text + ", and " + (counts.length - shown) + " more" : text.toString();
    }
}
