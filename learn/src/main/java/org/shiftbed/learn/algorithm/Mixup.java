package org.shiftbed.learn.algorithm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.Distribution;
import org.shiftbed.learn.hyperparameter.Hyperparameter;
import org.shiftbed.learn.hyperparameter.HyperparameterSpace;
import org.shiftbed.learn.torch.Tensors;

/**
 * Inter-domain mixup (Yan et al., 2020, after Zhang et al., 2018; {@code domainbed-protocol.md} 5.1): environments are paired in a random ring; each
 * pair is mixed row by row, x = lambda x_i + (1 - lambda) x_j with lambda from Beta(alpha, alpha), and the loss is
 * lambda CE(., y_i) + (1 - lambda) CE(., y_j), divided by the number of environments.
 *
 * <p>Of a pair with unequal counts, the first rows of the larger are used, as many as the smaller has. One environment is paired with itself,
 * which is ERM.
 */
public final class Mixup extends SingleOptimizerAlgorithm {
    Mixup(AlgorithmFactory.Context context) {
        super(context);
    }

    @Override
    public Map<String, Double> update(List<Minibatch> minibatches) {
        double alpha = hyperparameters.number("mixup_alpha");
        int[] ring = context.draws().permutation(minibatches.size());
        List<Tensor> losses = new ArrayList<>();
        for (int i = 0; i < ring.length; i++) {
            Minibatch a = minibatches.get(ring[i]);
            Minibatch b = minibatches.get(ring[(i + 1) % ring.length]);
            long rows = Math.min(rows(a), rows(b));
            double lambda = context.draws().beta(alpha, alpha);
            Tensor x = times(first(a.x(), rows), lambda).add(times(first(b.x(), rows), 1 - lambda)); // [rows, ...]
            Tensor logits = predict(x);
            losses.add(times(crossEntropy(logits, first(a.y(), rows)), lambda)
                    .add(times(crossEntropy(logits, first(b.y(), rows)), 1 - lambda)));
        }
        Tensor loss = meanOrZero(losses);
        minimise(loss);
        return Map.of("loss", Tensors.item(loss));
    }

    private static Tensor first(Tensor all, long rows) {
        return Tensors.live(all).narrow(0, 0, rows);
    }

    /** Registers Mixup. */
    public static final class Factory implements AlgorithmFactory {
        @Override
        public Info info() {
            return new Info(
                    "Mixup",
                    "augmentation",
                    "Yan et al., Improve Unsupervised Domain Adaptation with Mixup Training, 2020",
                    "trains on mixtures of rows of two environments",
                    List.of("environments"),
                    2,
                    List.of("domainbed", "controlled"),
                    1,
                    "id");
        }

        @Override
        public boolean environmentsApart(String form) {
            return !ControlledForms.is(form);
        }

        @Override
        public HyperparameterSpace space(SpaceContext context) {
            if (ControlledForms.is(context.form())) {
                return CommonHyperparameters.controlled()
                        .with(
                                new Hyperparameter(
                                        "mixup_alpha",
                                        0.2,
                                        new Distribution.Constant(0.2),
                                        CommonHyperparameters.POSITIVE,
                                        Double.POSITIVE_INFINITY,
                                        "both parameters of the Beta distribution of the mixing share"),
                                ControlledForms.word(
                                        "pair",
                                        ControlledForms.DIFFERENT,
                                        List.of(ControlledForms.DIFFERENT, ControlledForms.ANY),
                                        "partners: rows of different environments, or any rows"));
            }
            return CommonHyperparameters.of(context, "Mixup")
                    .with(new Hyperparameter(
                            "mixup_alpha",
                            0.2,
                            new Distribution.Power(10, -1, 1, false),
                            CommonHyperparameters.POSITIVE,
                            Double.POSITIVE_INFINITY,
                            "both parameters of the Beta distribution of the mixing share"));
        }

        @Override
        public Algorithm create(Context context) {
            return ControlledForms.is(context.form()) ? new ControlledMixup(context) : new Mixup(context);
        }
    }
}
