package org.shiftbed.learn.algorithm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.DoubleOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.shiftbed.learn.torch.Tensors;

/**
 * Invariant causal representation learning (Chevalley et al., 2022; {@code domainbed-protocol.md} 5.2): the mean risk of the environments plus
 * {@code mmd_gamma} times a distance between two samples of features. Each environment is cut at a random place; the first parts of all of them make one sample, the rests
 * the other, so that the two are mixtures of the environments in different shares. A distance that is not a number counts as 0, as does that of samples
 * with fewer than two rows.
 */
abstract class CausIrl extends SingleOptimizerAlgorithm {
    CausIrl(AlgorithmFactory.Context context) {
        super(context);
    }

    /** Distance of two samples of features, [n, d] and [m, d] with n, m at least 2: a scalar with gradients. */
    abstract Tensor distance(Tensor x, Tensor y);

    @Override
    public final Map<String, Double> update(List<Minibatch> minibatches) {
        List<Tensor> risks = new ArrayList<>();
        List<Tensor> first = new ArrayList<>();
        List<Tensor> second = new ArrayList<>();
        List<Tensor> features = featuresApart(minibatches); // E x [B, d]
        for (int e = 0; e < features.size(); e++) {
            // The reference adds 1e-16 to every logit, which moves no softmax.
            risks.add(crossEntropy(
                    classifier.forward(features.get(e)), minibatches.get(e).y()));
        }
        for (Tensor z : features) {
            long rows = z.size(0);
            int cut = context.draws().integer(0, (int) rows);
            first.add(z.narrow(0, 0, cut));
            second.add(z.narrow(0, cut, rows - cut));
        }
        Tensor x = Tensors.concatenate(first);
        Tensor y = Tensors.concatenate(second);
        Tensor risk = meanOrZero(risks);
        Tensor penalty = x.size(0) >= 2 && y.size(0) >= 2
                ? torch.nan_to_num(distance(x, y), new DoubleOptional(0), new DoubleOptional(), new DoubleOptional())
                : zero();
        minimise(risk.add(times(penalty, hyperparameters.number("mmd_gamma"))));
        return Map.of("loss", Tensors.item(risk), "penalty", Tensors.item(penalty));
    }
}
