package org.shiftbed.audit.baseline;

import java.util.List;
import org.shiftbed.audit.estimate.Estimator;
import org.shiftbed.audit.estimate.ShiftingVariable;
import org.shiftbed.audit.nuisance.Features;
import org.shiftbed.audit.nuisance.Fitted;
import org.shiftbed.audit.nuisance.GroupMeans;
import org.shiftbed.audit.nuisance.Groups;
import org.shiftbed.audit.nuisance.LeastSquares;
import org.shiftbed.audit.nuisance.Regression;
import org.shiftbed.audit.nuisance.Sample;

/** Shifting variables and their parents as what a loss is regressed on. */
final class Columns {
    /** Rows that a cell must have on average for a table of means; with fewer a polynomial of degree 2 stands for it. */
    private static final int ROWS_PER_CELL = 10;
    /** Features up to which a polynomial has products of two. */
    private static final int MOST_FOR_PRODUCTS = 20;

    private static final int MOST_LEVELS = 100;

    private final Estimator estimator;

    Columns(Estimator estimator) {
        this.estimator = estimator;
    }

    /** Whether a variable and its parents have few enough values for a table. */
    boolean discrete(ShiftingVariable variable) {
        if (variable.patterns() == null) {
            return false;
        }
        Codes levels = codes(MOST_LEVELS).statistic(variable);
        return !levels.over() && (long) levels.count() * variable.patterns().count() <= mostCells();
    }

    /** The pattern of the parents; rows in which the variable is not known form a pattern of their own, which stays as it is. */
    Groups given(ShiftingVariable variable) {
        return codes(Long.MAX_VALUE).observed(variable).patterns(variable).groups();
    }

    /** The value of the variable, one for all rows in which it is not known. */
    Groups levels(ShiftingVariable variable) {
        return codes(Long.MAX_VALUE).observed(variable).statistic(variable).groups();
    }

    /** E[l | variables and their parents] in every unit, from the rows of other folds. */
    Fitted mean(List<ShiftingVariable> variables) {
        double[] target = new double[estimator.units().size()];
        for (int u = 0; u < target.length; u++) {
            target[u] = estimator.units().loss()[u] / estimator.units().weight()[u];
        }
        Codes codes = codes(mostCells());
        for (ShiftingVariable variable : variables) {
            codes.observed(variable).parents(variable).statistic(variable);
        }
        if (!codes.over()) {
            return new GroupMeans(codes.groups(), sample()).fit(target);
        }
        Features features = new Features();
        for (ShiftingVariable variable : variables) {
            features = features.with(variable.features());
            for (int k = 0; k < variable.dimension(); k++) {
                features.number("\u0000" + variable.name() + k, component(variable, k));
            }
        }
        return polynomial(features).fit(target);
    }

    /** The regression on the parents of a variable. */
    Regression onParents(ShiftingVariable variable) {
        Groups patterns = variable.patterns();
        return patterns != null ? new GroupMeans(patterns, sample()) : polynomial(variable.features());
    }

    private Regression polynomial(Features given) {
        // A baseline regresses over all rows, those included in which a parent is not known.
        Features features = given.filled();
        double[][] linear = features.polynomial(1);
        double[][] all = linear.length <= MOST_FOR_PRODUCTS ? features.polynomial(2) : linear;
        return new LeastSquares(all, 0, sample());
    }

    private static double[] component(ShiftingVariable variable, int k) {
        int q = variable.dimension();
        double[] values = new double[variable.statistic().size()];
        for (int u = 0; u < values.length; u++) {
            values[u] = variable.observes(u) ? variable.statistic().at(u, k) : 0;
        }
        return values;
    }

    private long mostCells() {
        return Math.max(2, estimator.units().rows() / ROWS_PER_CELL);
    }

    private Codes codes(long limit) {
        return new Codes(estimator.units().size(), limit);
    }

    private Sample sample() {
        return new Sample(
                estimator.units().weight(),
                estimator.units().fold(),
                estimator.units().folds(),
                null);
    }
}
