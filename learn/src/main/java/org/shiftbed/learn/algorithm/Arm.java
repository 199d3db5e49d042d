package org.shiftbed.learn.algorithm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.shiftbed.base.UserError;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.HyperparameterSpace;
import org.shiftbed.learn.network.ContextNet;
import org.shiftbed.learn.torch.AdamOptimizer;
import org.shiftbed.learn.torch.Tensors;

/**
 * Adaptive risk minimisation with a context network, ARM-CML (Zhang et al., 2021; {@code domainbed-protocol.md} 5.5): a small network makes one more
 * channel of each picture, the mean of that channel over the pictures of a group is the group's context, and every picture is classified together
 * with the context of its group. Loss: the cross-entropy of all rows.
 *
 * <p>A prediction depends on the rows beside it. In training each environment of a batch is a group. In prediction rows are cut into groups of
 * {@code batch_size} in order where that divides their count, and are one group otherwise.
 *
 * <p>With layer {@code algorithm} strict the context network keeps its random weights, as in the reference (D26); otherwise it is trained. Vectors are
 * refused: there is no map to average. One environment is legal.
 */
public final class Arm extends NetworkAlgorithm {
    private final ContextNet contextNet;
    private final AdamOptimizer optimizer;

    Arm(AlgorithmFactory.Context context) {
        super(context, Layout.of(context).shaped(withContext(context)));
        alias("network.0", featurizer);
        alias("network.1", classifier);
        contextNet = add("context_net", new ContextNet(context.shape().channels(), namedTensors()));
        List<Tensor> trained = featurizerAndClassifier();
        if (!strict()) {
            trained.addAll(contextNet.parameters());
        }
        optimizer = adam("adam", trained);
    }

    private static ImageShape withContext(AlgorithmFactory.Context context) {
        if (context.flatInput() > 0) {
            throw new UserError("algorithm 'ARM' needs pictures, found vectors of " + context.flatInput()
                    + " numbers: its context is one more channel of a picture; take another algorithm");
        }
        ImageShape shape = context.shape();
        return new ImageShape(shape.channels() + 1, shape.height(), shape.width());
    }

    @Override
    public Map<String, Double> update(List<Minibatch> minibatches) {
        Tensor x = allX(minibatches); // [sum B, C, H, W]
        List<Long> groups = minibatches.stream().map(NetworkAlgorithm::rows).toList();
        Tensor loss = crossEntropy(logits(x, groups), allY(minibatches));
        optimizer.minimise(loss);
        return Map.of("loss", Tensors.item(loss));
    }

    @Override
    public Tensor predict(Tensor x) {
        long rows = Tensors.live(x).size(0);
        long size = hyperparameters.whole("batch_size", rows);
        List<Long> groups = new ArrayList<>();
        if (rows % size == 0) {
            for (long from = 0; from < rows; from += size) {
                groups.add(size);
            }
        } else {
            groups.add(rows);
        }
        return logits(x, groups);
    }

    /** @param groups counts of rows, in order; together all rows of x */
    private Tensor logits(Tensor x, List<Long> groups) {
        Tensor maps = contextNet.forward(x); // [B, 1, H, W]
        List<Tensor> contexts = new ArrayList<>();
        long from = 0;
        for (long rows : groups) {
            Tensor mean = maps.narrow(0, from, rows).mean(0).unsqueeze(0); // [1, 1, H, W]
            contexts.add(mean.expand(rows, 1, x.size(2), x.size(3)));
            from += rows;
        }
        Tensor extended = torch.cat(Tensors.vector(List.of(x, Tensors.concatenate(contexts))), 1); // [B, C + 1, H, W]
        return classifier.forward(featurizer.forward(extended));
    }

    /** Registers ARM. */
    public static final class Factory implements AlgorithmFactory {
        @Override
        public Info info() {
            return new Info(
                    "ARM",
                    "adaptation",
                    "Zhang et al., Adaptive Risk Minimization: Learning to Adapt to Domain Shift, 2021",
                    "classifies each picture together with a context averaged over the pictures beside it",
                    List.of("environments", PREDICTION_BATCHES),
                    1,
                    List.of("domainbed"),
                    1,
                    "id");
        }

        @Override
        public List<String> defects() {
            return List.of("D26");
        }

        @Override
        public HyperparameterSpace space(SpaceContext context) {
            return CommonHyperparameters.of(context, "ARM");
        }

        @Override
        public Algorithm create(Context context) {
            return new Arm(context);
        }
    }
}
