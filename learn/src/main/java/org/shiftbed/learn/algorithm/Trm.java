package org.shiftbed.learn.algorithm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bytedeco.pytorch.GeneratorOptional;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.Distribution;
import org.shiftbed.learn.hyperparameter.Hyperparameter;
import org.shiftbed.learn.hyperparameter.HyperparameterSpace;
import org.shiftbed.learn.torch.AdamOptimizer;
import org.shiftbed.learn.torch.Gradients;
import org.shiftbed.learn.torch.Tensors;

/**
 * Transfer risk minimisation (Xu and Jaakkola, 2021; {@code domainbed-protocol.md} 5.4). Each environment Q has a linear head h_Q of its own, which 30
 * steps of SGD(0.1) an update fit to the features of Q. The loss is the cross-entropy of all rows plus the mean over Q of the transfer risk
 * sum_P a_QP CE(h_Q(z_P)) - {@code cos_lambda} u . g_Q, where g_Q is the gradient by the weights of h_Q of its own risk and u, a constant, is the
 * inverse Hessian of that risk times the gradient of sum_P a_QP CE(h_Q(z_P)), by ten terms of a Neumann series, cut off where an entry exceeds 10.
 * After each Q, a_QP is multiplied by exp({@code groupdro_eta} a_QP CE(h_Q(z_P))); rows of a are normalised before each update. The first
 * {@code iters} updates are ERM. Featurizer and classifier have an Adam each; the classifier is linear whatever the hyperparameters say.
 *
 * <p>With layer {@code algorithm} strict the series is 2 v_1 + v_2 + ... in place of v_0 + v_1 + v_2 + ..., as in the reference, where a name refers
 * to a tensor that is overwritten (D23), and one environment trains by ERM. Otherwise a run with one training environment is refused. Environments
 * that are absent from a batch take no part; one alone in a batch has no transfer risk.
 */
public final class Trm extends NetworkAlgorithm {
    private static final int HEAD_STEPS = 30;
    private static final double HEAD_RATE = 0.1;
    private static final int TERMS = 10;
    private static final double LARGEST = 10;

    private final Tensor updateCount;
    private final AdamOptimizer featurizerOptimizer;
    private final AdamOptimizer classifierOptimizer;
    private final List<Head> heads = new ArrayList<>();
    private final Tensor alpha;

    Trm(AlgorithmFactory.Context context) {
        super(context, Layout.of(context).nonlinear(false));
        updateCount = updateCount();
        int domains = context.domains();
        Tensor weight = classifier.parameters().get(0);
        for (int i = 0; i <= domains; i++) {
            // The reference has one head more than environments, which it never trains.
            double bound = 1 / Math.sqrt(weight.size(1));
            heads.add(new Head(
                    extraParameter("clist." + i + ".weight", uniform(bound, weight.shape())),
                    extraParameter("clist." + i + ".bias", uniform(bound, weight.size(0)))));
        }
        alpha = extra("alpha", torch.ones(domains, domains).sub(torch.eye(domains)));
        featurizerOptimizer = adam("featurizer", featurizer.parameters());
        classifierOptimizer = adam("classifier", classifier.parameters());
    }

    /** A head: weight [K, d], bias [K]. */
    private record Head(Tensor weight, Tensor bias) {
        Tensor risk(Tensor z, Tensor y) {
            return crossEntropy(torch.linear(z, weight, new TensorOptional(bias)), y);
        }
    }

    @Override
    public Map<String, Double> update(List<Minibatch> minibatches) {
        Tensor z = featurizer.forward(allX(minibatches)); // [sum B, d]
        Tensor nll = crossEntropy(classifier.forward(z), allY(minibatches));
        Tensor transfer = zero();
        if (Tensors.item(updateCount) >= hyperparameters.number("iters")) {
            List<Tensor> features = perEnvironment(z, minibatches);
            prepare(minibatches, features);
            for (int q = 0; q < minibatches.size() && minibatches.size() > 1; q++) {
                transfer = transfer.add(transferRisk(minibatches, features, q));
            }
            transfer = transfer.div(new Scalar((double) minibatches.size()));
        }
        Tensor loss = nll.add(transfer);
        List<Tensor> gradients = Gradients.of(loss, featurizerAndClassifier());
        int split = featurizer.parameters().size();
        featurizerOptimizer.step(gradients.subList(0, split));
        classifierOptimizer.step(gradients.subList(split, gradients.size()));
        increment(updateCount);
        return Map.of("nll", Tensors.item(nll), "trm_loss", Tensors.item(transfer));
    }

