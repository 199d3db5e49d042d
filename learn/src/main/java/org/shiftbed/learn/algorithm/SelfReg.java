package org.shiftbed.learn.algorithm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.HyperparameterSpace;
import org.shiftbed.learn.network.ProjectionHead;
import org.shiftbed.learn.torch.AdamOptimizer;
import org.shiftbed.learn.torch.Tensors;

/**
 * Self-supervised contrastive regularisation (Kim et al., 2021; {@code domainbed-protocol.md} 5.5): rows are sorted by label; with features z, logits o and
 * p = CDPL(z), a projection head, every row is paired with two random rows of its class: the first pair gives o2, p2, the second, mixed with the first by
 * lambda from Beta(0.5, 0.5), gives o3, p3. The loss is
 * CE + s [lambda (MSE(o, o2) + 0.3 MSE(z, p2)) + (1 - lambda) (MSE(o, o3) + 0.3 MSE(z, p3))] with s = min(CE, 1), a constant. Without the stochastic
 * weight averaging and the curriculum of the paper.
 *
 * <p>With layer {@code algorithm} strict the projection head keeps its random weights, as the reference's optimiser does not know it (D24); else it is trained
 * with the rest. Its batch normalisation needs two rows; of a batch with one, the loss is the cross-entropy alone.
 */
public final class SelfReg extends NetworkAlgorithm {
    private static final double FEATURE_WEIGHT = 0.3;

    private final ProjectionHead projection;
    private final AdamOptimizer optimizer;

    SelfReg(AlgorithmFactory.Context context) {
        super(context);
        alias("network.0", featurizer);
        alias("network.1", classifier);
        projection = add("cdpl", new ProjectionHead(featurizer.features(), namedTensors()));
        List<Tensor> trained = new ArrayList<>(featurizerAndClassifier());
        if (!strict()) {
            trained.addAll(projection.parameters());
        }
        optimizer = adam("adam", trained);
    }

    @Override
    public Map<String, Double> update(List<Minibatch> minibatches) {
        double lambda = context.draws().beta(0.5, 0.5);
        long[] labels = Tensors.toLongs(allY(minibatches));
        Integer[] order = new Integer[labels.length];
        for (int i = 0; i < order.length; i++) {
            order[i] = i;
        }
        Arrays.sort(order, Comparator.comparingLong(i -> labels[i])); // stable
        long[] sorted = new long[order.length];
        for (int i = 0; i < order.length; i++) {
            sorted[i] = order[i];
        }
        Tensor index = index(sorted);
        Tensor y = allY(minibatches).index_select(0, index);
        Tensor z = featurizer.forward(allX(minibatches).index_select(0, index)); // [B, d]
        Tensor o = classifier.forward(z); // [B, K]
        long[][] partners = partners(Tensors.toLongs(y));
        Tensor risk = crossEntropy(o, y);
        Tensor loss = risk;
        if (labels.length >= 2) {
            Tensor p = projection.forward(z); // [B, d]
            Tensor first = index(partners[0]);
            Tensor second = index(partners[1]);
            Tensor o2 = o.index_select(0, first);
            Tensor p2 = p.index_select(0, first);
            Tensor o3 = times(o2, lambda).add(times(o.index_select(0, second), 1 - lambda));
            Tensor p3 = times(p2, lambda).add(times(p.index_select(0, second), 1 - lambda));
            Tensor paired = torch.mse_loss(o, o2).add(times(torch.mse_loss(z, p2), FEATURE_WEIGHT));
            Tensor mixed = torch.mse_loss(o, o3).add(times(torch.mse_loss(z, p3), FEATURE_WEIGHT));
            double scale = Math.min(Tensors.item(risk), 1);
            loss = risk.add(times(paired, scale * lambda)).add(times(mixed, scale * (1 - lambda)));
        }
        optimizer.minimise(loss);
        return Map.of("loss", Tensors.item(loss));
    }

    /** Two random rows of the class of each row. The reference draws for an empty block where the lowest label is not 0. */
    private long[][] partners(long[] sortedLabels) {
        int rows = sortedLabels.length;
        long[][] partners = new long[2][rows];
        int from = 0;
        for (int i = 0; i <= rows; i++) {
            boolean ends = i == rows || sortedLabels[i] != (i == 0 ? 0 : sortedLabels[i - 1]);
            if (ends) {
                for (long[] row : partners) {
                    int[] shuffled = context.draws().permutation(i - from);
                    for (int k = 0; k < shuffled.length; k++) {
                        row[from + k] = from + shuffled[k];
                    }
                }
                from = i;
            }
        }
        return partners;
    }

    private Tensor index(long[] rows) {
        return Tensors.of(rows, rows.length).to(zero().device(), torch.ScalarType.Long);
    }

    /** Registers SelfReg. */
    public static final class Factory implements AlgorithmFactory {
        @Override
        public Info info() {
            return new Info(
                    "SelfReg",
                    "representation",
                    "Kim et al., SelfReg: Self-supervised Contrastive Regularization for Domain Generalization, 2021",
                    "rows of a class should have close features and logits, without negative pairs",
                    List.of(),
                    1,
                    List.of("domainbed"),
                    1,
                    "id");
        }

        @Override
        public List<String> defects() {
            return List.of("D24");
        }

        @Override
        public HyperparameterSpace space(SpaceContext context) {
            return CommonHyperparameters.of(context, "SelfReg");
        }

        @Override
        public Algorithm create(Context context) {
            return new SelfReg(context);
        }
    }
}
