package org.shiftbed.app;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.shiftbed.data.DatasetFactory;
import org.shiftbed.data.Datasets;
import org.shiftbed.data.download.RemoteFile;
import org.shiftbed.data.download.Source;
import org.shiftbed.data.download.Sources;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code shiftbed data list}: every data set, what it may be told, where it comes from and whether it is here. */
@Command(
        name = "list",
        description = {
            "Lists every data set with its parameters and their defaults;",
            "of public ones where they come from, their licence and size, and whether they are in the data folder."
        },
        footer = {"", "Example:", "  shiftbed data list --data-dir ~/data"})
final class DataListCommand implements Callable<Integer> {
    private final Surroundings here;

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "Where named data sets lie (default: SHIFTBED_DATA).")
    private @Nullable Path dataFolder;

    DataListCommand(Surroundings here) {
        this.here = here;
    }

    @Override
    public Integer call() {
        Path folder = here.dataFolder(dataFolder);
        for (String name : Datasets.names()) {
            DatasetFactory factory = Datasets.require(name, "data list");
            here.out().println(name + ": " + factory.summary());
            Source source = Sources.of(name);
            if (source != null) {
                origin(source, folder).forEach(line -> here.out().println("    " + line));
            }
            Columns columns = new Columns();
            for (DatasetFactory.Parameter parameter : factory.parameters()) {
                columns.row("    " + parameter.name(), String.valueOf(parameter.standard()), parameter.help());
            }
            columns.lines().forEach(here.out()::println);
        }
        return ExitCodes.DONE;
    }

    private static List<String> origin(Source source, @Nullable Path folder) {
        List<String> lines = new ArrayList<>();
        String where = folder == null ? "no data folder was named" : folder.toString();
        lines.add(
                source.isIn(folder)
                        ? "here: " + folder + "/" + source.place()
                        : "not here (" + where + "): `shiftbed data get " + source.name() + "`");
        lines.add("from " + source.page() + "; licence: " + source.licence() + "; "
                + (source.bytes() == 0 ? "size unknown" : "about " + DataPackCommand.size(source.bytes())));
        lines.add("files: "
                + String.join(
                        ", ", source.files().stream().map(RemoteFile::name).toList()));
        return lines;
    }
}
