package org.shiftbed.app;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.shiftbed.learn.torch.Devices;
import org.shiftbed.study.Plan;
import org.shiftbed.study.SingleTrial;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
            "    --shift leave-domains-out:test=2 --data-dir ~/data",
            "  shiftbed train --dataset sprites --algorithm SD --network resnet18-small --batch 32 --keep last"
        })
final class TrainCommand implements Callable<Integer> {
    /** Among the layers of --strict: not one of them, but files that cannot be decoded. */
    private static final String FILES = "files";

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

    @Option(
            names = "--network",
            paramLabel = "NAME",
            description = "A network of `shiftbed list networks` (default: by the size of the pictures).")
    private @Nullable String network;

    @Option(
            names = "--label",
            paramLabel = "NAME",
            description = "The attribute to predict (default: the data set's own).")
    private @Nullable String label;

    @Option(
            names = "--form",
            paramLabel = "FORM",
            description = "domainbed or controlled (default: the protocol's, where it exists).")
    private @Nullable String form;

    @Option(
            names = "--batch",
            paramLabel = "N",
            description = "Rows of one batch in all (default: 128); under leave-domains-out --hparam batch_size.")
    private @Nullable String batch;

    @Option(
            names = "--checkpoint-every",
            paramLabel = "N",
            description = "Updates between two evaluations (default: a tenth of them, or the protocol's).")
    private @Nullable String checkpointEvery;

    @Option(
            names = "--patience",
            paramLabel = "N",
            description = "End after N evaluations in a row without a new best of the first selection rule.")
    private @Nullable String patience;

    @Option(names = "--precision", paramLabel = "TYPE", description = "float32 or float64 (default: float32).")
    private @Nullable String precision;

    @Option(names = "--threads", paramLabel = "N", description = "Threads of libtorch (default: 1).")
    private @Nullable String threads;

    @Option(
            names = "--evaluate",
            paramLabel = "WHAT",
            description = "needed or full: what is evaluated at a checkpoint (default: needed).")
    private @Nullable String evaluate;

    @Option(
            names = "--keep",
            paramLabel = "WHICH",
            description = "Weights that stay: best, last, all or none (default: best; none under leave-domains-out).")
    private @Nullable String keep;

    @Option(
            names = "--strict",
            paramLabel = "LAYER,...",
            arity = "0..1",
            fallbackValue = FILES,
            description =
                    "Layers that keep the reference's defects: some of algorithm, data, network, or true, or false. Without"
                            + " a layer, or with files among them: end at a file of the data set that cannot be decoded.")
    private @Nullable String strict;

    @Option(
            names = "--selection",
            paramLabel = "RULE,...",
            description = "The rules that the report shows (docs/study-file.md).")
    private @Nullable String selection;

    @Option(
            names = "--noise",
            paramLabel = "P",
            description = "Probability that a training label is replaced (default: 0).")
    private @Nullable String noise;

    @Option(names = "--size", paramLabel = "N", description = "Training rows in all (default: all).")
    private @Nullable String size;

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

    @Mixin
    private RunOptions running;

    TrainCommand(Surroundings here) {
        this.here = here;
    }

    @Override
    public Integer call() throws IOException {
        Path data = here.dataFolder(dataFolder);
        Devices.check(device, "--device");
        Path start = weights == null ? null : here.path(weights.toString());
        Plan plan =
                new SingleTrial(dataset, algorithm, shift, chosen(), steps, seed, start, fields()).plan(data, device);
        if (strict != null && layers(strict).size() < strict.split(",").length) {
            plan.refuseLeftOut();
        }
        String id = plan.trials().get(0).id();
        Path root = out == null ? here.path("runs").resolve("train-" + id) : here.path(out.toString());
        return new StudyRun(here, plan, root, data, device).execute(running, "");
    }

    private List<String> chosen() {
        List<String> chosen = new ArrayList<>(hyperparameters);
        if (form != null) {
            chosen.add("form=" + form);
        }
        return chosen;
    }

    private Map<String, String> fields() {
        Map<String, String> fields = new TreeMap<>();
        put(fields, "network", network);
        put(fields, "label", label);
        put(fields, "training.batch", batch);
        put(fields, "training.checkpoint-every", checkpointEvery);
        put(fields, "training.patience", patience);
        put(fields, "training.precision", precision);
        put(fields, "training.threads", threads);
        put(fields, "training.evaluate", evaluate);
        put(fields, "training.keep", keep);
        if (strict != null && !strict.equals(FILES)) {
            put(fields, "strict", list(String.join(",", layers(strict))));
        }
        put(fields, "selection", list(selection));
        put(fields, "conditions.noise", list(noise));
        put(fields, "conditions.size", list(size));
        return fields;
    }

    /** What is written of layers, without the word for files. */
    private static List<String> layers(String written) {
        return Arrays.stream(written.split(","))
                .filter(each -> !each.equals(FILES))
                .toList();
    }

    private static void put(Map<String, String> fields, String path, @Nullable String value) {
        if (value != null) {
            fields.put(path, value);
        }
    }

    /** One name is a list of one; true and false are what they are. */
    private static @Nullable String list(@Nullable String value) {
        return value == null || value.startsWith("[") || value.equals("true") || value.equals("false")
                ? value
                : "[" + value + "]";
    }
}
