package org.shiftbed.audit.worst;

import java.util.ArrayList;
import java.util.List;
import org.shiftbed.base.UserError;

/**
 * All shifts that satisfy linear inequalities and, where the radius is finite, also {@code norm(d) <= radius}
 * (parametric-robustness 4.3). With an infinite radius the inequalities themselves must bound every parameter.
 *
 * @param limits in any order; together with a box by {@link #and}
 */
public record LinearLimits(List<LinearLimit> limits) implements Budget {

    public LinearLimits {
        limits = List.copyOf(limits);
    }

    /**
     * These limits and a box.
     *
     * @param labels the names of the parameters
     * @throws UserError where the box forbids no shift at all
     */
    public LinearLimits and(Box box, List<String> labels) {
        double[] lower = box.lower();
        double[] upper = box.upper();
        List<LinearLimit> all = new ArrayList<>(limits);
        for (int k = 0; k < lower.length; k++) {
            if (lower[k] > Double.NEGATIVE_INFINITY || upper[k] < Double.POSITIVE_INFINITY) {
                double[] unit = new double[lower.length];
                unit[k] = 1;
                all.add(new LinearLimit(labels.get(k), unit, lower[k], upper[k]));
            }
        }
        return new LinearLimits(all);
    }

    @Override
    public LimitsSolver on(Quadratic gain) {
        for (LinearLimit limit : limits) {
            if (limit.coefficients().length != gain.size()) {
                throw new UserError("limit '" + limit.name() + "': needs one coefficient for each of the " + gain.size()
                        + " parameters, found " + limit.coefficients().length + "; the order is "
                        + String.join(", ", gain.labels()));
            }
        }
        return new LimitsSolver(limits, gain);
    }

    @Override
    public LinearLimits keep(int[] kept, List<String> labels) {
        List<LinearLimit> rest = new ArrayList<>();
        for (LinearLimit limit : limits) {
            double[] whole = limit.coefficients();
            double[] part = new double[kept.length];
            for (int i = 0; i < kept.length; i++) {
                part[i] = whole[kept[i]];
            }
            if (Matrices.largest(part) > 0) {
                rest.add(new LinearLimit(limit.name(), part, limit.lower(), limit.upper()));
            }
        }
        return new LinearLimits(rest);
    }
}
