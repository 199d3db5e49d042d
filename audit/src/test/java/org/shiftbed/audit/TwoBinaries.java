package org.shiftbed.audit;

import java.util.List;
import java.util.SplittableRandom;
import org.shiftbed.audit.estimate.QuadraticLoss;
import org.shiftbed.audit.spec.ShiftSpec;
import org.shiftbed.data.table.Column;
import org.shiftbed.data.table.Table;

/** Two dependent binaries with an error rate for each of their four states (parametric-robustness 8.5), as a law and as tables. */
final class TwoBinaries {
    static final double[][] ERRORS = {{0.05, 0.15}, {0.15, 0.60}};
    /** The share of rows that a second average counts; an error counts only among those. */
    static final double[][] COUNTED = {{0.5, 0.8}, {0.7, 0.9}};

    private static final double P_A = 0.4;
    private static final double[] P_B = {0.3, 0.6};

    private TwoBinaries() {}

    /** Both shift with one parameter each. */
    static ShiftSpec[] shifts() {
        return new ShiftSpec[] {
            ShiftSpec.of("A").withFamily("bernoulli"),
            ShiftSpec.of("B").withFamily("bernoulli").given("A").withForm(ShiftSpec.CONSTANT)
        };
    }

    /**
     * Columns A, B, error, counted, both (an error that counts) and household. Rows of a household share A, and every other one of them its luck.
     *
     * @param household rows of a household; 1 for independent rows
     */
    static Table draw(int rows, int household, SplittableRandom random) {
        int[] a = new int[rows];
        int[] b = new int[rows];
        int[] error = new int[rows];
        int[] counted = new int[rows];
        int[] both = new int[rows];
        int[] home = new int[rows];
        double luck = 0;
        for (int r = 0; r < rows; r++) {
            home[r] = r / household;
            if (r % household == 0) {
                a[r] = random.nextDouble() < P_A ? 1 : 0;
                luck = random.nextDouble();
            } else {
                a[r] = a[r - 1];
            }
            b[r] = random.nextDouble() < P_B[a[r]] ? 1 : 0;
            double own = household > 1 && r % 2 == 0 ? luck : random.nextDouble();
            error[r] = own < ERRORS[a[r]][b[r]] ? 1 : 0;
            counted[r] = random.nextDouble() < COUNTED[a[r]][b[r]] ? 1 : 0;
            both[r] = error[r] * counted[r];
        }
        return new Table(List.of(
                new Column.Ints("A", a),
                new Column.Ints("B", b),
                new Column.Ints("error", error),
                new Column.Ints("counted", counted),
                new Column.Ints("both", both),
                new Column.Ints("household", home)));
    }

    /** The mean of a rate under shifted log-odds, exactly. */
    static double exact(double[][] rate, double da, double db) {
        double sum = 0;
        for (int a = 0; a < 2; a++) {
            double pa = shifted(P_A, da);
            double pb = shifted(P_B[a], db);
            sum += (a == 1 ? pa : 1 - pa) * ((1 - pb) * rate[a][0] + pb * rate[a][1]);
        }
        return sum;
    }

    private static double shifted(double p, double s) {
        return 1 / (1 + (1 - p) / p * Math.exp(-s));
    }

    /** The second-order model of the exact mean, by differences. */
    static QuadraticLoss model(double[][] rate) {
        double e = 1e-3;
        double middle = exact(rate, 0, 0);
        double[] g = new double[2];
        double[][] h = new double[2][2];
        for (int k = 0; k < 2; k++) {
            double up = exact(rate, k == 0 ? e : 0, k == 1 ? e : 0);
            double down = exact(rate, k == 0 ? -e : 0, k == 1 ? -e : 0);
            g[k] = (up - down) / (2 * e);
            h[k][k] = (up - 2 * middle + down) / (e * e);
        }
        h[0][1] = (exact(rate, e, e) - exact(rate, e, -e) - exact(rate, -e, e) + exact(rate, -e, -e)) / (4 * e * e);
        h[1][0] = h[0][1];
        return new QuadraticLoss(middle, g, h);
    }

    /** The rate of errors that count. */
    static double[][] countedErrors() {
        double[][] rate = new double[2][2];
        for (int a = 0; a < 2; a++) {
            for (int b = 0; b < 2; b++) {
                rate[a][b] = ERRORS[a][b] * COUNTED[a][b];
            }
        }
        return rate;
    }
}
