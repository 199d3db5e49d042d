package org.shiftbed.app;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.shiftbed.learn.torch.Devices;
import org.shiftbed.study.Plan;
import org.shiftbed.study.SingleTrial;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code shiftbed train}: one trial, from options alone. */
@Command(
        name = "train",
        description =
                "Runs one trial and reports it: one method, on one data set and shift, with one seed. It needs no study file.",
        footer = {
            "",
            "Fields are KEY=VALUE, cut at commas. A list stands in brackets: values=[blue,red].",
            "A map of counts: stride=orientation:8,position:4, or stride.position=4.",
            "",
            "Examples:",
            "  shiftbed train --dataset sprites:side=16 --algorithm ERM --steps 200",
            "  shiftbed train --dataset sprites:side=16,stride=orientation:8,position:4 \\",
            "    --algorithm ERM",
            "  shiftbed train --dataset sprites:side=16 --algorithm CORAL \\",
            "    --shift 'unseen:attribute=color,values=[blue]' --hparam lr=0.001",
            "  shiftbed train --dataset ColoredMNIST --algorithm IRM \\",
            "    --shift leave-domains-out:test=2 --data-dir ~/data"
        })
final class TrainCommand implements Callable<Integer> {
    private final Surroundings here;

    @Option(
            names = "--dataset",
            required = true,
            paramLabel = "NAME[:KEY=VALUE,...]",
            description = "A data set of `shiftbed data list`, with parameters.")
    private String dataset;

    @Option(
            names = "--algorithm",
            required = true,
            paramLabel = "NAME",
            description = "One of `shiftbed list algorithms`.")
    private String algorithm;

    @Option(
            names = "--shift",
            paramLabel = "KIND[:KEY=VALUE,...]",
            description = "One of `shiftbed list shifts`, with its fields (default: none).")
    private @Nullable String shift;

    @Option(names = "--hparam", paramLabel = "KEY=VALUE", description = "A hyperparameter; may be given several times.")
    private List<String> hyperparameters = new ArrayList<>();

    @Option(names = "--steps", paramLabel = "N", description = "Updates (default: what the protocol says).")
    private @Nullable Integer steps;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "0",
            description = "Seed of the run (default: ${DEFAULT-VALUE}).")
    private int seed;

    @Option(
            names = "--weights",
            paramLabel = "FILE",
            description = "Pretrained weights that the network starts from (docs/weights.md; default: random).")
    private @Nullable Path weights;

    @Option(names = "--out", paramLabel = "DIR", description = "Folder of the trial (default: runs/train-<id>).")
    private @Nullable Path out;

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "Where named data sets lie (default: SHIFTBED_DATA).")
    private @Nullable Path dataFolder;

    @Option(
            names = "--device",
            paramLabel = "DEVICE",
            defaultValue = "cpu",
            description = "cpu or cuda:K (default: ${DEFAULT-VALUE}).")
    private String device;

    TrainCommand(Surroundings here) {
        this.here = here;
    }

    @Override
    public Integer call() throws IOException {
        Path data = here.dataFolder(dataFolder);
        Devices.check(device, "--device");
        Path start = weights == null ? null : here.path(weights.toString());
        Plan plan = new SingleTrial(dataset, algorithm, shift, hyperparameters, steps, seed, start).plan(data, device);
        String id = plan.trials().get(0).id();
        Path root = out == null ? here.path("runs").resolve("train-" + id) : here.path(out.toString());
        return new StudyRun(here, plan, root, data, device).execute(1, "");
    }
}
