package org.shiftbed.audit.estimate;

/** {@code sum_u c_u x(u)} of one variable, put to the places of its parameters. */
final class ScoreSums {
    private final Scores scores;
    private final int[] place;
    private final double[] into;
    private final double[] factors;

    /**
     * @param place by own parameter of the variable its position in {@code into}
     * @param into where the sums are added
     */
    ScoreSums(Scores scores, int[] place, double[] into) {
        this.scores = scores;
        this.place = place;
        this.into = into;
        factors = new double[scores.strata()];
    }

    /** Adds the loaded unit with its factor. */
    void add(double c) {
        int[] rows = scores.rows();
        double[] values = scores.values();
        for (int r = 0; r < rows.length; r++) {
            into[place[rows[r]]] += c * values[r];
        }
        factors[scores.stratum()] += c;
    }

    /** The sum of the factors in a stratum. */
    double factor(int stratum) {
        return factors[stratum];
    }

    /** Adds the bases; once, after the last unit. */
    void finish() {
        for (int s = 0; s < factors.length; s++) {
            int[] rows = scores.baseRows(s);
            double[] base = scores.base(s);
            for (int r = 0; r < rows.length; r++) {
                into[place[rows[r]]] += factors[s] * base[r];
            }
        }
    }
}
