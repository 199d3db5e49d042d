package org.shiftbed.learn.algorithm;

import java.util.List;
import java.util.Set;
import org.bytedeco.pytorch.Tensor;
import org.shiftbed.learn.hyperparameter.HyperparameterSpace;

/**
 * Domain-adversarial training (Ganin et al., 2016; {@code domainbed-protocol.md} 5.3), see {@link AdversarialAlgorithm}: the discriminator sees the
 * features alone, and its loss is the mean over rows. The class embedding is the reference's; nothing uses it in this method.
 */
public final class Dann extends AdversarialAlgorithm {
    Dann(AlgorithmFactory.Context context) {
        super(context);
    }

    @Override
    Tensor given(Tensor z, Tensor y, Tensor classEmbeddings) {
        return z;
    }

    @Override
    Tensor reduced(Tensor crossEntropies, Tensor y) {
        return crossEntropies.mean();
    }

    /** Registers DANN. */
    public static final class Factory implements AlgorithmFactory {
        @Override
        public Info info() {
            return new Info(
                    "DANN",
                    "adversarial",
                    "Ganin et al., Domain-Adversarial Training of Neural Networks, 2016",
                    "features should not tell the environment to a discriminator",
                    List.of("environments"),
                    2,
                    List.of("domainbed", "controlled"),
                    1,
                    "id");
        }

        @Override
        public Set<String> ignores(String form) {
            return ControlledForms.is(form)
                    ? Set.of()
                    : Set.of("data_augmentation", "lars", "linear_steps", "lr", "weight_decay");
        }

        @Override
        public HyperparameterSpace space(SpaceContext context) {
            return ControlledForms.is(context.form())
                    ? ControlledForms.weighted("weight of the adversary in the model's loss")
                            .with(ControlledForms.on("what the adversary sees: features or logits"))
                    : AdversarialAlgorithm.space(context, "DANN");
        }

        @Override
        public Algorithm create(Context context) {
            return ControlledForms.is(context.form()) ? new ControlledDann(context) : new Dann(context);
        }
    }
}
