package org.shiftbed.learn.algorithm;

import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.Distribution;
import org.shiftbed.learn.hyperparameter.Hyperparameter;
import org.shiftbed.learn.hyperparameter.HyperparameterSpace;
import org.shiftbed.learn.hyperparameter.HyperparameterValues;
import org.shiftbed.learn.network.NetworkFactory;
import org.shiftbed.learn.torch.Tensors;

/**
 * The method "pretrained" of the controlled study ({@code controlled-shifts.md} 3.6): empirical risk minimisation from weights of ImageNet, on pictures
 * as these were trained with, all layers trained and a new head.
 */
public final class FineTuning extends SingleOptimizerAlgorithm {
    private final InputPreparation preparation;

    FineTuning(AlgorithmFactory.Context context) {
        this(context, InputPreparation.of(new HyperparameterValues(context.hyperparameters())));
    }

    private FineTuning(AlgorithmFactory.Context context, InputPreparation preparation) {
        super(
                context.without(CommonHyperparameters.NORM),
                Layout.of(context).shaped(preparation.shape(context.shape())));
        this.preparation = preparation;
    }

    @Override
    Tensor prepared(Tensor x) {
        // Examples of one dimension are no pictures.
        return context.flatInput() > 0 ? x : preparation.apply(x);
    }

    @Override
    public @Nullable String normalisation() {
        return preparation.words();
    }

    @Override
    public Map<String, Double> update(List<Minibatch> minibatches) {
        Tensor loss = crossEntropy(predict(allX(minibatches)), allY(minibatches));
        minimise(loss);
        return Map.of("loss", Tensors.item(loss));
    }

    /** Registers it. */
    public static final class Factory implements AlgorithmFactory {
        private static final double LARGEST = 1024;

        @Override
        public boolean needsPictures() {
            return true;
        }

        @Override
        public Info info() {
            return new Info(
                    "Pretrained",
                    "representation",
                    "Wiles et al., A Fine-Grained Analysis on Distribution Shift, ICLR 2022",
                    "starts from weights of ImageNet, on pictures prepared as those were trained with",
                    List.of(WEIGHTS),
                    1,
                    List.of("controlled", "domainbed"),
                    1,
                    "id");
        }

        @Override
        public HyperparameterSpace space(SpaceContext context) {
            return CommonHyperparameters.of(context, "Pretrained")
                    .with(
                            new Hyperparameter(
                                    "resize",
                                    224L,
                                    new Distribution.Constant(224L),
                                    0,
                                    LARGEST,
                                    "height and width in pixels that pictures are resized to; 0: as they are"),
                            new Hyperparameter(
                                    "resize_antialias",
                                    true,
                                    new Distribution.Constant(true),
                                    Double.NEGATIVE_INFINITY,
                                    Double.POSITIVE_INFINITY,
                                    "average pixels where pictures shrink"),
                            ControlledForms.word(
                                    CommonHyperparameters.NORM,
                                    "imagenet",
                                    CommonHyperparameters.NORMS,
                                    "pixels in [0, 1] (unit), in [-1, 1] (pm1), or with ImageNet's mean and deviation"));
        }

        @Override
        public @Nullable String unfit(ImageShape shape, NetworkFactory network) {
            return shape.channels() == 2
                    ? "takes grey pictures or colours, and these have 2 channels (" + shape
                            + "); use another method for them"
                    : null;
        }

        @Override
        public boolean preparesPictures() {
            return true;
        }

        @Override
        public ImageShape networkShape(ImageShape pictures, Map<String, Object> hyperparameters) {
            return InputPreparation.of(new HyperparameterValues(hyperparameters))
                    .shape(pictures);
        }

        @Override
        public Algorithm create(Context context) {
            return new FineTuning(context);
        }
    }
}
