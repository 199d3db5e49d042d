package org.shiftbed.learn.algorithm;

import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.shiftbed.learn.torch.Tensors;

/**
 * Invariant risk minimisation in the form of the controlled study ({@code controlled-shifts.md} 3.4): the mean cross-entropy of the batch plus lambda
 * times the sum over environments of g_even g_odd, where g_h is the derivative by a scale of the logits, at scale 1, of the cross-entropy of the
 * environment's rows at even (odd) positions of the batch, summed and divided by the number of all positions of that half. No annealing.
 *
 * <p>One environment, absent ones and single rows are all legal: an environment without rows in a half adds nothing.
 */
final class ControlledIrm extends SingleOptimizerAlgorithm {
    ControlledIrm(AlgorithmFactory.Context context) {
        super(context);
    }

    @Override
    public Map<String, Double> update(List<Minibatch> minibatches) {
        Tensor logits = predict(allX(minibatches)); // [B, K]
        Tensor y = allY(minibatches);
        Tensor risk = crossEntropy(logits, y);
        Tensor penalty = penalty(logits, y, halves(minibatches, 0), halves(minibatches, 1));
        Tensor loss = risk.add(times(penalty, hyperparameters.number("lambda")));
        minimise(loss);
        return Map.of("loss", Tensors.item(loss), "nll", Tensors.item(risk), "penalty", Tensors.item(penalty));
    }

    /**
     * The penalty: a scalar with gradients.
     *
     * @param logits [B, K]
     * @param y int64 [B]
     * @param even [E, B], for each environment 1 / (even positions) at its rows of even position, else 0
     * @param odd the same of odd positions
     */
    static Tensor penalty(Tensor logits, Tensor y, Tensor even, Tensor odd) {
        Tensor derivative = Irm.scaleDerivatives(logits, y).unsqueeze(1); // [B, 1]
        return even.matmul(derivative).mul(odd.matmul(derivative)).sum();
    }

    /** What averages over one half: [E, B] over the rows of all environments in their order. */
    private Tensor halves(List<Minibatch> minibatches, int parity) {
        int size = minibatches.stream().mapToInt(each -> (int) rows(each)).sum();
        int[] environments = new int[size];
        int[] positions = new int[size];
        int at = 0;
        for (int e = 0; e < minibatches.size(); e++) {
            int[] own = minibatches.get(e).positions();
            for (int i = 0; i < rows(minibatches.get(e)); i++, at++) {
                environments[at] = e;
                positions[at] = own == null ? at : own[i];
            }
        }
        double[] weights = weights(environments, positions, minibatches.size(), parity);
        return Tensors.of(weights, minibatches.size(), size).to(zero().device(), zero().scalar_type());
    }

    /** Row-major [environments, B]. */
    static double[] weights(int[] environmentOf, int[] positions, int environments, int parity) {
        int size = positions.length;
        int inHalf = 0;
        for (int position : positions) {
            inHalf += position % 2 == parity ? 1 : 0;
        }
        double[] weights = new double[environments * size];
        for (int i = 0; i < size; i++) {
            if (positions[i] % 2 == parity) {
                weights[environmentOf[i] * size + i] = 1.0 / inHalf;
            }
        }
        return weights;
    }
}
