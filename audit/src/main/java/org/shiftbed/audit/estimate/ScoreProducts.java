package org.shiftbed.audit.estimate;

/**
 * {@code sum_u c_u x_i(u) x_j(u)'} of two variables, or of one with itself, put to the places of their parameters. With x = own part + base of the
 * stratum, the products of own parts are added at once; own parts are summed by the stratum of the other, and meet its base at the end.
 */
final class ScoreProducts {
    private final Scores one;
    private final Scores two;
    private final int[] placeOne;
    private final int[] placeTwo;
    private final double[][] into;
    private final boolean baseOne;
    private final boolean baseTwo;
    /** By stratum of the second variable, sums of the first one's own parts; and the other way round. */
    private final double[][] ownOne;

    private final double[][] ownTwo;
    /** By pair of strata, sums of factors. */
    private final double[][] factors;

    /**
     * @param placeOne by own parameter of the first variable its row in {@code into}
     * @param placeTwo by own parameter of the second variable its column
     * @param into where the sums are added
     */
    ScoreProducts(Scores one, int[] placeOne, Scores two, int[] placeTwo, double[][] into) {
        this.one = one;
        this.two = two;
        this.placeOne = placeOne;
        this.placeTwo = placeTwo;
        this.into = into;
        baseOne = hasBase(one);
        baseTwo = hasBase(two);
        ownOne = new double[two.strata()][placeOne.length];
        ownTwo = new double[one.strata()][placeTwo.length];
        factors = new double[one.strata()][two.strata()];
    }

    private static boolean hasBase(Scores scores) {
        boolean found = false;
        for (int s = 0; s < scores.strata(); s++) {
            found |= scores.baseRows(s).length > 0;
        }
        return found;
    }

    /** Adds the unit that is loaded in both, with its factor. */
    void add(double c) {
        int[] rowsOne = one.rows();
        int[] rowsTwo = two.rows();
        double[] valuesOne = one.values();
        double[] valuesTwo = two.values();
        int s = one.stratum();
        int t = two.stratum();
        for (int r = 0; r < rowsOne.length; r++) {
            double scaled = c * valuesOne[r];
            double[] row = into[placeOne[rowsOne[r]]];
            for (int b = 0; b < rowsTwo.length; b++) {
                row[placeTwo[rowsTwo[b]]] += scaled * valuesTwo[b];
            }
            if (baseTwo) {
                ownOne[t][rowsOne[r]] += scaled;
            }
        }
        if (baseOne) {
            double[] other = ownTwo[s];
            for (int b = 0; b < rowsTwo.length; b++) {
                other[rowsTwo[b]] += c * valuesTwo[b];
            }
            factors[s][t] += c;
        }
    }

    /** Adds what the bases bring; once, after the last unit. */
    void finish() {
        for (int s = 0; s < factors.length; s++) {
            // All of x_j in the stratum, own parts and bases, meets the base of x_i.
            double[] whole = ownTwo[s];
            for (int t = 0; t < factors[s].length; t++) {
                if (factors[s][t] != 0) {
                    addTo(whole, factors[s][t], two.baseRows(t), two.base(t));
                }
            }
            outer(one.baseRows(s), placeOne, one.base(s), whole, placeTwo);
        }
        for (int t = 0; t < ownOne.length; t++) {
            int[] rows = two.baseRows(t);
            double[] base = two.base(t);
            for (int a = 0; a < ownOne[t].length; a++) {
                double factor = ownOne[t][a];
                if (factor != 0) {
                    double[] row = into[placeOne[a]];
                    for (int b = 0; b < rows.length; b++) {
                        row[placeTwo[rows[b]]] += factor * base[b];
                    }
                }
            }
        }
    }

    private static void addTo(double[] sum, double factor, int[] rows, double[] base) {
        for (int r = 0; r < rows.length; r++) {
            sum[rows[r]] += factor * base[r];
        }
    }

    private void outer(int[] rows, int[] place, double[] base, double[] other, int[] otherPlace) {
        for (int r = 0; r < rows.length; r++) {
            double[] row = into[place[rows[r]]];
            for (int b = 0; b < other.length; b++) {
                if (other[b] != 0) {
                    row[otherPlace[b]] += base[r] * other[b];
                }
            }
        }
    }
}
