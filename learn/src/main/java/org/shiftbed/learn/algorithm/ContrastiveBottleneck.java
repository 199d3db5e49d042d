package org.shiftbed.learn.algorithm;

import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.Distribution;
import org.shiftbed.learn.hyperparameter.Hyperparameter;
import org.shiftbed.learn.hyperparameter.HyperparameterSpace;
import org.shiftbed.learn.hyperparameter.HyperparameterValues;
import org.shiftbed.learn.torch.AdamOptimizer;
import org.shiftbed.learn.torch.Tensors;

/**
 * Contrastive adversarial domain bottleneck (Ruan, Dubois, Maddison, 2022; {@code domainbed-protocol.md} 5.5): the cross-entropy of all rows plus
 * {@code lmbda} times a contrastive loss L by which a row of the batch should find rows of other environments as likely as those of its own.
 *
 * <p>With A = z z' / temperature, its diagonal set to 0 and each row lowered by its largest entry, log p(j | i) = A_ij - log sum exp A_ik over the
 * {@link #candidates} k of row i. L_i = -(temperature / 0.07) log of the summed p over the {@link #sought} columns. L is the mean over rows that have
 * candidates of their own label (or, conditional, sought columns), and 0 where there is none. With {@code is_flipped} false the columns are those of
 * the row's own environment and the sign is the other.
 */
abstract class ContrastiveBottleneck extends NetworkAlgorithm {
    private static final double BASE_TEMPERATURE = 0.07;

    private final AdamOptimizer optimizer;

    ContrastiveBottleneck(AlgorithmFactory.Context context) {
        super(context);
        optimizer = adam("adam", featurizerAndClassifier());
    }

    /**
     * The columns among which a row is looked for: boolean [B, B], diagonal false.
     *
     * @param sameLabel boolean [B, B], diagonal false
     * @param others boolean [B, B], false on the diagonal only
     */
    abstract Tensor candidates(Tensor sameLabel, Tensor others);

    /**
     * The columns that should be found: boolean [B, B].
     *
     * @param sameLabel boolean [B, B], diagonal false
     * @param domain boolean [B, B]: of another environment, or with {@code is_flipped} false of the same one
     */
    abstract Tensor sought(Tensor sameLabel, Tensor domain);

    /** The rows that count: boolean [B]. */
    abstract Tensor valid(Tensor sameLabel, Tensor sought);

    @Override
    public final Map<String, Double> update(List<Minibatch> minibatches) {
        Tensor y = allY(minibatches);
        Tensor z = featurizer.forward(allX(minibatches)); // [B, d]
        Tensor risk = crossEntropy(classifier.forward(z), y);
        Tensor bottleneck = bottleneck(z, y, environments(minibatches));
        Tensor loss = risk.add(times(bottleneck, hyperparameters.number("lmbda")));
        optimizer.minimise(loss);
        return Map.of(
                "clf_loss", Tensors.item(risk),
                "bn_loss", Tensors.item(bottleneck),
                "total_loss", Tensors.item(loss));
    }

    private Tensor bottleneck(Tensor features, Tensor y, Tensor environments) {
        double temperature = hyperparameters.number("temperature");
        boolean flipped = hyperparameters.flag("is_flipped", true);
        Tensor z = hyperparameters.flag("is_normalized", false) ? torch.normalize(features) : features;
        Tensor others = torch.eye(z.size(0)).to(y.device(), ScalarType.Bool).logical_not();
        Tensor sameLabel = equal(y).logical_and(others);
        Tensor sameDomain = equal(environments);
        Tensor sought = sought(sameLabel, flipped ? sameDomain.logical_not() : sameDomain);
        Tensor candidates = candidates(sameLabel, others);
        // A row without any sought column has an infinite loss, which the mean leaves out: leaving the row out keeps
        // its gradient out too.
        Tensor rows = torch.nonzero(valid(sameLabel, sought).logical_and(sought.any(1)))
                .squeeze(1);
        if (rows.numel() == 0) {
            return zero();
        }
        Tensor similarities = times(z.matmul(z.t()), 1 / temperature).mul(others.to(z.scalar_type())); // [B, B]
        Tensor largest = similarities.detach().amax(new long[] {1}, true);
        Tensor logits = similarities.sub(largest).index_select(0, rows);
        Tensor total = logOfSum(logits, candidates.index_select(0, rows));
        Tensor found = logOfSum(logits, sought.index_select(0, rows));
        double factor = (flipped ? -1 : 1) * temperature / BASE_TEMPERATURE;
        return times(found.sub(total).mean(), factor);
    }

    /** [B, B]: whether two rows have the same value. */
    private static Tensor equal(Tensor values) {
        return values.unsqueeze(0).eq(values.unsqueeze(1));
    }

    /** [n]: log sum exp of the entries of each row that are marked, of which there is at least one. */
    private static Tensor logOfSum(Tensor logits, Tensor marked) {
        return logits.masked_fill(marked.logical_not(), new Scalar(Double.NEGATIVE_INFINITY))
                .logsumexp(1);
    }

    /** The end of a sentence on a hyperparameter that cannot be; null where all can. */
    static @Nullable String refuses(Map<String, Object> hyperparameters) {
        return new HyperparameterValues(hyperparameters).flag("is_project", false)
                ? "is_project: true asks for a projection whose size nothing defines (it crashes in DomainBed); leave it false"
                : null;
    }

    /** The space of CAD and CondCAD. */
    static HyperparameterSpace space(AlgorithmFactory.SpaceContext context, String name) {
        return CommonHyperparameters.of(context, name)
                .with(
                        new Hyperparameter(
                                "lmbda",
                                0.1,
                                new Distribution.Choice(List.of(1e-4, 1e-3, 1e-2, 0.1, 1.0, 10.0, 100.0)),
                                0,
                                Double.POSITIVE_INFINITY,
                                "weight of the contrastive loss"),
                        new Hyperparameter(
                                "temperature",
                                0.1,
                                new Distribution.Choice(List.of(0.05, 0.1)),
                                CommonHyperparameters.POSITIVE,
                                Double.POSITIVE_INFINITY,
                                "similarities are divided by this"),
                        flag("is_normalized", false, "features of length 1 in the contrastive loss"),
                        flag("is_project", false, "a projection of the features, which DomainBed does not define"),
                        flag("is_flipped", true, "find other environments, in place of not finding one's own"));
    }

    private static Hyperparameter flag(String name, boolean standard, String help) {
        return new Hyperparameter(
                name,
                standard,
                new Distribution.Constant(standard),
                Double.NEGATIVE_INFINITY,
                Double.POSITIVE_INFINITY,
                help);
    }
}
