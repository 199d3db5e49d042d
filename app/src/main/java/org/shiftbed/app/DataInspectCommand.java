package org.shiftbed.app;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.UserError;
import org.shiftbed.data.Attribute;
import org.shiftbed.data.AttributeTable;
import org.shiftbed.data.DataSource;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.Datasets;
import org.shiftbed.study.ShiftPreview;
import org.shiftbed.study.WrittenFields;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
            "  shiftbed data inspect sprites:side=16 --shift 'low-data:attribute=color,samples=[1,100]'",
            "  shiftbed data inspect sprites:side=16 \\",
            "    --shift 'partial-correlation:attribute=color,rho=[0,0.5,1],rows=300'"
        })
final class DataInspectCommand implements Callable<Integer> {
    private final Surroundings here;

    @Parameters(
            paramLabel = "NAME[:KEY=VALUE,...]",
            description = "A data set of `shiftbed data list`, with parameters as train --dataset takes them.")
    private String written;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description =
                    "A parameter of the data set; may be given several times. A map of counts: orientation:4,position:4.")
    private List<String> parameters = new ArrayList<>();

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "Where named data sets lie (default: SHIFTBED_DATA).")
    private @Nullable Path dataFolder;

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
        Path folder = here.dataFolder(dataFolder);
        List<ShiftPreview> previews = shift == null
                ? List.of()
                : ShiftPreview.of(written, parameters, shift, size, seed == null ? 0 : seed, folder);
        WrittenFields.Named named = WrittenFields.read(written, parameters, "--set");
        String name = named.name();
        Datasets.require(name, "data inspect");
        Map<String, Object> resolved = new TreeMap<>(Datasets.resolve(name, named.fields(), "data inspect " + name));
        resolved.putAll(Datasets.places(name, resolved, here.folder()));
        try (Dataset dataset = Datasets.open(name, resolved, new DataSource(folder, 0))) {
            AttributeTable table = dataset.attributes();
            here.out().println(name + " " + resolved);
            here.out()
                    .printf(
                            "%,d examples of %s bytes (channels x height x width); label: %s; environments: %s; fingerprint: %s%n",
                            dataset.size(),
                            dataset.shape(),
                            dataset.label(),
                            dataset.domain() == null ? "none of its own" : dataset.domain(),
                            dataset.fingerprint());
            for (Attribute attribute : table.attributes()) {
                here.out().println(attribute.name() + ": " + counts(table, attribute));
            }
            long groups = Arrays.stream(table.groups()).distinct().count();
            if (groups < table.rows()) {
                here.out()
                        .printf(
                                "%,d content groups: rows of one group are never split between training and test%n",
                                groups);
            }
            dataset.notes().forEach(note -> here.out().println("note: " + note));
        }
        for (ShiftPreview preview : previews) {
            new ShiftLines(preview).lines().forEach(here.out()::println);
        }
        return ExitCodes.DONE;
    }

    private static String counts(AttributeTable table, Attribute attribute) {
        int[] counts = new int[attribute.cardinality()];
        for (int code : table.column(attribute.name())) {
            counts[code]++;
        }
        StringBuilder text = new StringBuilder();
        int shown = Math.min(counts.length, 20);
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
