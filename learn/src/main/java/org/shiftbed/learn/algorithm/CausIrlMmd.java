package org.shiftbed.learn.algorithm;

import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.Distribution;
import org.shiftbed.learn.hyperparameter.Hyperparameter;
import org.shiftbed.learn.hyperparameter.HyperparameterSpace;

/** {@link CausIrl} by Gaussian kernels as in {@link Mmd} (Chevalley et al., 2022; {@code domainbed-protocol.md} 5.2). */
public final class CausIrlMmd extends CausIrl {
    CausIrlMmd(AlgorithmFactory.Context context) {
        super(context);
    }

    @Override
    Tensor distance(Tensor x, Tensor y) {
        return Mmd.discrepancy(x, y, Mmd.GAMMAS);
    }

    /** Registers CausIRL_MMD. */
    public static final class Factory implements AlgorithmFactory {
        @Override
        public Info info() {
            return new Info(
                    "CausIRL_MMD",
                    "distribution matching",
                    "Chevalley et al., Invariant Causal Mechanisms through Distribution Matching, 2022",
                    "random mixtures of environments should have equal features, by Gaussian kernels",
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
            return CommonHyperparameters.of(context, "CausIRL_MMD")
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
            return new CausIrlMmd(context);
        }
    }
}
