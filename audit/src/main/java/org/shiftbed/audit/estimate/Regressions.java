package org.shiftbed.audit.estimate;

import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.family.ExponentialFamily;
import org.shiftbed.audit.nuisance.Fitted;
import org.shiftbed.audit.nuisance.GeneralisedLinear;
import org.shiftbed.audit.nuisance.GeneralisedLinear.Link;
import org.shiftbed.audit.nuisance.GroupMeans;
import org.shiftbed.audit.nuisance.Groups;
import org.shiftbed.audit.nuisance.LeastSquares;
import org.shiftbed.audit.nuisance.Regression;
import org.shiftbed.audit.nuisance.Sample;

/** Chooses the regression for the parents of one variable, or of two. */
final class Regressions {
    private final Units units;
    private final Settings settings;

    Regressions(Units units, Settings settings) {
        this.units = units;
        this.settings = settings;
    }

    /** On the parents of one variable. */
    Regression on(ShiftingVariable variable) {
        if (grouped(variable)) {
            return new GroupMeans(groups(variable), sample(true, variable.observed()));
        }
        return new LeastSquares(
                variable.features().polynomial(settings.degree()),
                settings.penalty(),
                sample(false, variable.observed()));
    }

    /** On the union of the parents of two variables. */
    Regression on(ShiftingVariable one, ShiftingVariable two) {
        boolean @Nullable [] both = both(one, two);
        if (grouped(one) && grouped(two)) {
            return new GroupMeans(groups(one).with(groups(two)), sample(true, both));
        }
        return new LeastSquares(
                one.features().with(two.features()).polynomial(settings.degree()),
                settings.penalty(),
                sample(false, both));
    }

    /** The conditional mean of the statistic, one fit a component. */
    Fitted[] means(ShiftingVariable variable, Regression regression) {
        int q = variable.dimension();
        double[][] targets = new double[q][units.size()];
        for (int u = 0; u < units.size(); u++) {
            for (int k = 0; k < q; k++) {
                targets[k][u] = variable.statistic().at(u, k);
            }
        }
        if (generalised(variable)) {
            Link link = variable.family().name().equals("poisson") ? Link.LOG : Link.SOFTMAX;
            return new GeneralisedLinear(
                            variable.features().polynomial(settings.degree()), link, sample(false, variable.observed()))
                    .fit(targets);
        }
        Fitted[] fitted = new Fitted[q];
        for (int k = 0; k < q; k++) {
            fitted[k] = regression.fit(targets[k]);
        }
        return fitted;
    }

    /** Whether the mean comes from a generalised linear model, and with it the covariance from the family. */
    boolean generalised(ShiftingVariable variable) {
        if (grouped(variable)) {
            return false;
        }
        ExponentialFamily family = variable.family();
        boolean fits = switch (family.name()) {
            case "bernoulli", "categorical", "poisson" -> true;
            default -> false;
        };
        return fits && (settings.mode() == Settings.Mode.GLM || settings.mode() == Settings.Mode.AUTO);
    }

    private boolean grouped(ShiftingVariable variable) {
        return switch (settings.mode()) {
            case NONE -> true;
            case AUTO, GROUP -> variable.patterns() != null;
            case LEAST_SQUARES, GLM -> variable.parents().length == 0;
        };
    }

    private Groups groups(ShiftingVariable variable) {
        Groups patterns = variable.patterns();
        return settings.mode() == Settings.Mode.NONE || patterns == null ? Groups.one(units.size()) : patterns;
    }

    private Sample sample(boolean means, boolean @Nullable [] used) {
        boolean cross = switch (settings.crossFit()) {
            case ON -> true;
            case OFF -> false;
            case AUTO -> !means;
        };
        return new Sample(units.weight(), units.fold(), cross && severalFolds(used) ? units.folds() : 1, used);
    }

    /**
     * Where all rows are of one fold, there are none outside of it to learn from, and a fit on the rows themselves stands in. With n rows and p features
     * its covariances are too small by p/n; those of a fit out of fold inside of it would be too large by as much, and rows that are to confirm a harm
     * must not make more of it than there is.
     */
    private boolean severalFolds(boolean @Nullable [] used) {
        int first = -1;
        for (int u = 0; u < units.size(); u++) {
            if ((used == null || used[u]) && units.weight()[u] > 0) {
                if (first >= 0 && units.fold()[u] != first) {
                    return true;
                }
                first = units.fold()[u];
            }
        }
        return false;
    }

    private static boolean @Nullable [] both(ShiftingVariable one, ShiftingVariable two) {
        boolean[] first = one.observed();
        boolean[] second = two.observed();
        if (first == null || second == null) {
            return first == null ? second : first;
        }
        boolean[] both = new boolean[first.length];
        for (int u = 0; u < both.length; u++) {
            both[u] = first[u] && second[u];
        }
        return both;
    }
}
