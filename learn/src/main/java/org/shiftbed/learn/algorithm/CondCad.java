package org.shiftbed.learn.algorithm;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;
import org.shiftbed.learn.hyperparameter.HyperparameterSpace;

/** {@link ContrastiveBottleneck}, conditional on the label. Candidates are the other rows of the same label; sought are those among them of other environments; rows count that have one. */
public final class CondCad extends ContrastiveBottleneck {
    CondCad(AlgorithmFactory.Context context) {
        super(context);
    }

    @Override
    Tensor candidates(Tensor sameLabel, Tensor others) {
        return sameLabel;
    }

    @Override
    Tensor sought(Tensor sameLabel, Tensor domain) {
        return sameLabel.logical_and(domain);
    }

    @Override
    Tensor valid(Tensor sameLabel, Tensor sought) {
        return sought.any(1);
    }

    /** Registers CondCAD. */
    public static final class Factory implements AlgorithmFactory {
        @Override
        public Info info() {
            return new Info(
                    "CondCAD",
                    "distribution matching",
                    "Ruan, Dubois, Maddison, Optimal Representations for Covariate Shift, 2022",
                    "a contrastive loss by which features should not tell the environment of rows of a class",
                    List.of("environments"),
                    2,
                    List.of("domainbed"),
                    1,
                    "id");
        }

        @Override
        public HyperparameterSpace space(SpaceContext context) {
            return ContrastiveBottleneck.space(context, "CondCAD");
        }

        @Override
        public @Nullable String refuses(int environments, Set<String> strict, Map<String, Object> hyperparameters) {
            return ContrastiveBottleneck.refuses(hyperparameters);
        }

        @Override
        public Algorithm create(Context context) {
            return new CondCad(context);
        }
    }
}
