package org.shiftbed.learn.algorithm;

import java.util.List;
import java.util.Set;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.shiftbed.learn.hyperparameter.HyperparameterSpace;

/**
 * Conditional domain-adversarial training (after Li et al., 2018; {@code domainbed-protocol.md} 5.3), see {@link AdversarialAlgorithm}: the
 * discriminator sees the features plus a trained embedding of the class, and its loss is sum_i CE_i / (n(y_i) K), where n counts the rows of a class in the
 * batch and K is the largest label in the batch plus one, so that every class counts the same. The paper has one discriminator a class instead. With
 * layer {@code algorithm} strict the weights of rows are rounded to float32 whatever the precision, as in the reference.
 */
public final class Cdann extends AdversarialAlgorithm {
    Cdann(AlgorithmFactory.Context context) {
        super(context);
    }

    @Override
    Tensor given(Tensor z, Tensor y, Tensor classEmbeddings) {
        return z.add(torch.embedding(classEmbeddings, y));
    }

    @Override
    Tensor reduced(Tensor crossEntropies, Tensor y) {
        Tensor counts = torch.bincount(y); // [K]
        Tensor weights = counts.index_select(0, y)
                .mul(new Scalar(counts.size(0)))
                .to(strict() ? ScalarType.Float : crossEntropies.scalar_type())
                .reciprocal();
        return crossEntropies.mul(weights).sum();
    }

    /** Registers CDANN. */
    public static final class Factory implements AlgorithmFactory {
        @Override
        public Info info() {
            return new Info(
                    "CDANN",
                    "adversarial",
                    "Li et al., Deep Domain Generalization via Conditional Invariant Adversarial Networks, 2018",
                    "features of a class should not tell the environment to a discriminator",
                    List.of("environments"),
                    2,
                    List.of("domainbed"),
                    1,
                    "id");
        }

        @Override
        public Set<String> ignores(String form) {
            return Set.of("data_augmentation", "lars", "linear_steps", "lr", "weight_decay");
        }

        @Override
        public HyperparameterSpace space(SpaceContext context) {
            return AdversarialAlgorithm.space(context, "CDANN");
        }

        @Override
        public Algorithm create(Context context) {
            return new Cdann(context);
        }
    }
}
