package org.shiftbed.audit.family;

import org.jspecify.annotations.Nullable;

/**
 * A family {@code p(w|z) = base(w) exp(eta(z)'T(w) - h(eta(z)))} (parametric-robustness 1.4). Everything is told from the conditional mean
 * {@code mu = E[T|z]} instead of eta, so that a fitted mean on the edge of its range (a proportion of 0 or 1, a rate of 0) needs no
 * infinite natural parameter: a law with mean mu, tilted by s, is the law with natural parameter eta + s. Implementations are immutable.
 *
 * <p>Arrays are filled from index 0; matrices are row-major, {@code q*q}; third cumulants {@code q*q*q}. Methods do not keep or change
 * their arguments other than the one they fill.
 */
public interface ExponentialFamily {

    /** The name in {@code audit.yaml}: {@code bernoulli}, {@code poisson}, {@code gaussian}, … */
    String name();

    /**
     * Whether the cumulants are known in closed form. If not (a user statistic), {@link #cumulant} and the tilted moments throw {@link
     * UnsupportedOperationException}: moments are fitted and weights normalised on the rows.
     */
    default boolean parametric() {
        return true;
    }

    /** How many columns of the table W takes: 1, or the length of a vector. */
    int columns();

    /** q, the dimension of T. */
    int dimension();

    /** How component k of T is called in the label of a parameter; empty where there is only one. */
    String component(int k);

    /**
     * T(w).
     *
     * @param w the values of the columns; a level of a categorical variable is its index
     */
    void statistic(double[] w, double[] t);

    /** Why w is outside the support ({@code must be 0 or 1}), or null where it is inside. */
    @Nullable
    String refuse(double[] w);

    /** {@code h(eta + s) - h(eta)}, the cumulant generating function of T at s; infinite where eta + s leaves the domain. */
    double cumulant(double[] mean, double[] s);

    /** E[T] under the law tilted by s; NaN, like the two below, where eta + s leaves the domain. */
    void tiltedMean(double[] mean, double[] s, double[] out);

    /** Cov[T] under the law tilted by s. */
    void tiltedCovariance(double[] mean, double[] s, double[] out);

    /** Third cumulant of T under the law tilted by s. */
    void tiltedThird(double[] mean, double[] s, double[] out);

    /**
     * The law of the same kind whose scale is that of other rows. A Gaussian's statistic is {@code T = A w}, where A comes from the conditional
     * covariance of w.
     *
     * @param covariance the residual covariance of this law's T over those rows, q*q, positive definite
     * @param map filled with the q*q matrix that turns this law's T into that of the new law
     * @throws UnsupportedOperationException if the family has no scale of its own
     */
    default ExponentialFamily rescaled(double[] covariance, double[] map) {
        throw new UnsupportedOperationException(name());
    }

    /** The largest t (infinite where there is none) such that the law tilted by r * direction exists for all 0 &lt;= r &lt; t. */
    double reach(double[] mean, double[] direction);
}
