package org.shiftbed.learn.algorithm;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.hyperparameter.HyperparameterValues;
import org.shiftbed.learn.network.Classifier;
import org.shiftbed.learn.network.NamedTensors;
import org.shiftbed.learn.network.Network;
import org.shiftbed.learn.network.PreparedNetwork;
import org.shiftbed.learn.torch.AdamOptimizer;
import org.shiftbed.learn.torch.Optimizer;
import org.shiftbed.learn.torch.Tensors;
import org.shiftbed.learn.weights.LoadReport;

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

    /** The reduction "none" of libtorch. */
    private static final long NO_REDUCTION = 0;

    private final NamedTensors buffers;
    private final NamedTensors extra;
    private final LinkedHashMap<String, Network> networks = new LinkedHashMap<>();
    private final LinkedHashMap<String, Network> aliases = new LinkedHashMap<>();
    private final LinkedHashMap<String, Aside> asides = new LinkedHashMap<>();
    private final LinkedHashMap<String, Optimizer> optimizers = new LinkedHashMap<>();
    private final @Nullable Composition composition;
    private final @Nullable LoadReport loaded;
    private final Backbones backbones;
    private boolean dropGradients;

    /** Makes {@code featurizer} and {@code classifier} in the layout of most algorithms. */
    protected NetworkAlgorithm(AlgorithmFactory.Context context) {
        this(context, Layout.of(context));
    }

    /** Makes featurizer and classifier. */
    protected NetworkAlgorithm(AlgorithmFactory.Context context, Layout layout) {
        this(context, layout, null);
    }

    /** Makes the classifier; {@code own} is the featurizer in place of the run's network (null: that one), closed with this. */
    protected NetworkAlgorithm(AlgorithmFactory.Context context, Layout layout, @Nullable Network own) {
        this.context = context;
        hyperparameters = new HyperparameterValues(context.hyperparameters());
        backbones = new Backbones(context);
        buffers = namedTensors();
        extra = namedTensors();
        featurizer = add(layout.featurizer(), own == null ? backbones.random(layout.shape(), layout.unpooled()) : own);
        classifier = add(layout.classifier(), layout.head(featurizer.features(), context.classes(), namedTensors()));
        composition = layout.unpooled() ? null : new Composition(layout.featurizer(), layout.classifier());
        loaded = own == null ? backbones.start(featurizer, classifier) : null;
    }

    /** Another backbone of this run's kind, not yet {@link #add added}, from the same weights where the run has some. */
    protected final Network backbone(ImageShape shape) {
        return backbones.started(shape);
    }

    @Override
    public Tensor predict(Tensor x) {
        return classifier.forward(featurizer.forward(prepared(Tensors.live(x))));
    }

    /** {@inheritDoc} Where pixels stay in [0, 1] there is nothing to say. */
    @Override
    public @Nullable String normalisation() {
        return featurizer instanceof PreparedNetwork ? Norm.of(hyperparameters).words("") : null;
    }

    /** What the featurizer is given for examples [B, ...]: these, where a subclass does nothing to them. */
    Tensor prepared(Tensor x) {
        return x;
    }

    @Override
    public final long parameterCount() {
        return networks.values().stream().mapToLong(Network::parameterCount).sum();
    }

    @Override
    public void train(boolean on) {
        networks.values().forEach(network -> network.train(on));
    }

    @Override
    public final Map<String, Tensor> state() {
        Map<String, Tensor> state = ownState();
        aliases.forEach((prefix, network) -> put(state, prefix, network));
        return state;
    }

    @Override
    public final void load(Map<String, Tensor> state) {
        resize(state);
        Tensors.copyInto(state(), state);
    }

    /** {@inheritDoc} Null where a subclass predicts in its own way, or from the map of a network in place of its features. */
    @Override
    public final @Nullable Composition composition() {
        try {
            boolean own = getClass().getMethod("predict", Tensor.class).getDeclaringClass() != NetworkAlgorithm.class;
            return own ? null : composition;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("every algorithm predicts", e);
        }
    }

    @Override
    public final @Nullable LoadReport loaded() {
        return loaded == null ? null : loaded.also(backbones.startedAmong(networks));
    }

    /** The state without aliases: buffers, then networks. A subclass whose state grows adds to it. */
    Map<String, Tensor> ownState() {
        LinkedHashMap<String, Tensor> state = new LinkedHashMap<>(buffers.all());
        networks.forEach((prefix, network) -> put(state, prefix, network));
        return state;
    }

    /** Makes room for a state that is about to be loaded. Only state that grows needs it. */
    void resize(Map<String, Tensor> state) {}

    @Override
    public Map<String, Tensor> snapshot() {
        return Snapshot.of(ownState(), extraState(), optimizers);
    }

    @Override
    public void restore(Map<String, Tensor> snapshot) {
        resize(Snapshot.state(snapshot));
        Snapshot.restore(snapshot, ownState(), extraState(), optimizers);
    }

    @Override
    public void close() {
        optimizers.values().forEach(Optimizer::close);
        networks.values().forEach(Network::close);
        asides.values().forEach(aside -> aside.close().run());
        buffers.close();
        extra.close();
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

    /** Adds a stored tensor that is not trained and keeps its own type, whatever the precision. */
    protected final Tensor plainBuffer(String name, Tensor value) {
        return buffers.plain(name, value);
    }

    /** Adds a trained tensor outside any network. */
    protected final Tensor parameter(String name, Tensor value) {
        return buffers.parameter(name, value);
    }

    /** Adds a tensor that the reference keeps outside its {@code state_dict}: it is in snapshots only. */
    protected final Tensor extra(String name, Tensor value) {
        return extra.buffer(name, value);
    }

    /** Adds a trained tensor that the reference keeps outside its {@code state_dict}: it is in snapshots only. */
    protected final Tensor extraParameter(String name, Tensor value) {
        return extra.parameter(name, value);
    }

    /** Keeps tensors that predictions do not need, as those of a first stage, until {@code close}: they are in snapshots only, below this prefix. */
    protected final void aside(String prefix, Map<String, Tensor> state, Runnable close) {
        asides.put(prefix, new Aside(state, close));
    }

    /** What {@link #extra}, {@link #extraParameter} and {@link #aside} added. */
    final Map<String, Tensor> extraState() {
        LinkedHashMap<String, Tensor> all = new LinkedHashMap<>(extra.all());
        asides.forEach(
                (prefix, aside) -> aside.state().forEach((name, tensor) -> all.put(prefix + "." + name, tensor)));
        return all;
    }

    /** Those made so far, by name. */
    final Map<String, Optimizer> optimizers() {
        return Collections.unmodifiableMap(optimizers);
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

    /** Adam(lr, wd) on these parameters, with fresh moments; takes the place of the optimiser of the same name, which is closed. */
    protected final AdamOptimizer adam(
            String name, List<Tensor> parameters, double learningRate, double weightDecay, double beta1, double beta2) {
        AdamOptimizer made = new AdamOptimizer(parameters, learningRate, weightDecay, beta1, beta2);
        if (dropGradients) {
            made.dropGradients();
        }
        return register(name, made);
    }

    /** Adam({@code lr}, {@code weight_decay}) with betas 0.9 and 0.999, as {@link #adam(String, List, double, double, double, double)}. */
    protected final AdamOptimizer adam(String name, List<Tensor> parameters) {
        return adam(
                name,
                parameters,
                hyperparameters.number("lr"),
                hyperparameters.number("weight_decay"),
                AdamOptimizer.BETA1,
                AdamOptimizer.BETA2);
    }

    /** Makes an optimiser part of snapshots and closes it with this; takes the place of the one of the same name, which is closed. */
    protected final <O extends Optimizer> O register(String name, O optimizer) {
        Optimizer before = optimizers.put(name, optimizer);
        if (before != null) {
            before.close();
        }
        return optimizer;
    }

    /** Whether layer {@code algorithm} keeps the reference's defects ({@code domainbed-protocol.md} 9). */
    protected final boolean strict() {
        return context.strict().contains("algorithm");
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

    /** Softmax cross-entropy of each row: logits [B, K], labels int64 [B]; [B]. */
    protected static Tensor crossEntropies(Tensor logits, Tensor labels) {
        return torch.cross_entropy_loss(logits, labels, new TensorOptional(), NO_REDUCTION, -100, 0);
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
        return scalars.isEmpty() ? zero() : torch.mean(torch.stack(Tensors.vector(scalars), 0));
    }

    /** 0 as a scalar of this run's type and device. */
    protected final Tensor zero() {
        return torch.zeros_like(classifier.parameters().get(0).detach().sum());
    }

    /**
     * The features of each environment, [B, d], with batch statistics of its own: in one pass over all rows where the featurizer takes rows apart, which
     * gives the same numbers, else in one pass each.
     */
    protected final List<Tensor> featuresApart(List<Minibatch> minibatches) {
        if (!featurizer.mixesRows()) {
            return perEnvironment(featurizer.forward(allX(minibatches)), minibatches);
        }
        List<Tensor> features = new ArrayList<>();
        for (Minibatch minibatch : minibatches) {
            features.add(featurizer.forward(Tensors.live(minibatch.x())));
        }
        return features;
    }

    /** The risk of each environment as {@link #featuresApart} gives its features: [E]. */
    protected final Tensor risksApart(List<Minibatch> minibatches) {
        List<Tensor> features = featuresApart(minibatches);
        List<Tensor> risks = new ArrayList<>();
        for (int e = 0; e < features.size(); e++) {
            risks.add(crossEntropy(
                    classifier.forward(features.get(e)), minibatches.get(e).y()));
        }
        return torch.stack(Tensors.vector(risks), 0);
    }

    /** The environment of each row: int64 [sum B]. */
    protected final Tensor environments(List<Minibatch> minibatches) {
        return Minibatch.environments(minibatches).to(zero().device(), ScalarType.Long);
    }

    /** The cross-entropy of each environment: E scalars, out of logits [sum B, K] over all of them. */
    protected static List<Tensor> risks(Tensor logits, List<Minibatch> minibatches) {
        List<Tensor> each = perEnvironment(logits, minibatches);
        List<Tensor> risks = new ArrayList<>();
        for (int e = 0; e < minibatches.size(); e++) {
            risks.add(crossEntropy(each.get(e), minibatches.get(e).y()));
        }
        return risks;
    }

    private record Aside(Map<String, Tensor> state, Runnable close) {}

    private static void put(Map<String, Tensor> state, String prefix, Network network) {
        network.state().forEach((name, tensor) -> state.put(prefix + "." + name, tensor));
    }

    /** From now on gradients are dropped between steps, as torch does since 2.0; made for replaying runs recorded so. */
    final void dropGradients() {
        dropGradients = true;
        optimizers.values().forEach(optimizer -> {
            if (optimizer instanceof AdamOptimizer adam) {
                adam.dropGradients();
            }
        });
    }
}