    /** Normalises the weights of the pairs and fits the heads to these features. */
    private void prepare(List<Minibatch> minibatches, List<Tensor> features) {
        try (NoGradGuard guard = new NoGradGuard()) {
            if (hyperparameters.flag("class_balanced", false)) {
                heads.forEach(
                        head -> head.weight().copy_(classifier.parameters().get(0)));
            }
            if (alpha.numel() > 1) {
                alpha.div_(alpha.sum(1).unsqueeze(1));
            }
        }
        for (int i = 0; i < minibatches.size(); i++) {
            Head head = heads.get(minibatches.get(i).environment());
            List<Tensor> parameters = List.of(head.weight(), head.bias());
            Tensor z = features.get(i).detach();
            for (int step = 0; step < HEAD_STEPS; step++) {
                List<Tensor> gradients =
                        Gradients.of(head.risk(z, minibatches.get(i).y()), parameters);
                try (NoGradGuard guard = new NoGradGuard()) {
                    head.weight().add_(gradients.get(0), new Scalar(-HEAD_RATE));
                    head.bias().add_(gradients.get(1), new Scalar(-HEAD_RATE));
                }
            }
        }
    }

    private Tensor transferRisk(List<Minibatch> minibatches, List<Tensor> features, int q) {
        int environment = minibatches.get(q).environment();
        Head head = heads.get(environment);
        Tensor ofOthers = zero();
        List<Tensor> weights = new ArrayList<>();
        List<Tensor> weighted = new ArrayList<>();
        for (int p = 0; p < minibatches.size(); p++) {
            if (p != q) {
                Tensor a = alpha.select(0, environment)
                        .select(0, minibatches.get(p).environment());
                Tensor risk = head.risk(features.get(p), minibatches.get(p).y()).mul(a.clone());
                ofOthers = ofOthers.add(risk);
                weights.add(a);
                weighted.add(risk.detach());
            }
        }
        List<Tensor> byWeight = List.of(head.weight());
        Tensor gradient = Gradients.keepingGraph(ofOthers, byWeight).get(0);
        Tensor own = head.risk(features.get(q), minibatches.get(q).y());
        Tensor ownGradient = Gradients.differentiable(own, byWeight).get(0);
        Tensor u = inverseHessianTimes(
                gradient.detach(),
                head,
                features.get(q).detach(),
                minibatches.get(q).y());
        try (NoGradGuard guard = new NoGradGuard()) {
            for (int i = 0; i < weights.size(); i++) {
                weights.get(i)
                        .mul_(times(weighted.get(i), hyperparameters.number("groupdro_eta"))
                                .exp());
            }
        }
        return ofOthers.sub(times(u.mul(ownGradient).sum(), hyperparameters.number("cos_lambda")));
    }

    /** The Neumann series of the inverse Hessian of the head's risk by its weights, times v: [K, d]. */
    private Tensor inverseHessianTimes(Tensor v, Head head, Tensor z, Tensor y) {
        Tensor gradient = Gradients.differentiable(head.risk(z, y), List.of(head.weight()))
                .get(0);
        Tensor term = v;
        Tensor sum = v;
        for (int k = 1; k <= TERMS; k++) {
            Tensor product = gradient.mul(term).sum();
            term = term.sub(Gradients.keepingGraph(product, List.of(head.weight()))
                    .get(0)
                    .detach());
            sum = (k == 1 && strict() ? term : sum).add(term);
            if (Tensors.item(sum.abs().max()) > LARGEST) {
                break;
            }
        }
        return sum;
    }

    private static Tensor uniform(double bound, long... shape) {
        return torch.empty(shape).uniform_(-bound, bound, new GeneratorOptional());
    }

    /** Registers TRM. */
    public static final class Factory implements AlgorithmFactory {
        @Override
        public Info info() {
            return new Info(
                    "TRM",
                    "risk",
                    "Xu, Jaakkola, Learning Representations that Support Robust Transfer of Predictors, 2021",
                    "a classifier fitted to one environment should do well on the others",
                    List.of("environments"),
                    2,
                    List.of("domainbed"),
                    1,
                    "id");
        }

        @Override
        public List<String> defects() {
            return List.of("D23");
        }

        @Override
        public @Nullable String refuses(int environments, Set<String> strict, Map<String, Object> hyperparameters) {
            return environments < 2 && !strict.contains("algorithm")
                    ? "takes the risk of one environment's head on another and needs at least 2 in training, this run has 1"
                    : null;
        }

        @Override
        public HyperparameterSpace space(SpaceContext context) {
            return CommonHyperparameters.of(context, "TRM")
                    .with(
                            new Hyperparameter(
                                    "cos_lambda",
                                    1e-4,
                                    new Distribution.Power(10, -5, 0, false),
                                    0,
                                    Double.POSITIVE_INFINITY,
                                    "weight of the alignment of gradients"),
                            new Hyperparameter(
                                    "iters",
                                    200L,
                                    new Distribution.Power(10, 0, 4, true),
                                    0,
                                    CommonHyperparameters.MOST_STEPS,
                                    "updates of ERM before the transfer risk counts"),
                            new Hyperparameter(
                                    "groupdro_eta",
                                    0.01,
                                    new Distribution.Power(10, -3, -1, false),
                                    0,
                                    Double.POSITIVE_INFINITY,
                                    "step size of the weights of pairs of environments"));
        }

        @Override
        public Algorithm create(Context context) {
            return new Trm(context);
        }
    }
}
