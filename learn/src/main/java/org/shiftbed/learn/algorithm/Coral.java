package org.shiftbed.learn.algorithm;

import java.util.List;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.Distribution;
import org.shiftbed.learn.hyperparameter.Hyperparameter;
import org.shiftbed.learn.hyperparameter.HyperparameterSpace;

/**
 * Deep CORAL (Sun and Saenko, 2016; {@code domainbed-protocol.md} 5.2): features of two environments should have equal means and covariances. Distance:
 * the mean squared difference of the means (over d) plus that of the covariances (over d * d), covariances with 1 / (B - 1).
 */
public final class Coral extends FeatureMatching {
    Coral(AlgorithmFactory.Context context) {
        super(context);
    }

    @Override
    Tensor distance(Tensor x, Tensor y) {
        return momentDistance(x, y);
    }

    /** The distance of two samples of features, [n, d] and [m, d] with n, m at least 2: a scalar with gradients. */
    static Tensor momentDistance(Tensor x, Tensor y) {
        Tensor meanX = x.mean(new long[] {0}, true, new ScalarTypeOptional()); // [1, d]
        Tensor meanY = y.mean(new long[] {0}, true, new ScalarTypeOptional());
        Tensor means = meanX.sub(meanY).square().mean();
        Tensor covariances =
                covariance(x.sub(meanX)).sub(covariance(y.sub(meanY))).square().mean();
        return means.add(covariances);
    }

    /** [d, d] of centred rows [B, d]. */
    static Tensor covariance(Tensor centred) {
        return centred.t().matmul(centred).div(new Scalar((double) (centred.size(0) - 1)));
    }

    /** Registers CORAL. */
    public static final class Factory implements AlgorithmFactory {
        @Override
        public Info info() {
            return new Info(
                    "CORAL",
                    "distribution matching",
                    "Sun, Saenko, Deep CORAL: Correlation Alignment for Deep Domain Adaptation, 2016",
                    "features should have equal means and covariances in all environments",
                    List.of("environments"),
                    2,
                    List.of("domainbed", "controlled"),
                    2,
                    "id");
        }

        @Override
        public boolean environmentsApart(String form) {
            return !ControlledForms.is(form);
        }

        @Override
        public HyperparameterSpace space(SpaceContext context) {
            if (ControlledForms.is(context.form())) {
                return ControlledForms.weighted("weight of the distances")
                        .with(
                                ControlledForms.on("what is compared: features or logits"),
                                ControlledForms.word(
                                        "covariance",
                                        ControlledForms.STANDARD,
                                        List.of(ControlledForms.STANDARD, ControlledForms.RELEASE),
                                        "release divides squared differences of covariances by 4 n_i n_j"));
            }
            return CommonHyperparameters.of(context, "CORAL")
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
            return ControlledForms.is(context.form()) ? new ControlledCoral(context) : new Coral(context);
        }
    }
}
