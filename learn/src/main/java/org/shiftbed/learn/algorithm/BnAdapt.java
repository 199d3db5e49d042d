package org.shiftbed.learn.algorithm;

import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.UserError;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.HyperparameterSpace;
import org.shiftbed.learn.network.AdaptedStatistics;
import org.shiftbed.learn.network.NetworkFactory;
import org.shiftbed.learn.torch.Tensors;

/**
 * Batch normalisation adapted to what is evaluated (Schneider et al., 2020; {@code controlled-shifts.md} 3.5): trained as ERM; the pictures of each value
 * of the attribute are predicted with running statistics that are {@code r} parts those of training and one part those of these pictures. Labels of what
 * is evaluated are not used.
 */
public final class BnAdapt extends SingleOptimizerAlgorithm implements TestTimeAdaptation {
    private static final String REASON =
            "adapts the statistics of batch normalisation, which network %s does not have; name one that has, as in"
                    + " network: resnet18-small";

    private final double ratio;
    private final long fewest;
    private @Nullable AdaptedStatistics statistics;

    BnAdapt(AlgorithmFactory.Context context) {
        super(context);
        ratio = hyperparameters.number("r");
        fewest = hyperparameters.whole("min_images");
        if (!new AdaptedStatistics(featurizer).any()) {
            close();
            throw new UserError("algorithm BNAdapt: " + String.format(REASON, context.network()));
        }
    }

    @Override
    public Map<String, Double> update(List<Minibatch> minibatches) {
        Tensor loss = crossEntropy(predict(allX(minibatches)), allY(minibatches));
        minimise(loss);
        return Map.of("loss", Tensors.item(loss));
    }

    /** At least {@code min_images}; 0 stands for a batch. */
    @Override
    public boolean adapts(int images, int batch) {
        return images >= (fewest == 0 ? batch : fewest);
    }

    @Override
    public void collect(Tensor x) {
        if (statistics == null) {
            statistics = new AdaptedStatistics(featurizer);
        }
        statistics.collect(x);
    }

    @Override
    public void mix() {
        if (statistics != null) {
            statistics.mix(ratio);
        }
    }

    @Override
    public void forget() {
        if (statistics != null) {
            statistics.restore();
            statistics = null;
        }
    }

    /** Registers BNAdapt. */
    public static final class Factory implements AlgorithmFactory {
        private static final double FARTHEST = 1e12;

        @Override
        public boolean needsPictures() {
            return true;
        }

        @Override
        public Info info() {
            return new Info(
                    "BNAdapt",
                    "adaptive",
                    "Schneider et al., Improving Robustness against Common Corruptions by Covariate Shift Adaptation, NeurIPS 2020",
                    "trains as ERM, and adapts batch statistics to the pictures of each value that is evaluated",
                    List.of(ATTRIBUTES),
                    1,
                    List.of(ControlledForms.NAME),
                    1,
                    "id");
        }

        @Override
        public @Nullable String unfit(ImageShape shape, NetworkFactory network) {
            return network.normalisesBatches() ? null : String.format(REASON, network.name());
        }

        @Override
        public HyperparameterSpace space(SpaceContext context) {
            return CommonHyperparameters.controlled()
                    .with(
                            ControlledForms.number(
                                    "r",
                                    10,
                                    0,
                                    FARTHEST,
                                    "weight of the statistics of training for one of those evaluated"),
                            ControlledForms.whole(
                                    "min_images",
                                    0,
                                    0,
                                    CommonHyperparameters.MOST_ROWS,
                                    "fewest pictures of a value that are adapted to; 0: a training batch"));
        }

        @Override
        public Algorithm create(Context context) {
            return new BnAdapt(context);
        }
    }
}
