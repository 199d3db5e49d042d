package org.shiftbed.app;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.UserError;
import org.shiftbed.data.DataSource;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.Datasets;
import org.shiftbed.study.WrittenFields;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What every command takes that opens one data set. */
final class DatasetOptions {
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
            names = "--strict",
            description = "End at a file that cannot be decoded, where it would be left out (as broken: refuse does).")
    private boolean strict;

    @Option(
            names = "--domainbed",
            description =
                    "Examples and their order as DomainBed has them: layer data strict, as in protocol: domainbed.")
    private boolean domainBed;

    String written() {
        return written;
    }

    List<String> parameters() {
        return parameters;
    }

    @Nullable
    Path dataFolder(Surroundings here) {
        return here.dataFolder(dataFolder);
    }

    /**
     * A data set as it was asked for.
     *
     * @param name registered name
     * @param parameters resolved, places written out
     */
    record Asked(String name, Map<String, Object> parameters) {
        Asked {
            parameters = new TreeMap<>(parameters);
        }
    }

    /**
     * Reads name and parameters.
     *
     * @param command for messages
     */
    Asked asked(Surroundings here, String command) {
        WrittenFields.Named named = WrittenFields.read(written, parameters, "--set");
        String name = named.name();
        Datasets.require(name, command);
        Map<String, Object> resolved = new TreeMap<>(Datasets.resolve(name, named.fields(), command + " " + name));
        if (strict) {
            refuseBroken(name, resolved);
        }
        resolved.putAll(Datasets.places(name, resolved, here.folder()));
        return new Asked(name, resolved);
    }

    private static void refuseBroken(String name, Map<String, Object> resolved) {
        if (resolved.containsKey("broken")) {
            resolved.put("broken", "refuse");
        } else if (resolved.get("skip") instanceof List<?> skipped) {
            resolved.put(
                    "skip",
                    skipped.stream()
                            .map(String::valueOf)
                            .filter(each -> !each.equals("unreadable-files"))
                            .toList());
        } else {
            throw new UserError("--strict: data set " + name + " leaves no file out; leave it away");
        }
    }

    Dataset open(Surroundings here, Asked asked) {
        return Datasets.open(
                asked.name(),
                asked.parameters(),
                new DataSource(dataFolder(here), 0, domainBed, new ProgressLines(here)));
    }
}
