package org.shiftbed.learn.algorithm;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;
import org.shiftbed.learn.hyperparameter.HyperparameterSpace;

/** {@link ContrastiveBottleneck}. Candidates are all other rows; sought are those of other environments; rows count that have another row of their label. */
public final class Cad extends ContrastiveBottleneck {
    Cad(AlgorithmFactory.Context context) {
        super(context);
    }

    @Override
    Tensor candidates(Tensor sameLabel, Tensor others) {
        return others;
    }

    @Override
    Tensor sought(Tensor sameLabel, Tensor domain) {
        return domain;
    }

    @Override
    Tensor valid(Tensor sameLabel, Tensor sought) {
        return sameLabel.any(1);
    }

    /** Registers CAD. */
    public static final class Factory implements AlgorithmFactory {
        @Override
        public Info info() {
            return new Info(
                    "CAD",
                    "distribution matching",
                    "Ruan, Dubois, Maddison, Optimal Representations for Covariate Shift, 2022",
                    "a contrastive loss by which features should not tell the environment",
                    List.of("environments"),
                    2,
                    List.of("domainbed"),
                    1,
                    "id");
        }

        @Override
        public HyperparameterSpace space(SpaceContext context) {
            return ContrastiveBottleneck.space(context, "CAD");
        }

        @Override
        public @Nullable String refuses(int environments, Set<String> strict, Map<String, Object> hyperparameters) {
            return ContrastiveBottleneck.refuses(hyperparameters);
        }

        @Override
        public Algorithm create(Context context) {
            return new Cad(context);
        }
    }
}
