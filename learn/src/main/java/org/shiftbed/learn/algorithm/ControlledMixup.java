package org.shiftbed.learn.algorithm;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.shiftbed.learn.torch.Tensors;

/**
 * Domain mixup in the form of the controlled study ({@code controlled-shifts.md} 3.4): every row is mixed with a partner drawn uniformly among the
 * rows of the batch with another value of the attribute, or any row where there is none; lambda is drawn once a batch from Beta(alpha, alpha), and the
 * loss is lambda CE(., y) + (1 - lambda) CE(., y of the partner).
 */
final class ControlledMixup extends SingleOptimizerAlgorithm {
    private final boolean anyPair;

    ControlledMixup(AlgorithmFactory.Context context) {
        super(context);
        anyPair = hyperparameters.text("pair").equals(ControlledForms.ANY);
    }

    @Override
    public Map<String, Double> update(List<Minibatch> minibatches) {
        Tensor x = allX(minibatches);
        Tensor y = allY(minibatches);
        int[] environments = minibatches.stream()
                .flatMapToInt(each -> IntStream.generate(each::environment).limit(rows(each)))
                .toArray();
        double alpha = hyperparameters.number("mixup_alpha");
        double lambda = context.draws().beta(alpha, alpha);
        long[] partners = new long[environments.length];
        for (int i = 0; i < partners.length; i++) {
            int[] candidates = candidates(environments, i, anyPair);
            partners[i] = candidates[context.draws().integer(0, candidates.length)];
        }
        Tensor partner = Tensors.of(partners, partners.length).to(y.device(), ScalarType.Long);
        Tensor loss = loss(predict(mixed(x, partner, lambda)), y, partner, lambda);
        minimise(loss);
        return Map.of("loss", Tensors.item(loss));
    }

    /** Rows that may be the partner of a row: those of another environment, or all where none is. */
    static int[] candidates(int[] environments, int row, boolean any) {
        int[] others = IntStream.range(0, environments.length)
                .filter(other -> any || environments[other] != environments[row])
                .toArray();
        return others.length > 0
                ? others
                : IntStream.range(0, environments.length).toArray();
    }

    /** lambda x + (1 - lambda) x of the partner. */
    static Tensor mixed(Tensor x, Tensor partner, double lambda) {
        return times(x, lambda).add(times(x.index_select(0, partner), 1 - lambda));
    }

    /** The loss of the logits of mixed rows: a scalar with gradients. */
    static Tensor loss(Tensor logits, Tensor y, Tensor partner, double lambda) {
        return times(crossEntropy(logits, y), lambda)
                .add(times(crossEntropy(logits, y.index_select(0, partner)), 1 - lambda));
    }
}
