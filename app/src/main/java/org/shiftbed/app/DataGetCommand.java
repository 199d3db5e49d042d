package org.shiftbed.app;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.UserError;
import org.shiftbed.data.download.Download;
import org.shiftbed.data.download.Source;
import org.shiftbed.data.download.Sources;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code shiftbed data get NAME}: fetches a public data set. */
@Command(
        name = "get",
        description = {
            "Fetches a public data set into the data folder, and unpacks it there.",
            "A transfer that was cut goes on where it ended; run the same command again."
        },
        footer = {
            "",
            "Examples:",
            "  shiftbed data get ColoredMNIST --data-dir ~/data",
            "  shiftbed data get PACS --data-dir ~/data --mirror https://example.org/sets/"
        })
final class DataGetCommand implements Callable<Integer> {
    private final Surroundings here;

    @Parameters(paramLabel = "NAME", description = "One of those that `shiftbed data list` says can be fetched.")
    private String name;

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "Where named data sets lie (default: SHIFTBED_DATA).")
    private @Nullable Path dataFolder;

    @Option(
            names = "--mirror",
            paramLabel = "URL",
            description =
                    "A folder of the web that holds the files under the names of `shiftbed data list`; it is tried"
                            + " first.")
    private @Nullable String mirror;

    DataGetCommand(Surroundings here) {
        this.here = here;
    }

    @Override
    public Integer call() {
        Source source = Sources.require(name, "data get");
        Path folder = here.dataFolder(dataFolder);
        if (folder == null) {
            throw new UserError("data get: no data folder; say with --data-dir or SHIFTBED_DATA where data sets lie");
        }
        here.out().println(source.name() + ": licence " + source.licence() + "; " + source.page());
        List<Download.Fetched> fetched =
                new Download(source, folder, mirror == null ? null : address(mirror), new ProgressLines(here)).run();
        if (fetched.isEmpty()) {
            here.out().println(folder.resolve(source.place()) + " is there already; delete it to fetch it anew.");
            return ExitCodes.DONE;
        }
        for (Download.Fetched file : fetched) {
            here.out()
                    .println(file.name() + ": " + DataPackCommand.size(file.bytes()) + " from " + file.from()
                            + ", SHA-256 " + file.sha256()
                            + (file.verified() ? ", as published" : "; no checksum was published to compare it with"));
        }
        here.out().println("It is in " + folder.resolve(source.place()) + ".");
        return ExitCodes.DONE;
    }

    private static URI address(String written) {
        try {
            URI address = URI.create(written.endsWith("/") ? written : written + "/");
            if ("http".equals(address.getScheme()) || "https".equals(address.getScheme())) {
                return address;
            }
        } catch (IllegalArgumentException e) {
            throw new UserError("--mirror: '" + written + "' is no address: " + e.getMessage(), e);
        }
        throw new UserError("--mirror: must begin with http:// or https://, got '" + written + "'");
    }
}
