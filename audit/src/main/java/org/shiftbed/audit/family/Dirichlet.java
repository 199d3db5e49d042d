package org.shiftbed.audit.family;

import static org.hipparchus.special.Gamma.logGamma;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Shares with a Dirichlet law: T = ln w_k, natural parameter the pseudo-counts a_k, which have to stay positive. Of two shares only the
 * first is a column in the beta law: T = (ln w, ln(1 - w)) (parametric-robustness 1.4). Means of shares that do not vary are a point mass.
 */
final class Dirichlet extends Law {
    private final List<String> parts;
    private final boolean beta;

    private Dirichlet(String name, List<String> parts, boolean beta) {
        super(name, beta ? 1 : parts.size(), parts.size());
        this.parts = List.copyOf(parts);
        this.beta = beta;
    }

    static Dirichlet beta() {
        return new Dirichlet("beta", List.of("ln w", "ln(1-w)"), true);
    }

    static Dirichlet shares(List<String> names) {
        return new Dirichlet("dirichlet", names, false);
    }

    @Override
    public String component(int k) {
        return beta ? parts.get(k) : "ln " + parts.get(k);
    }

    @Override
    public void statistic(double[] w, double[] t) {
        if (beta) {
            t[0] = Math.log(w[0]);
            t[1] = Math.log1p(-w[0]);
            return;
        }
        for (int k = 0; k < dimension(); k++) {
            t[k] = Math.log(w[k]);
        }
    }

    @Override
    public @Nullable String refuse(double[] w) {
        if (beta) {
            return w[0] > 0 && w[0] < 1 ? null : "must be > 0 and < 1";
        }
        double sum = 0;
        for (double share : w) {
            if (!(share > 0 && share < 1)) {
                return "must be shares > 0 and < 1";
            }
            sum += share;
        }
        return Math.abs(sum - 1) <= 1e-6 ? null : "must be shares that sum to 1";
    }

    private static double sum(double[] a) {
        double sum = 0;
        for (double value : a) {
            sum += value;
        }
        return sum;
    }

    /**
     * The pseudo-counts of a mean, which maximise the concave m'a - sum ln Gamma(a_k) + ln Gamma(sum a): Newton with the Hessian's diagonal
     * and rank one (Minka 2000, "Estimating a Dirichlet distribution"), shortened until the a_k stay positive and the value does not fall.
     * Null for a point mass.
     */
    static double @Nullable [] parameters(double[] mean) {
        int q = mean.length;
        // sum exp(m_k) is 1 - (q-1)/(2A) + ... for a large total A, and 1 for shares that do not vary.
        double missing = 1;
        for (double m : mean) {
            missing -= Math.exp(m);
        }
        if (!(missing > 1e-13)) {
            return null;
        }
        double start = (q - 1) / (2 * missing);
        double[] a = new double[q];
        for (int k = 0; k < q; k++) {
            double y = mean[k] + Polygamma.digamma(start);
            a[k] = y >= -2.22 ? Math.exp(y) + 0.5 : -1 / (y + 0.5772156649015329);
        }
        double[] gradient = new double[q];
        double[] diagonal = new double[q];
        double[] next = new double[q];
        double value = value(mean, a);
        for (int iteration = 0; iteration < 200; iteration++) {
            double digammaOfSum = Polygamma.digamma(sum(a));
            double z = Polygamma.trigamma(sum(a));
            double top = 0;
            double bottom = 1 / z;
            for (int k = 0; k < q; k++) {
                gradient[k] = mean[k] - Polygamma.digamma(a[k]) + digammaOfSum;
                diagonal[k] = -Polygamma.trigamma(a[k]);
                top += gradient[k] / diagonal[k];
                bottom += 1 / diagonal[k];
            }
            double length = 1;
            double largest = 0;
            for (int half = 0; half < 60; half++) {
                largest = 0;
                boolean positive = true;
                for (int k = 0; k < q; k++) {
                    double step = length * (gradient[k] - top / bottom) / diagonal[k];
                    next[k] = a[k] - step;
                    positive &= next[k] > 0;
                    largest = Math.max(largest, Math.abs(step) / a[k]);
                }
                double nextValue = positive ? value(mean, next) : Double.NEGATIVE_INFINITY;
                if (nextValue >= value - 1e-12 * Math.max(1, Math.abs(value))) {
                    value = nextValue;
                    break;
                }
                length /= 2;
            }
            System.arraycopy(next, 0, a, 0, q);
            if (largest < 1e-14) {
                break;
            }
        }
        return a;
    }

    private static double value(double[] mean, double[] a) {
        double value = logGamma(sum(a));
        for (int k = 0; k < a.length; k++) {
            value += mean[k] * a[k] - logGamma(a[k]);
        }
        return value;
    }

