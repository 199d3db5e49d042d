package org.shiftbed.audit.worst;

import java.util.List;
import org.shiftbed.base.UserError;

/**
 * All shifts with {@code lower_k <= d_k <= upper_k} and, where the radius is finite, also {@code norm(d) <= radius}
 * (parametric-robustness 4.3). With an infinite radius every limit must be finite.
 *
 * <p>Not convex in general: exact where the limited parameters are few or do not interact, bounds from both sides otherwise; see
 * {@link BoxSolver}.
 */
public final class Box implements Budget {
    private final double[] lower;
    private final double[] upper;

    /**
     * @param lower p numbers or minus infinity
     * @param upper p numbers or plus infinity, none below its lower limit
     */
    public Box(double[] lower, double[] upper) {
        if (lower.length != upper.length) {
            throw new IllegalArgumentException(lower.length + " lower limits, " + upper.length + " upper limits");
        }
        this.lower = lower.clone();
        this.upper = upper.clone();
    }

    /** The lower limits, a copy. */
    public double[] lower() {
        return lower.clone();
    }

    /** The upper limits, a copy. */
    public double[] upper() {
        return upper.clone();
    }

    @Override
    public BoxSolver on(Quadratic gain) {
        if (lower.length != gain.size()) {
            throw new UserError("box: needs one pair of limits for each of the " + gain.size() + " parameters, found "
                    + lower.length + "; the order is " + String.join(", ", gain.labels()));
        }
        for (int k = 0; k < lower.length; k++) {
            if (!(lower[k] <= upper[k])
                    || lower[k] == Double.POSITIVE_INFINITY
                    || upper[k] == Double.NEGATIVE_INFINITY) {
                throw new UserError(
                        "box: the lower limit of '" + gain.labels().get(k) + "' must be at most the upper one, found "
                                + lower[k] + " and " + upper[k] + "; exchange or widen them");
            }
        }
        return new BoxSolver(lower, upper, gain);
    }

    @Override
    public Box keep(int[] kept, List<String> labels) {
        boolean[] stays = new boolean[lower.length];
        double[] keptLower = new double[kept.length];
        double[] keptUpper = new double[kept.length];
        for (int i = 0; i < kept.length; i++) {
            stays[kept[i]] = true;
            keptLower[i] = lower[kept[i]];
            keptUpper[i] = upper[kept[i]];
        }
        for (int k = 0; k < lower.length; k++) {
            if (!stays[k] && !(lower[k] <= 0 && upper[k] >= 0)) {
                throw new UserError("box: '" + labels.get(k) + "' is frozen at 0, which its limits " + lower[k]
                        + " and " + upper[k] + " forbid; widen them or let it move");
            }
        }
        return new Box(keptLower, keptUpper);
    }
}
