package org.shiftbed.learn.algorithm;

import java.util.List;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.Distribution;
import org.shiftbed.learn.hyperparameter.Hyperparameter;
import org.shiftbed.learn.hyperparameter.HyperparameterSpace;

/**
 * AND-mask (Parascandolo et al., 2021; {@code domainbed-protocol.md} 5.4): moves only the coordinates on whose direction the environments
 * agree, |mean of signs| at least {@code tau}, and rescales each tensor's gradient by the share of them. One environment agrees with itself.
 */
public final class AndMask extends MaskedGradientAlgorithm {
    AndMask(AlgorithmFactory.Context context) {
        super(context);
    }

    @Override
    Tensor mask(Tensor gradients) {
        return agreement(gradients)
                .ge(new Scalar(hyperparameters.number("tau")))
                .to(gradients.scalar_type());
    }

    /** Registers ANDMask. */
    public static final class Factory implements AlgorithmFactory {
        @Override
        public Info info() {
            return new Info(
                    "ANDMask",
                    "gradient",
                    "Parascandolo et al., Learning Explanations That Are Hard to Vary, 2021",
                    "moves only the weights on whose direction the environments agree",
                    List.of("environments"),
                    2,
                    List.of("domainbed"),
                    1,
                    "id");
        }

        @Override
        public boolean environmentsApart(String form) {
            return true;
        }

        @Override
        public HyperparameterSpace space(SpaceContext context) {
            return CommonHyperparameters.of(context, "ANDMask")
                    .with(new Hyperparameter(
                            "tau",
                            1.0,
                            new Distribution.Uniform(0.5, 1, false),
                            0,
                            1,
                            "agreement of signs from which a weight is moved; 1 asks for all"));
        }

        @Override
        public Algorithm create(Context context) {
            return new AndMask(context);
        }
    }
}
