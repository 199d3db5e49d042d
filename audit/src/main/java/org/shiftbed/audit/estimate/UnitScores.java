package org.shiftbed.audit.estimate;

/** {@link Scores} without a base: all of x_i is worked out anew in each unit. */
final class UnitScores implements Scores {
    private static final int[] NO_ROWS = {};
    private static final double[] NO_BASE = {};

    private final ShiftingVariable variable;
    private final Nuisances nuisances;
    private final int index;
    private final boolean squared;
    private final Directions directions;
    private final double[] eps;
    private double[] values = new double[0];

    UnitScores(ShiftingVariable variable, Nuisances nuisances, int index, boolean squared) {
        this.variable = variable;
        this.nuisances = nuisances;
        this.index = index;
        this.squared = squared;
        directions = new Directions(variable);
        eps = new double[variable.dimension()];
    }

    @Override
    public void load(int u) {
        directions.load(u);
        for (int k = 0; k < eps.length; k++) {
            eps[k] = variable.statistic().at(u, k) - nuisances.mean(index, k, u);
        }
        int[][] used = directions.used();
        if (values.length != used.length) {
            values = new double[used.length];
        }
        for (int r = 0; r < values.length; r++) {
            double sum = 0;
            for (int k : used[r]) {
                sum += directions.values()[r * eps.length + k] * eps[k];
            }
            values[r] = squared ? sum * sum : sum;
        }
    }

    @Override
    public int[] rows() {
        return directions.rows();
    }

    @Override
    public double[] values() {
        return values;
    }

    @Override
    public int stratum() {
        return 0;
    }

    @Override
    public int strata() {
        return 1;
    }

    @Override
    public int[] baseRows(int stratum) {
        return NO_ROWS;
    }

    @Override
    public double[] base(int stratum) {
        return NO_BASE;
    }
}
