package org.shiftbed.learn.algorithm;

import java.util.List;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.Distribution;
import org.shiftbed.learn.hyperparameter.Hyperparameter;
import org.shiftbed.learn.hyperparameter.HyperparameterSpace;

/**
 * Maximum mean discrepancy (Li et al., 2018, with the estimator of Gretton et al., 2012; {@code domainbed-protocol.md} 5.2): mean k(x, x') +
 * mean k(y, y') - 2 mean k(x, y), biased, diagonal included; k is the sum of Gaussian kernels exp(-gamma d^2) with gamma = 10^-3, ..., 10^3. Squared
 * distances are at least 1e-30, so that rounding below 0 neither grows the kernel nor gives a gradient.
 */
public final class Mmd extends FeatureMatching {
    /** 10^-3, ..., 10^3. */
    static final double[] GAMMAS = {1e-3, 1e-2, 1e-1, 1, 10, 100, 1000};

    Mmd(AlgorithmFactory.Context context) {
        super(context);
    }

    @Override
    Tensor distance(Tensor x, Tensor y) {
        return discrepancy(x, y, GAMMAS);
    }

    /**
     * mean k(x, x') + mean k(y, y') - 2 mean k(x, y): a scalar with gradients.
     *
     * @param x [n, d]
     * @param y [m, d]
     * @param gammas of the Gaussian kernels that are summed
     */
    static Tensor discrepancy(Tensor x, Tensor y, double[] gammas) {
        return kernel(x, x, gammas)
                .mean()
                .add(kernel(y, y, gammas).mean())
                .sub(times(kernel(x, y, gammas).mean(), 2));
    }

    /** sum over gamma of exp(-gamma d^2): [n, m] of rows [n, d] and [m, d]. */
    private static Tensor kernel(Tensor x, Tensor y, double[] gammas) {
        Tensor squares = squaredDistances(x, y);
        Tensor sum = torch.zeros_like(squares);
        for (double gamma : gammas) {
            sum = sum.add(times(squares, -gamma).exp());
        }
        return sum;
    }

    /** [n, m]: |x|^2 + |y|^2 - 2 x y', at least 1e-30. */
    private static Tensor squaredDistances(Tensor x, Tensor y) {
        Tensor normX = x.square().sum(new long[] {1}, true, new ScalarTypeOptional()); // [n, 1]
        Tensor normY = y.square().sum(new long[] {1}, true, new ScalarTypeOptional()); // [m, 1]
        return torch.addmm(normY.t(), x, y.t(), new Scalar(1.0), new Scalar(-2.0))
                .add(normX)
                .clamp_min(new Scalar(1e-30));
    }

    /** Registers MMD. */
    public static final class Factory implements AlgorithmFactory {
        @Override
        public Info info() {
            return new Info(
                    "MMD",
                    "distribution matching",
                    "Li, Pan, Wang, Kot, Domain Generalization with Adversarial Feature Learning, 2018",
                    "features should have the same distribution in all environments, by Gaussian kernels",
                    List.of("environments"),
                    2,
                    List.of("domainbed"),
                    2,
                    "id");
        }

        @Override
        public boolean environmentsApart(String form) {
            return true;
        }

        @Override
        public HyperparameterSpace space(SpaceContext context) {
            return CommonHyperparameters.of(context, "MMD")
                    .with(new Hyperparameter(
                            "mmd_gamma",
                            1.0,
                            new Distribution.Power(10, -1, 1, false),
                            0,
                            Double.POSITIVE_INFINITY,
                            "weight of the distance between environments"));
        }

        @Override
        public Algorithm create(Context context) {
            return new Mmd(context);
        }
    }
}
