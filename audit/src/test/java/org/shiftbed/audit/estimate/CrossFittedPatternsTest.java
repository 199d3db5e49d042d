package org.shiftbed.audit.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.shiftbed.audit.family.ExponentialFamily;
import org.shiftbed.audit.family.Families;
import org.shiftbed.audit.family.FamilyOptions;
import org.shiftbed.audit.form.Forms;
import org.shiftbed.audit.form.Parent;
import org.shiftbed.audit.nuisance.Features;
import org.shiftbed.audit.nuisance.Groups;

/** Means of patterns fitted out of fold: there the covariance term does not cancel inside a pattern, and its sign can be seen. */
class CrossFittedPatternsTest {
    private static final int FOLDS = 3;

    @Test
    void theHessianIsTheFormulaWithOutOfFoldMeans() {
        int n = 240;
        Random random = new Random(7);
        double[] z = new double[n];
        double[] w = new double[n];
        double[] loss = new double[n];
        for (int r = 0; r < n; r++) {
            z[r] = random.nextInt(2);
            w[r] = random.nextDouble() < 0.3 + 0.4 * z[r] ? 1 : 0;
            loss[r] = random.nextDouble() + w[r] * z[r];
        }
        QuadraticLoss found = estimate(w, z, loss);
        double[] mean = outOfFold(w, z);
        double[] fittedLoss = outOfFold(loss, z);
        double[] squares = new double[n];
        for (int r = 0; r < n; r++) {
            squares[r] = (w[r] - mean[r]) * (w[r] - mean[r]);
        }
        double[] variance = outOfFold(squares, z);
        double[] gradient = new double[2];
        double[] hessian = new double[2];
        for (int r = 0; r < n; r++) {
            gradient[(int) z[r]] += (loss[r] - fittedLoss[r]) * (w[r] - mean[r]) / n;
            hessian[(int) z[r]] += (loss[r] - fittedLoss[r]) * (squares[r] - variance[r]) / n;
        }
        for (int k = 0; k < 2; k++) {
            assertThat(found.gradient()[k]).isCloseTo(gradient[k], within(1e-14));
            assertThat(found.hessian()[k][k]).isCloseTo(hessian[k], within(1e-14));
        }
    }

    private static QuadraticLoss estimate(double[] w, double[] z, double[] loss) {
        UnitsBuilder builder =
                new UnitsBuilder(new UnitsBuilder.Layout(new int[] {0, 0}, FOLDS, false, false, 1, false));
        builder.add(w.length, new double[][] {w, z}, loss, null, null, null);
        ExponentialFamily family = Families.require("test", "bernoulli", FamilyOptions.of("w"));
        ShiftingVariable variable = new ShiftingVariable(
                "w",
                family,
                Forms.require("test", "per-value", family, List.of(Parent.values("z", 0, 1)), null),
                w,
                new double[][] {z},
                null,
                Groups.of(Arrays.stream(z).mapToInt(value -> (int) value).toArray(), 2),
                true,
                new Features().number("z", z),
                null);
        List<ShiftingVariable> variables = List.of(variable);
        return new Estimator(
                        builder.build().first(),
                        variables,
                        Parameters.of(variables, Collections.singletonList(null)),
                        new Settings(Settings.Mode.GROUP, 1, 0, Settings.CrossFit.ON, Settings.Centring.PAIR))
                .quadratic();
    }

    /** For every row the mean of the rows of its pattern in the other folds. */
    private static double[] outOfFold(double[] values, double[] z) {
        double[] means = new double[values.length];
        for (int r = 0; r < means.length; r++) {
            double sum = 0;
            int count = 0;
            for (int other = 0; other < means.length; other++) {
                if (other % FOLDS != r % FOLDS && z[other] == z[r]) {
                    sum += values[other];
                    count++;
                }
            }
            means[r] = sum / count;
        }
        return means;
    }
}
