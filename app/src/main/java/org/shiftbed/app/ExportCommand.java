package org.shiftbed.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;
import org.shiftbed.learn.weights.ExportedModel;
import org.shiftbed.learn.weights.Safetensors;
import org.shiftbed.study.KeptWeights;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code shiftbed export TRIAL}: the weights of a trained model, for use elsewhere. */
@Command(
        name = "export",
        description = {
            "Writes the weights of a trained model as safetensors: a residual network or vision transformer with",
            "torchvision's names (a head with hidden layers as fc.0, fc.2, fc.4), any other with plain ones; network, classes",
            "and normalisation stand in its metadata."
        },
        footer = {
            "",
            "Examples:",
            "  shiftbed export runs/colours/trials/0123456789abcdef --out model.safetensors",
            "  shiftbed export runs/train-0123456789abcdef --rule oracle-best --out model.safetensors"
        })
final class ExportCommand implements Callable<Integer> {
    private static final String FORMAT = "safetensors";

    private final Surroundings here;

    @Parameters(paramLabel = "TRIAL", description = "The folder of a trial, or of a study of one trial.")
    private Path trial;

    @Option(
            names = "--format",
            paramLabel = "NAME",
            defaultValue = FORMAT,
            description = "safetensors (default: ${DEFAULT-VALUE}).")
    private String format;

    @Option(names = "--out", required = true, paramLabel = "FILE", description = "The file that is written.")
    private Path out;

    @Option(
            names = "--rule",
            paramLabel = "RULE",
            description =
                    "Whose best weights, or last: those of the last step, where any were kept (default: the study's headline"
                            + " rule).")
    private @Nullable String rule;

    @Option(names = "--step", paramLabel = "N", description = "The weights that were kept after this step.")
    private @Nullable Integer step;

    @Option(names = "--force", description = "Replace a file that is there.")
    private boolean force;

    ExportCommand(Surroundings here) {
        this.here = here;
    }

    @Override
    public Integer call() throws IOException {
        if (!format.equals(FORMAT)) {
            throw Names.unknown("--format", "format", format, List.of(FORMAT));
        }
        Path file = here.path(out.toString());
        if (Files.isDirectory(file)) {
            throw new UserError("--out: " + out + " is a folder; give the name of a file in it");
        }
        if (Files.exists(file) && !force) {
            throw new UserError("--out: " + out + " exists already; give another name, or --force to replace it");
        }
        KeptWeights kept = KeptWeights.of(here.path(trial.toString()));
        String chosen = kept.choose(rule, step);
        ExportedModel model = kept.model(chosen);
        Safetensors.write(file, model.contents());
        here.out()
                .println(out + ": " + model.contents().tensors().size() + " tensors of "
                        + kept.trial().network() + ", rule " + chosen + ", step "
                        + model.contents().metadata().getOrDefault("step", "unknown"));
        if (!model.leftOut().isEmpty()) {
            here.out().println("left out, for training only: " + String.join(", ", model.leftOutByNetwork()));
        }
        return ExitCodes.DONE;
    }
}
