package org.shiftbed.app;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.Names;
import org.shiftbed.learn.torch.Devices;
import org.shiftbed.study.Plan;
import org.shiftbed.study.Study;
import org.shiftbed.study.StudyFile;
import org.shiftbed.study.Tier;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What every command that reads a study file takes. */
final class StudyOptions {
    @Parameters(paramLabel = "STUDY.yaml", description = "The study file.")
    private Path file;

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "Where named data sets lie (default: SHIFTBED_DATA).")
    private @Nullable Path dataFolder;

    @Option(
            names = "--tier",
            paramLabel = "TIER",
            description =
                    "How much of the study: smoke (does it run: one seed, at most 20 steps), small (a first answer: at most"
                            + " 1000 steps, 3 seeds) or paper (what the papers ran: 100,000 steps, 5 seeds). It replaces what"
                            + " the file says; each tier has trials of its own (docs/study-file.md, Tiers).")
    private @Nullable String tier;

    @Option(
            names = "--device",
            paramLabel = "DEVICE",
            defaultValue = "cpu",
            description = "cpu or cuda:K (default: ${DEFAULT-VALUE}).")
    private String device;

    @Option(
            names = "--strict",
            description = "End at a file of a data set that cannot be decoded, where it would be left out and counted.")
    private boolean strict;

    /** Reads the file. */
    Study study(Surroundings here) {
        Study study = StudyFile.read(file(here));
        return tier == null ? study : study.withTier(tier(tier));
    }

    /** Reads the file and plans it: everything that can be wrong with it is found here. */
    Plan plan(Surroundings here) {
        return checked(Plan.of(study(here), dataFolder(here), device(), new ProgressLines(here)));
    }

    /** {@link #plan}, for a command that trains nothing: data sets whose files are not here are counted where they can be. */
    Plan sketch(Surroundings here) {
        return checked(Plan.sketch(study(here), dataFolder(here), device(), new ProgressLines(here)));
    }

    private Plan checked(Plan plan) {
        if (strict) {
            plan.refuseLeftOut();
        }
        return plan;
    }

    Path file(Surroundings here) {
        return here.path(file.toString());
    }

    @Nullable
    Path dataFolder(Surroundings here) {
        return here.dataFolder(dataFolder);
    }

    /** The device, its name checked. */
    String device() {
        Devices.check(device, "--device");
        return device;
    }

    private static Tier tier(String name) {
        List<String> names = Arrays.stream(Tier.values())
                .map(each -> each.name().toLowerCase(Locale.ROOT))
                .toList();
        if (!names.contains(name)) {
            throw Names.unknown("--tier", "tier", name, names);
        }
        return Tier.valueOf(name.toUpperCase(Locale.ROOT));
    }
}
