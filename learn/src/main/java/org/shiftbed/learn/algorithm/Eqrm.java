package org.shiftbed.learn.algorithm;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.Distribution;
import org.shiftbed.learn.hyperparameter.Hyperparameter;
import org.shiftbed.learn.hyperparameter.HyperparameterSpace;
import org.shiftbed.learn.torch.Gradients;
import org.shiftbed.learn.torch.Tensors;

/**
 * Empirical quantile risk minimisation (Eastwood et al., 2022, algorithm 1; {@code domainbed-protocol.md} 5.1): before update
 * {@code eqrm_burnin_iters} the mean risk of the environments, from then on the alpha-quantile of a Gaussian kernel density estimate of their risks with
 * bandwidth h = 1.06 s E^(-1/5), s the standard deviation over E - 1. When the quantile takes over, Adam starts afresh with rate {@code eqrm_lr}.
 *
 * <p>The quantile k solves F(k) = mean_e Phi((k - R_e) / h) = alpha, by bisections between R_min + h z and R_max + h z with z the normal
 * quantile of alpha. Its derivative by the risks is that of the implicit function, -(dF/dR_e) / (dF/dk), bandwidth included. With layer
 * {@code algorithm} strict, two defects of the reference stay: k is differentiated as the fixed combination of the two ends that bisection made of it
 * (D18), and a number of burn-in updates that is not whole never equals the counter, so that Adam goes on as it was (D13); where it is not strict the
 * counter is compared with the next whole number.
 *
 * <p>One environment alone has no standard deviation: strict, the loss becomes not-a-number after the burn-in (D16), else such a study is refused. Of
 * a batch in which all but one environment are absent the loss is that one's risk.
 */
public final class Eqrm extends SingleOptimizerAlgorithm {
    /** The reference's; they leave an error of the range of the risks / 2^32. */
    private static final int BISECTIONS = 32;
    /** As many as a double has bits. */
    private static final int EXACT_BISECTIONS = 53;

    private final Tensor updateCount;
    private final Tensor alpha;

    Eqrm(AlgorithmFactory.Context context) {
        super(context);
        updateCount = updateCount();
        alpha = plainBuffer("alpha", Tensors.of(new double[] {hyperparameters.number("eqrm_quantile")}));
    }

    @Override
    public Map<String, Double> update(List<Minibatch> minibatches) {
        double count = Tensors.item(updateCount);
        double burnIn = hyperparameters.number("eqrm_burnin_iters");
        Tensor risks = risksApart(minibatches); // [E]
        boolean quantile = count >= burnIn && (strict() || risks.numel() >= 2);
        Tensor loss = quantile ? quantile(risks, Tensors.item(alpha), strict()) : risks.mean();
        if (count == (strict() ? burnIn : Math.ceil(burnIn))) {
            resetOptimizer(hyperparameters.number("eqrm_lr"));
        }
        minimise(loss);
        increment(updateCount);
        return Map.of("loss", Tensors.item(loss));
    }

    /**
     * The alpha-quantile of the kernel density estimate.
     *
     * @param risks [E], E at least 2, not all equal
     * @param level alpha, in (0, 1)
     * @param throughEnds whether gradients flow through the two ends of the bisection, as in the reference, and not through the implicit function
     * @return a scalar with gradients
     */
    static Tensor quantile(Tensor risks, double level, boolean throughEnds) {
        long count = risks.numel();
        Tensor bandwidth = times(risks.std(true), 1.06 * Math.pow(count, -0.2));
        double z = normalQuantile(level);
        Tensor low = risks.min().add(times(bandwidth, z));
        Tensor high = risks.max().add(times(bandwidth, z));
        double h = Tensors.item(bandwidth);
        double[] points = Tensors.toDoubles(risks);
        int bisections = throughEnds ? BISECTIONS : EXACT_BISECTIONS;
        double ofHigh = share(points, h, level, Tensors.item(low), Tensors.item(high), bisections);
        Tensor solved = times(low, 1 - ofHigh).add(times(high, ofHigh));
        if (throughEnds || h == 0) {
            return solved;
        }
        Tensor k = solved.detach();
        Tensor distribution = cumulative(k, risks, bandwidth);
        Tensor point = k.clone().requires_grad_(true);
        Tensor density = Gradients.of(cumulative(point, risks.detach(), bandwidth.detach()), List.of(point))
                .get(0)
                .detach();
        // Its value is k, its derivative by the risks -(dF / dR) / (dF / dk).
        return k.sub(distribution.sub(distribution.detach()).div(density));
    }

    /** mean_e Phi((k - R_e) / h). */
    private static Tensor cumulative(Tensor k, Tensor risks, Tensor bandwidth) {
        return torch.special_ndtr(k.sub(risks).div(bandwidth)).mean();
    }

    /** The solution as low + share (high - low): a dyadic fraction. */
    private static double share(double[] risks, double h, double level, double low, double high, int bisections) {
        Tensor points = Tensors.of(risks, risks.length);
        double from = 0;
        double to = 1;
        double before = Double.NaN;
        for (int i = 0; i < bisections; i++) {
            double middle = (from + to) / 2;
            double k = low + middle * (high - low);
            if (k == before) {
                break;
            }
            before = k;
            Tensor standardised = points.neg().add(new Scalar(k)).div(new Scalar(h));
            if (Tensors.item(torch.special_ndtr(standardised).mean()) > level) {
                to = middle;
            } else {
                from = middle;
            }
        }
        return (from + to) / 2;
    }

    private static double normalQuantile(double level) {
        return Tensors.item(torch.special_ndtri(Tensors.of(new double[] {level}, 1)));
    }

    /** Registers EQRM. */
    public static final class Factory implements AlgorithmFactory {
        @Override
        public Info info() {
            return new Info(
                    "EQRM",
                    "risk",
                    "Eastwood et al., Probable Domain Generalization via Quantile Risk Minimization, 2022",
                    "minimises a high quantile of the risks of environments",
                    List.of("environments"),
                    2,
                    List.of("domainbed"),
                    1,
                    "id");
        }

        @Override
        public List<String> defects() {
            return List.of("D13", "D16", "D18");
        }

        @Override
        public boolean environmentsApart(String form) {
            return true;
        }

        @Override
        public HyperparameterSpace space(SpaceContext context) {
            return CommonHyperparameters.of(context, "EQRM")
                    .with(
                            new Hyperparameter(
                                    "eqrm_quantile",
                                    0.75,
                                    new Distribution.Uniform(0.5, 0.99, false),
                                    CommonHyperparameters.POSITIVE,
                                    Math.nextDown(1.0),
                                    "quantile of the risks that is minimised"),
                            new Hyperparameter(
                                    "eqrm_burnin_iters",
                                    2500.0,
                                    new Distribution.Power(10, 2.5, 3.5, false),
                                    0,
                                    CommonHyperparameters.MOST_STEPS,
                                    "updates on the mean risk before the quantile takes over"),
                            new Hyperparameter(
                                    "eqrm_lr",
                                    1e-6,
                                    new Distribution.Power(10, -7, -5, false),
                                    CommonHyperparameters.POSITIVE,
                                    Double.POSITIVE_INFINITY,
                                    "learning rate after the burn-in"));
        }

        @Override
        public @Nullable String refuses(int environments, Set<String> strict, Map<String, Object> hyperparameters) {
            return environments < 2 && !strict.contains("algorithm")
                    ? "takes a quantile over environments and needs at least 2 in training, this run has 1"
                    : null;
        }

        @Override
        public Algorithm create(Context context) {
            return new Eqrm(context);
        }
    }
}