    /** The shifted pseudo-counts, NaN outside the domain; null for a point mass. */
    private static double @Nullable [] tilted(double[] mean, double[] s) {
        double[] a = parameters(mean);
        if (a == null) {
            return null;
        }
        boolean inside = true;
        for (int k = 0; k < a.length; k++) {
            a[k] += s[k];
            inside &= a[k] > 0;
        }
        if (!inside) {
            notThere(a, a.length);
        }
        return a;
    }

    @Override
    public double cumulant(double[] mean, double[] s) {
        double[] a = parameters(mean);
        if (a == null) {
            return dot(mean, s);
        }
        double result = 0;
        for (int k = 0; k < a.length; k++) {
            if (!(a[k] + s[k] > 0)) {
                return Double.POSITIVE_INFINITY;
            }
            result += Polygamma.logGammaRise(a[k], s[k]);
        }
        return result - Polygamma.logGammaRise(sum(a), sum(s));
    }

    @Override
    public void tiltedMean(double[] mean, double[] s, double[] out) {
        double[] a = tilted(mean, s);
        for (int k = 0; k < dimension(); k++) {
            out[k] = a == null ? mean[k] : Polygamma.digamma(a[k]) - Polygamma.digamma(sum(a));
        }
    }

    @Override
    public void tiltedCovariance(double[] mean, double[] s, double[] out) {
        double[] a = tilted(mean, s);
        int q = dimension();
        Arrays.fill(out, 0, q * q, a == null ? 0 : -Polygamma.trigamma(sum(a)));
        for (int k = 0; a != null && k < q; k++) {
            out[k * q + k] += Polygamma.trigamma(a[k]);
        }
    }

    @Override
    public void tiltedThird(double[] mean, double[] s, double[] out) {
        double[] a = tilted(mean, s);
        int q = dimension();
        Arrays.fill(out, 0, q * q * q, a == null ? 0 : -Polygamma.tetragamma(sum(a)));
        for (int k = 0; a != null && k < q; k++) {
            out[(k * q + k) * q + k] += Polygamma.tetragamma(a[k]);
        }
    }

    @Override
    public double reach(double[] mean, double[] direction) {
        double[] a = parameters(mean);
        double reach = Double.POSITIVE_INFINITY;
        for (int k = 0; a != null && k < a.length; k++) {
            reach = direction[k] < 0 ? Math.min(reach, a[k] / -direction[k]) : reach;
        }
        return reach;
    }

    private static double sd(double a, double total) {
        return Math.sqrt(a * (total - a) / (total * total * (total + 1)));
    }

    @Override
    String one(Told variable) {
        return "a pseudo-count of " + variable.name() + " plus 1";
    }

    @Override
    Effect effect(Told variable, double[] mean, double[] s) {
        double[] before = parameters(mean);
        double[] after = tilted(mean, s);
        List<Effect.Figure> figures = new ArrayList<>();
        List<String> clauses = new ArrayList<>();
        for (int k = 0; k < (beta ? 1 : dimension()); k++) {
            String what = beta ? variable.name() : parts.get(k);
            if (before == null || after == null) {
                double fixed = Math.exp(mean[k]);
                figures.add(new Effect.Figure("mean of " + what, fixed, fixed));
                clauses.add(Words.move("the mean of " + what, fixed, fixed));
                continue;
            }
            double oldTotal = sum(before);
            double newTotal = sum(after);
            figures.add(new Effect.Figure("mean of " + what, before[k] / oldTotal, after[k] / newTotal));
            figures.add(new Effect.Figure("sd of " + what, sd(before[k], oldTotal), sd(after[k], newTotal)));
            clauses.add(Words.move("the mean of " + what, before[k] / oldTotal, after[k] / newTotal) + " and "
                    + Words.move("its standard deviation", sd(before[k], oldTotal), sd(after[k], newTotal)));
        }
        return new Effect(String.join(", ", clauses), figures);
    }

    /** Of a beta law one mean, which keeps the total of the pseudo-counts. */
    @Override
    double[] towards(String place, double[] mean, List<Target> wanted) {
        Target target = only(place, wanted);
        int part = beta ? 0 : parts.indexOf(target.variable());
        if (target.quantity() != Target.Quantity.MEAN || part < 0) {
            throw wrongQuantity(place, target, "E[" + (beta ? target.variable() : parts.get(0)) + "] = number");
        }
        double share = target.value();
        double[] a = parameters(mean);
        if (!(share > 0 && share < 1) || a == null) {
            throw notReachable(
                    place,
                    target,
                    a == null ? "the variable does not vary here, no shift moves it" : "must be > 0 and < 1");
        }
        double total = sum(a);
        double[] s = new double[a.length];
        for (int k = 0; k < s.length; k++) {
            s[k] = k == part ? share * total - a[k] : a[k] * ((1 - share) * total / (total - a[part]) - 1);
        }
        return s;
    }
}
