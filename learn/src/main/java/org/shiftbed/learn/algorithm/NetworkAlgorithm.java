package org.shiftbed.learn.algorithm;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;
import org.shiftbed.learn.Networks;
import org.shiftbed.learn.hyperparameter.HyperparameterValues;
import org.shiftbed.learn.network.Classifier;
import org.shiftbed.learn.network.NamedTensors;
import org.shiftbed.learn.network.Network;
import org.shiftbed.learn.network.NetworkFactory;
import org.shiftbed.learn.torch.AdamOptimizer;
import org.shiftbed.learn.torch.Tensors;
import org.shiftbed.learn.weights.LoadReport;
import org.shiftbed.learn.weights.Pretrained;

/**
 * An algorithm with a featurizer and a classifier; predicts with classifier(featurizer(x)). Subclasses add buffers, networks and optimisers, and
 * say what an update does. Random weights are drawn in the order in which networks are made.
 */
public abstract class NetworkAlgorithm implements Algorithm {
    /** Phi: examples [B, ...] to features [B, d]. */
    protected final Network featurizer;
    /** w: features to logits [B, classes]. */
    protected final Classifier classifier;
    /** What this run was given. */
    protected final AlgorithmFactory.Context context;
    /** Its hyperparameters. */
    protected final HyperparameterValues hyperparameters;

    private final NamedTensors buffers;
    private final LinkedHashMap<String, Network> networks = new LinkedHashMap<>();
    private final LinkedHashMap<String, Network> aliases = new LinkedHashMap<>();
    private final List<AdamOptimizer> optimizers = new ArrayList<>();
    private final @Nullable LoadReport loaded;
    private boolean dropGradients;

    /** Makes {@code featurizer} and {@code classifier}. */
    protected NetworkAlgorithm(AlgorithmFactory.Context context) {
        this.context = context;
        hyperparameters = new HyperparameterValues(context.hyperparameters());
        buffers = namedTensors();
        featurizer = add(
                "featurizer",
                Networks.require(context.network(), "network")
                        .create(new NetworkFactory.Request(
                                context.shape(),
                                context.flatInput(),
                                hyperparameters,
                                context.precision(),
                                context.device(),
                                context.draws())));
        classifier = add(
                "classifier",
                new Classifier(
                        featurizer.features(),
                        context.classes(),
                        hyperparameters.flag("nonlinear_classifier", false),
                        namedTensors()));
        loaded = Pretrained.load(featurizer, classifier, context.weights());
    }

    @Override
    public Tensor predict(Tensor x) {
        return classifier.forward(featurizer.forward(Tensors.live(x)));
    }

    @Override
    public void train(boolean on) {
        networks.values().forEach(network -> network.train(on));
    }

    @Override
    public Map<String, Tensor> state() {
        LinkedHashMap<String, Tensor> state = new LinkedHashMap<>(buffers.all());
        networks.forEach((prefix, network) -> put(state, prefix, network));
        aliases.forEach((prefix, network) -> put(state, prefix, network));
        return state;
    }

    @Override
    public void load(Map<String, Tensor> state) {
        Tensors.copyInto(state(), state);
    }

    /** {@inheritDoc} True unless the subclass predicts in its own way. */
    @Override
    public final boolean composed() {
        try {
            return getClass().getMethod("predict", Tensor.class).getDeclaringClass() == NetworkAlgorithm.class;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("every algorithm predicts", e);
        }
    }

    @Override
    public final @Nullable LoadReport loaded() {
        return loaded;
    }

    @Override
    public void close() {
        optimizers.forEach(AdamOptimizer::close);
        networks.values().forEach(Network::close);
        buffers.close();
    }

    /** Adds a network under this prefix of the state names; closed with this algorithm. */
    protected final <N extends Network> N add(String prefix, N network) {
        networks.put(prefix, network);
        return network;
    }

    /** Lists the entries of a network a second time, as the reference's {@code state_dict} does for modules that share tensors. */
    protected final void alias(String prefix, Network network) {
        aliases.put(prefix, network);
    }

