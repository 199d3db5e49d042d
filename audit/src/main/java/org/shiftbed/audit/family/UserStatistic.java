package org.shiftbed.audit.family;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.expression.Column;
import org.shiftbed.audit.expression.Expression;
import org.shiftbed.base.UserError;

/**
 * An exponential tilt by any statistic T(w), given by expressions in the columns (parametric-robustness 1.4). Its cumulants are not known
 * in closed form: {@link #parametric} is false, they are fitted and weights normalised on the rows, and the methods that ask for them throw
 * {@link UnsupportedOperationException}.
 */
final class UserStatistic implements ExponentialFamily {
    private final List<String> columns;
    private final List<String> labels;
    private final Expression expression;

    /** The single column of a variable is also called {@code w}. */
    UserStatistic(String place, String text, List<String> columns) {
        this.columns = List.copyOf(columns);
        boolean alias = columns.size() == 1 && !columns.contains("w");
        List<Column> known =
                new ArrayList<>(columns.stream().map(Column::number).toList());
        if (alias) {
            known.add(Column.number("w"));
        }
        this.expression = Expression.ofColumns(place, text, known);
        this.labels = Arrays.stream(text.split(";")).map(String::strip).toList();
        if (labels.size() != expression.components()) {
            throw new UserError(
                    place + " '" + text + "': a ';' inside quotes is not supported here; rename the column");
        }
    }

    @Override
    public String name() {
        return "statistic";
    }

    @Override
    public boolean parametric() {
        return false;
    }

    @Override
    public int columns() {
        return columns.size();
    }

    @Override
    public int dimension() {
        return expression.components();
    }

    @Override
    public String component(int k) {
        return dimension() == 1 ? "" : labels.get(k);
    }

    @Override
    public void statistic(double[] w, double[] t) {
        // The alias w is one more column with the same value.
        double[] values = columns.size() == 1 ? new double[] {w[0], w[0]} : w;
        expression.value(values, new double[0], t);
    }

    @Override
    public @Nullable String refuse(double[] w) {
        double[] t = new double[dimension()];
        statistic(w, t);
        for (int k = 0; k < t.length; k++) {
            if (!Double.isFinite(t[k])) {
                return "must have a finite statistic " + labels.get(k);
            }
        }
        return null;
    }

    private static UnsupportedOperationException notKnown() {
        return new UnsupportedOperationException("the cumulants of a user statistic are not known in closed form");
    }

    @Override
    public double cumulant(double[] mean, double[] s) {
        throw notKnown();
    }

    @Override
    public void tiltedMean(double[] mean, double[] s, double[] out) {
        throw notKnown();
    }

    @Override
    public void tiltedCovariance(double[] mean, double[] s, double[] out) {
        throw notKnown();
    }

    @Override
    public void tiltedThird(double[] mean, double[] s, double[] out) {
        throw notKnown();
    }

    /** Not known; on finitely many rows every tilt exists. */
    @Override
    public double reach(double[] mean, double[] direction) {
        return Double.POSITIVE_INFINITY;
    }
}
