package org.shiftbed.learn.algorithm;

import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.Distribution;
import org.shiftbed.learn.hyperparameter.Hyperparameter;
import org.shiftbed.learn.hyperparameter.HyperparameterSpace;
import org.shiftbed.learn.torch.AdamOptimizer;
import org.shiftbed.learn.torch.Tensors;

/**
 * Marginal transfer learning (Blanchard et al., 2011 and 2021; {@code domainbed-protocol.md} 5.5): the classifier sees the features of a row beside an
 * embedding of the row's environment, a moving average of the mean features: ema mean(z) + (1 - ema) old. The loss is the sum of the environments'
 * risks. A batch to predict is taken as rows of one unknown environment, whose embedding is the mean of their features: what a row gives depends on the rows
 * beside it.
 *
 * <p>With layer {@code algorithm} strict the embedding that the classifier sees is overwritten by standard normal noise, in training and in prediction, as in
 * the reference (D25): the averages are kept, and nothing reads them.
 */
public final class Mtl extends NetworkAlgorithm {
    private final Tensor embeddings;
    private final AdamOptimizer optimizer;

    Mtl(AlgorithmFactory.Context context) {
        super(context, Layout.of(context).blocks(2));
        embeddings = buffer("embeddings", torch.zeros(context.domains(), featurizer.features()));
        optimizer = adam("adam", featurizerAndClassifier());
    }

    @Override
    public Map<String, Double> update(List<Minibatch> minibatches) {
        Tensor loss = zero();
        List<Tensor> features = featuresApart(minibatches); // E x [B, d]
        for (int e = 0; e < features.size(); e++) {
            Minibatch minibatch = minibatches.get(e);
            Tensor logits = logits(features.get(e), average(features.get(e), minibatch.environment()));
            loss = loss.add(crossEntropy(logits, minibatch.y()));
        }
        optimizer.minimise(loss);
        return Map.of("loss", Tensors.item(loss));
    }

    @Override
    public Tensor predict(Tensor x) {
        Tensor z = featurizer.forward(Tensors.live(x));
        return logits(z, z.mean(0));
    }

    /** The new embedding of an environment, [d], through which gradients flow; the stored one becomes its value. */
    private Tensor average(Tensor z, int environment) {
        double ema = hyperparameters.number("mtl_ema");
        Tensor stored = embeddings.select(0, environment);
        Tensor average = times(z.mean(0), ema).add(times(stored, 1 - ema));
        try (NoGradGuard guard = new NoGradGuard()) {
            stored.copy_(average.detach());
        }
        return average;
    }

    private Tensor logits(Tensor z, Tensor embedding) {
        Tensor seen = strict() ? noise(z) : embedding.unsqueeze(0).expand(z.shape());
        return classifier.forward(torch.cat(Tensors.vector(List.of(z, seen)), 1));
    }

    private Tensor noise(Tensor z) {
        double[] drawn = context.draws().normal(Math.toIntExact(z.numel()));
        return Tensors.of(drawn, z.shape()).to(z.device(), z.scalar_type());
    }

    /** Registers MTL. */
    public static final class Factory implements AlgorithmFactory {
        @Override
        public Info info() {
            return new Info(
                    "MTL",
                    "representation",
                    "Blanchard, Deshmukh, Dogan, Lee, Scott, Domain Generalization by Marginal Transfer Learning, 2021",
                    "the classifier sees an embedding of the environment beside the features",
                    List.of("environments", PREDICTION_BATCHES),
                    1,
                    List.of("domainbed"),
                    1,
                    "id");
        }

        @Override
        public List<String> defects() {
            return List.of("D25");
        }

        @Override
        public boolean environmentsApart(String form) {
            return true;
        }

        @Override
        public HyperparameterSpace space(SpaceContext context) {
            return CommonHyperparameters.of(context, "MTL")
                    .with(new Hyperparameter(
                            "mtl_ema",
                            0.99,
                            new Distribution.Choice(List.of(0.5, 0.9, 0.99, 1.0)),
                            0,
                            1,
                            "share of the newest mean in the embedding"));
        }

        @Override
        public Algorithm create(Context context) {
            return new Mtl(context);
        }
    }
}
