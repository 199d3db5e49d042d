package org.shiftbed.audit.family;

import java.util.ArrayList;
import java.util.List;
import org.shiftbed.base.UserError;

/** Shifts in words and numbers, and back from wanted numbers to a shift (parametric-robustness 6). */
public final class Effects {
    private Effects() {}

    /**
     * What a shift does to one conditional law.
     *
     * @param family the law's family
     * @param variable how the variable is called
     * @param axes on which the values of its columns lie; empty where all hold numbers
     * @param mean E[T|z] before the shift, q values
     * @param covariance Cov[T|z], q*q row-major; read for a user statistic only, whose change is told to first order
     * @param s the shift of the natural parameter, q values
     */
    public static Effect of(
            ExponentialFamily family,
            String variable,
            List<Axis> axes,
            double[] mean,
            double[] covariance,
            double[] s) {
        return family instanceof Law law
                ? law.effect(new Told(variable, axes), mean, s)
                : firstOrder(family, variable, mean, covariance, s);
    }

    /**
     * What a shift of 1 does, as a clause: {@code odds of O=1 times 2.72}, {@code mean of age by 14.8, one conditional standard deviation}.
     *
     * @param axes as above
     */
    public static String one(ExponentialFamily family, String variable, List<Axis> axes) {
        return family instanceof Law law
                ? law.one(new Told(variable, axes))
                : "law of " + variable + " tilted by e to the power of its statistic";
    }

    private static Effect firstOrder(
            ExponentialFamily family, String variable, double[] mean, double[] covariance, double[] s) {
        int q = family.dimension();
        List<Effect.Figure> figures = new ArrayList<>();
        List<String> clauses = new ArrayList<>();
        for (int k = 0; k < q; k++) {
            double after = mean[k];
            for (int j = 0; j < q; j++) {
                after += covariance[k * q + j] * s[j];
            }
            String label = family.component(k).isEmpty() ? "statistic of " + variable : family.component(k);
            figures.add(new Effect.Figure("mean of " + label, mean[k], after));
            clauses.add(Words.move("the mean of " + label, mean[k], after));
        }
        return new Effect(String.join(", ", clauses) + " (first order)", figures);
    }

    /**
     * The shift of the natural parameter after which a law meets its targets. Parts without a target keep their odds, mean or standard
     * deviation.
     *
     * @param place where the targets stand, for the error
     * @param mean E[T|z] before the shift
     * @param wanted targets that name this variable and the same values of its parents, at least one; of a vector or of
     *     shares a mean names its column
     * @return s, q values
     * @throws UserError if the family takes no such target, its value is outside the range, or no finite shift leads there
     */
    public static double[] towards(String place, ExponentialFamily family, double[] mean, List<Target> wanted) {
        if (family instanceof Law law) {
            return law.towards(place, mean, wanted);
        }
        throw new UserError(place + ": " + wanted.get(0) + ": a user statistic takes no target; give delta");
    }
}
