package org.shiftbed.learn.algorithm;

import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.Distribution;
import org.shiftbed.learn.hyperparameter.Hyperparameter;
import org.shiftbed.learn.hyperparameter.HyperparameterSpace;

/** {@link CausIrl} by means and covariances as in {@link Coral} (Chevalley et al., 2022; {@code domainbed-protocol.md} 5.2). */
public final class CausIrlCoral extends CausIrl {
    CausIrlCoral(AlgorithmFactory.Context context) {
        super(context);
    }

    @Override
    Tensor distance(Tensor x, Tensor y) {
        return Coral.momentDistance(x, y);
    }

    /** Registers CausIRL_CORAL. */
    public static final class Factory implements AlgorithmFactory {
        @Override
        public Info info() {
            return new Info(
                    "CausIRL_CORAL",
                    "distribution matching",
                    "Chevalley et al., Invariant Causal Mechanisms through Distribution Matching, 2022",
                    "random mixtures of environments should have equal features, by means and covariances",
                    List.of("environments"),
                    1,
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
            return CommonHyperparameters.of(context, "CausIRL_CORAL")
                    .with(new Hyperparameter(
                            "mmd_gamma",
                            1.0,
                            new Distribution.Power(10, -1, 1, false),
                            0,
                            Double.POSITIVE_INFINITY,
                            "weight of the distance between mixtures"));
        }

        @Override
        public Algorithm create(Context context) {
            return new CausIrlCoral(context);
        }
    }
}