    /** Adds a stored tensor that is not trained; its entry comes before those of the networks. */
    protected final Tensor buffer(String name, Tensor value) {
        return buffers.buffer(name, value);
    }

    /** Adds a trained tensor outside any network. */
    protected final Tensor parameter(String name, Tensor value) {
        return buffers.parameter(name, value);
    }

    /** The stored count of updates, int64 [1], under the reference's name. */
    protected final Tensor updateCount() {
        return buffer("update_count", Tensors.of(new long[] {0}, 1));
    }

    /** One more. */
    protected static void increment(Tensor count) {
        try (NoGradGuard guard = new NoGradGuard()) {
            count.add_(new Scalar(1));
        }
    }

    /** No tensors yet, of this run's type and device. */
    protected final NamedTensors namedTensors() {
        return new NamedTensors(context.precision(), context.device());
    }

    /** Adam(lr, wd) on these parameters, with fresh moments. */
    protected final AdamOptimizer adam(
            List<Tensor> parameters, double learningRate, double weightDecay, double beta1, double beta2) {
        AdamOptimizer made = new AdamOptimizer(parameters, learningRate, weightDecay, beta1, beta2);
        if (dropGradients) {
            made.dropGradients();
        }
        optimizers.add(made);
        return made;
    }

    /** Closes an optimiser that another replaces. */
    protected final void discard(AdamOptimizer optimizer) {
        optimizers.remove(optimizer);
        optimizer.close();
    }

    /** Parameters of Phi, then of w. */
    protected final List<Tensor> featurizerAndClassifier() {
        List<Tensor> both = new ArrayList<>(featurizer.parameters());
        both.addAll(classifier.parameters());
        return both;
    }

    /** Those added with {@link #parameter}. */
    protected final List<Tensor> ownParameters() {
        return buffers.parameters();
    }

    /** tensor * factor. */
    protected static Tensor times(Tensor tensor, double factor) {
        return tensor.mul(new Scalar(factor));
    }

    /** Softmax cross-entropy in nats, mean over the rows: logits [B, K], labels int64 [B]; a scalar. */
    protected static Tensor crossEntropy(Tensor logits, Tensor labels) {
        return torch.cross_entropy_loss(logits, labels);
    }

    /** The examples of all environments, in their order: [sum B, ...]. */
    protected static Tensor allX(List<Minibatch> minibatches) {
        return Tensors.concatenate(minibatches.stream()
                .map(minibatch -> Tensors.live(minibatch.x()))
                .toList());
    }

    /** The labels of all environments, in their order: int64 [sum B]. */
    protected static Tensor allY(List<Minibatch> minibatches) {
        return Tensors.concatenate(minibatches.stream()
                .map(minibatch -> Tensors.live(minibatch.y()))
                .toList());
    }

    /** Rows of a minibatch. */
    protected static long rows(Minibatch minibatch) {
        return minibatch.y().numel();
    }

    /** The rows of each environment out of a tensor over all of them, in order. */
    protected static List<Tensor> perEnvironment(Tensor all, List<Minibatch> minibatches) {
        List<Tensor> parts = new ArrayList<>();
        long from = 0;
        for (Minibatch minibatch : minibatches) {
            parts.add(all.narrow(0, from, rows(minibatch)));
            from += rows(minibatch);
        }
        return parts;
    }

    /** Mean of scalars; 0 of the same type where there is none. */
    protected final Tensor meanOrZero(List<Tensor> scalars) {
        return scalars.isEmpty()
                ? zero()
                : torch.stack(Tensors.vector(scalars), 0).mean();
    }

    /** 0 as a scalar of this run's type and device. */
    protected final Tensor zero() {
        return torch.zeros_like(classifier.parameters().get(0).detach().sum());
    }

    private static void put(Map<String, Tensor> state, String prefix, Network network) {
        network.state().forEach((name, tensor) -> state.put(prefix + "." + name, tensor));
    }

    /** From now on gradients are dropped between steps, as torch does since 2.0; made for replaying runs recorded so. */
    final void dropGradients() {
        dropGradients = true;
        optimizers.forEach(AdamOptimizer::dropGradients);
    }
}
