package org.shiftbed.app;

import java.util.concurrent.Callable;
import org.shiftbed.data.DatasetFactory;
import org.shiftbed.data.Datasets;
import picocli.CommandLine.Command;

/** {@code shiftbed data list}: every data set and what it may be told. */
@Command(
        name = "list",
        description = "Lists every data set with its parameters and their defaults.",
        footer = {"", "Example:", "  shiftbed data list"})
final class DataListCommand implements Callable<Integer> {
    private final Surroundings here;

    DataListCommand(Surroundings here) {
        this.here = here;
    }

    @Override
    public Integer call() {
        for (String name : Datasets.names()) {
            DatasetFactory factory = Datasets.require(name, "data list");
            here.out().println(name + ": " + factory.summary());
            Columns columns = new Columns();
            for (DatasetFactory.Parameter parameter : factory.parameters()) {
                columns.row("    " + parameter.name(), String.valueOf(parameter.standard()), parameter.help());
            }
            columns.lines().forEach(here.out()::println);
        }
        return ExitCodes.DONE;
    }
}
