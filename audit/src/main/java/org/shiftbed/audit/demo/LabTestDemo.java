package org.shiftbed.audit.demo;

import java.util.List;
import java.util.SplittableRandom;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.audit.spec.LossKind;
import org.shiftbed.audit.spec.LossSpec;
import org.shiftbed.audit.spec.ShiftSpec;
import org.shiftbed.base.Seed;
import org.shiftbed.data.table.Column;
import org.shiftbed.data.table.Table;

/**
 * The lab test (parametric-robustness 8.1): half of the patients are sick (Y = 1); a test is ordered (O = 1) with log-odds -1 + 2Y; its result L is
 * normal around Y - 1/2 with variance 1, and 0 where there is none. The predictor is the best one for these patients: log-odds 1 + L of being
 * sick with a test, -1 without.
 */
final class LabTestDemo implements Demo.Law {
    private static final int ROWS = 10_000;
    /** Of the trapezoidal rule, which for these integrands is exact to rounding from a step of 1/2 on. */
    private static final double STEP = 0.125;

    private static final double REACH = 12;

    @Override
    public Table table(Seed seed) {
        SplittableRandom random = seed.child("labtest").random();
        int[] y = new int[ROWS];
        int[] o = new int[ROWS];
        double[] l = new double[ROWS];
        double[] p = new double[ROWS];
        for (int r = 0; r < ROWS; r++) {
            y[r] = random.nextDouble() < 0.5 ? 1 : 0;
            o[r] = random.nextDouble() < Demo.sigmoid(2 * y[r] - 1) ? 1 : 0;
            l[r] = o[r] == 1 ? y[r] - 0.5 + normal(random) : 0;
            p[r] = Demo.sigmoid(o[r] == 1 ? 1 + l[r] : -1);
        }
        return new Table(List.of(
                new Column.Ints("Y", y),
                new Column.Ints("O", o),
                new Column.Doubles("L", l),
                new Column.Doubles("p", p)));
    }

    @Override
    public AuditSpec spec() {
        return AuditSpec.of(
                LossSpec.of(LossKind.LOG, "Y", "p"),
                ShiftSpec.of("O").withFamily("bernoulli").given("Y").withForm(ShiftSpec.PER_VALUE));
    }

    @Override
    public double loss(double[] delta) {
        Demo.requireParameters(delta, 2);
        double sum = 0;
        for (int y = 0; y < 2; y++) {
            double tested = Demo.sigmoid(2 * y - 1 + delta[y]);
            sum += tested * tested(y) + (1 - tested) * logLoss(y, -1);
        }
        return sum / 2;
    }

    /** The mean log loss of tested patients. */
    private static double tested(int y) {
        double sum = 0;
        for (double e = -REACH; e <= REACH; e += STEP) {
            sum += Math.exp(-e * e / 2) * logLoss(y, 1 + y - 0.5 + e);
        }
        return sum * STEP / Math.sqrt(2 * Math.PI);
    }

    private static double logLoss(int y, double logOdds) {
        double against = y == 1 ? -logOdds : logOdds;
        return Math.max(against, 0) + Math.log1p(Math.exp(-Math.abs(against)));
    }

    /** Box and Muller's cosine with strict functions, so that a seed means the same rows on every machine. */
    private static double normal(SplittableRandom random) {
        double radius = StrictMath.sqrt(-2 * StrictMath.log(1 - random.nextDouble()));
        return radius * StrictMath.cos(2 * Math.PI * random.nextDouble());
    }
}
