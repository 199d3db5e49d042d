package org.shiftbed.app;

import java.util.concurrent.Callable;
import org.shiftbed.data.CacheFolder;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.Originals;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code shiftbed data pack NAME}: fills the cache before a study needs it. */
@Command(
        name = "pack",
        description = {
            "Decodes the pictures of a data set into the cache, where every study, run and worker finds them.",
            "What is there already is checked and kept. A study does the same when it first reads the data."
        },
        footer = {
            "",
            "Examples:",
            "  shiftbed data pack PACS --data-dir ~/data",
            "  shiftbed data pack folders:dir=photos --strict"
        })
final class DataPackCommand implements Callable<Integer> {
    private final Surroundings here;

    @Mixin
    private DatasetOptions options;

    @Option(
            names = "--no-originals",
            description = "Leave out the pictures at their own sizes, which only random crops under protocol: domainbed"
                    + " need.")
    private boolean noOriginals;

    DataPackCommand(Surroundings here) {
        this.here = here;
    }

    @Override
    public Integer call() {
        DatasetOptions.Asked asked = options.asked(here, "data pack");
        try (Dataset dataset = options.open(here, asked)) {
            here.out()
                    .printf(
                            "%s: %,d examples of %s bytes (%s), fingerprint %s%n",
                            asked.name(),
                            dataset.size(),
                            dataset.shape(),
                            size((long) dataset.size() * dataset.shape().bytes()),
                            dataset.fingerprint());
            Originals originals = noOriginals ? null : dataset.originals();
            if (originals != null) {
                long bytes = 0;
                for (int row = 0; row < dataset.size(); row++) {
                    bytes += originals.shape(row).bytes();
                }
                here.out().println("pictures for random crops: " + size(bytes));
            }
            dataset.notes().forEach(note -> here.out().println("note: " + note));
            dataset.leftOut().forEach(file -> here.out().println("left out: " + file));
            here.out().println("The cache is " + CacheFolder.standard() + ".");
        }
        return ExitCodes.DONE;
    }

    /** {@code 12 MB}. */
    static String size(long bytes) {
        if (bytes >= 10_000_000_000L) {
            return (bytes + 500_000_000) / 1_000_000_000 + " GB";
        }
        return bytes >= 1_000_000 ? (bytes + 500_000) / 1_000_000 + " MB" : (bytes + 500) / 1000 + " kB";
    }
}
