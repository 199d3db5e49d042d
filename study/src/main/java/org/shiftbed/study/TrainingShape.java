package org.shiftbed.study;

import java.util.List;
import java.util.Map;
import org.shiftbed.base.file.FieldSpec;
import org.shiftbed.base.file.Groups.Fields;
import org.shiftbed.base.file.Scalars.Flag;
import org.shiftbed.base.file.Scalars.Name;
import org.shiftbed.base.file.Scalars.Whole;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;

/** The fields under {@code training}. */
final class TrainingShape {
    private TrainingShape() {}

    static Fields fields() {
        return new Fields(
                "how to train",
                List.of(
                        new FieldSpec(
                                "steps",
                                new Whole(1, CommonHyperparameters.MOST_STEPS),
                                "1000; 5001 under domainbed",
                                "updates of a trial"),
                        new FieldSpec(
                                "batch",
                                new Whole(2, CommonHyperparameters.MOST_ROWS),
                                "128",
                                "controlled",
                                "rows of one batch over all environments"),
                        new FieldSpec(
                                "checkpoint-every",
                                new Whole(1, CommonHyperparameters.MOST_STEPS),
                                "a tenth of the steps; under domainbed what the data set says",
                                "updates between two evaluations"),
                        new FieldSpec(
                                "precision",
                                new Name(
                                        "precision",
                                        List.of("float32", "float64"),
                                        Map.of("bfloat16", "is not in this release; take float32 or float64")),
                                "float32",
                                "type of weights and arithmetic"),
                        new FieldSpec("threads", new Whole(1, 1024), "1", "threads of one trial; sums depend on it"),
                        new FieldSpec(
                                "evaluate",
                                new Name("kind of evaluation", List.of("needed", "full")),
                                "needed",
                                "what is evaluated at a checkpoint: what the selection rules read, or everything"),
                        new FieldSpec(
                                "keep",
                                new Name("kind of keeping", List.of("best", "last", "all", "none")),
                                "best; none under domainbed",
                                "weights that stay after a trial"),
                        new FieldSpec(
                                "patience",
                                new Whole(1, CommonHyperparameters.MOST_STEPS),
                                "none, every update is made",
                                "controlled",
                                "a trial ends after so many evaluations in a row without a new best of the first selection rule"),
                        new FieldSpec(
                                "tensorboard",
                                new Flag(),
                                "false",
                                "write losses and accuracies of each trial for TensorBoard too, into its folder")));
    }
}
