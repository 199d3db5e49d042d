package org.shiftbed.learn.algorithm;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.Distribution;
import org.shiftbed.learn.hyperparameter.Hyperparameter;
import org.shiftbed.learn.hyperparameter.HyperparameterSpace;
import org.shiftbed.learn.torch.AdamOptimizer;
import org.shiftbed.learn.torch.Tensors;

/**
 * Gradient matching, Fish (Shi et al., 2021, algorithm 1; {@code domainbed-protocol.md} 5.4): from the weights theta a clone makes one Adam step on
 * each environment's cross-entropy in turn, and theta := theta + {@code meta_lr} (clone - theta), over parameters and batch statistics alike; whole
 * numbers are truncated. The clone's Adam keeps its moments from one update to the next.
 *
 * <p>No second network is built: the steps move the weights in place, and their start is kept to come back to. With layer {@code algorithm} strict
 * environments come in ascending order and the state lists the clone as it ended ({@code network_inner}), as in the reference; otherwise the order
 * is drawn anew at each update, as in the paper, and there is no clone in the state. One environment gives Adam with a damped step.
 */
public final class Fish extends NetworkAlgorithm {
    private static final String META = "network.";
    private static final String CLONE = "network_inner.";

    private final AdamOptimizer optimizer;
    /** The clone of the last update by the names of the state; empty before the first, and where not strict. */
    private final LinkedHashMap<String, Tensor> clone = new LinkedHashMap<>();

    Fish(AlgorithmFactory.Context context) {
        super(context, Layout.of(context).named(META + "net.0", META + "net.1"));
        optimizer = adam("inner", featurizerAndClassifier());
    }

    @Override
    public Map<String, Double> update(List<Minibatch> minibatches) {
        Map<String, Tensor> weights = super.ownState();
        List<Tensor> start =
                weights.values().stream().map(tensor -> tensor.detach().clone()).toList();
        double loss = Double.NaN;
        for (Minibatch minibatch : inOrder(minibatches)) {
            Tensor risk = crossEntropy(predict(minibatch.x()), minibatch.y());
            optimizer.minimise(risk);
            loss = Tensors.item(risk);
        }
        if (strict()) {
            cloneOf(weights);
        }
        try (NoGradGuard guard = new NoGradGuard()) {
            int next = 0;
            for (Tensor weight : weights.values()) {
                Tensor from = start.get(next++);
                // copy_ into whole numbers truncates.
                weight.copy_(from.add(times(weight.sub(from), hyperparameters.number("meta_lr"))));
            }
        }
        return Map.of("loss", loss);
    }

    private List<Minibatch> inOrder(List<Minibatch> minibatches) {
        if (strict()) {
            return minibatches;
        }
        List<Minibatch> permuted = new ArrayList<>();
        for (int index : context.draws().permutation(minibatches.size())) {
            permuted.add(minibatches.get(index));
        }
        return permuted;
    }

    /** Copies these weights, by names that begin with {@code network.}, to the clone's. */
    private void cloneOf(Map<String, Tensor> weights) {
        try (NoGradGuard guard = new NoGradGuard()) {
            weights.forEach((name, tensor) -> {
                Tensor kept = clone.get(CLONE + name.substring(META.length()));
                if (kept == null) {
                    clone.put(
                            CLONE + name.substring(META.length()),
                            Tensors.keep(tensor.detach().clone()));
                } else {
                    kept.copy_(tensor);
                }
            });
        }
    }

    @Override
    Map<String, Tensor> ownState() {
        Map<String, Tensor> state = super.ownState();
        state.putAll(clone);
        return state;
    }

    @Override
    void resize(Map<String, Tensor> state) {
        if (state.keySet().stream().noneMatch(name -> name.startsWith(CLONE))) {
            forgetClone();
        } else if (strict()) {
            cloneOf(super.ownState());
        }
    }

    private void forgetClone() {
        clone.values().forEach(Tensor::releaseReference);
        clone.clear();
    }

    @Override
    public void close() {
        super.close();
        forgetClone();
    }

    /** Registers Fish. */
    public static final class Factory implements AlgorithmFactory {
        @Override
        public Info info() {
            return new Info(
                    "Fish",
                    "gradient",
                    "Shi et al., Gradient Matching for Domain Generalization, 2021",
                    "steps through the environments one by one, then goes part of the way, so that their gradients align",
                    List.of("environments"),
                    2,
                    List.of("domainbed"),
                    1,
                    "id");
        }

        @Override
        public boolean environmentsApart(String form) {
            return true;
        }

        @Override
        public HyperparameterSpace space(SpaceContext context) {
            return CommonHyperparameters.of(context, "Fish")
                    .with(new Hyperparameter(
                            "meta_lr",
                            0.5,
                            new Distribution.Choice(List.of(0.05, 0.1, 0.5)),
                            CommonHyperparameters.POSITIVE,
                            1,
                            "share of the way from the weights to those of the clone"));
        }

        @Override
        public Algorithm create(Context context) {
            return new Fish(context);
        }
    }
}
