package org.shiftbed.shift;

/**
 * The joint of label and attribute with a partial correlation ({@code controlled-shifts.md} 1.8): rho times the joint of the pairs, and 1 - rho
 * times the joint of independence.
 */
final class CorrelatedTable {
    private CorrelatedTable() {}

    /**
     * For a one-to-one pairing of K label values with K attribute values and uniform margins, Cramér's V of the result is rho.
     *
     * @param pool rows of the pool, a row a label value, a column a value of the attribute
     * @param paired the pairs, of the same form, at least one
     * @param rho in [0, 1]
     * @param uniformPairs whether all pairs count alike; else as often as they are in the pool
     * @param uniformIndependent whether all cells count alike under independence; else the product of the pool's margins
     * @return the shares, summing to 1; NaN where the pool has no row that they could be taken from
     */
    static double[][] of(
            double[][] pool, boolean[][] paired, double rho, boolean uniformPairs, boolean uniformIndependent) {
        int rows = pool.length;
        int columns = pool[0].length;
        double[] labels = new double[rows];
        double[] values = new double[columns];
        double total = 0;
        double pairs = 0;
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                labels[i] += pool[i][j];
                values[j] += pool[i][j];
                total += pool[i][j];
                pairs += paired[i][j] ? (uniformPairs ? 1 : pool[i][j]) : 0;
            }
        }
        double[][] shares = new double[rows][columns];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                if (rho > 0 && paired[i][j]) {
                    shares[i][j] += rho * (uniformPairs ? 1 : pool[i][j]) / pairs;
                }
                if (rho < 1) {
                    double independent =
                            uniformIndependent ? 1.0 / rows / columns : labels[i] / total * (values[j] / total);
                    shares[i][j] += (1 - rho) * independent;
                }
            }
        }
        return shares;
    }
}
