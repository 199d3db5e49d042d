package org.shiftbed.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.shiftbed.audit.estimate.QuadraticLoss;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.RadiusResult;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.audit.spec.BudgetSpec;
import org.shiftbed.audit.spec.Direction;
import org.shiftbed.audit.spec.EstimationSpec;
import org.shiftbed.audit.spec.LossSpec;
import org.shiftbed.audit.spec.ShiftSpec;
import org.shiftbed.base.UserError;
import org.shiftbed.data.table.Table;

class RatioMetricTest {
    private static final Table ROWS = rows();

    private static Table rows() {
        Table table = Rows.twoBinaries(11, 1500, Rows.NO_SHIFT);
        double[] b = table.doubles("B");
        double[] error = table.doubles("error");
        SplittableRandom random = new SplittableRandom(12);
        double[] negative = new double[1500];
        double[] both = new double[1500];
        for (int r = 0; r < 1500; r++) {
            negative[r] = random.nextDouble() < 0.7 - 0.3 * b[r] ? 1 : 0;
            both[r] = negative[r] * error[r];
        }
        return Rows.of("A", table.doubles("A"), "B", b, "top", both, "bottom", negative);
    }

    private static AuditSpec of(LossSpec loss) {
        return AuditSpec.of(loss, ShiftSpec.of("B").given("A"))
                .withEstimation(EstimationSpec.standard().withBootstrap(0));
    }

    private static AuditSpec ratio() {
        return of(LossSpec.ratioOfColumns("top", "bottom"));
    }

    /** The exact average of a column under a shift: rows weighted by the ratio of probabilities of B given A. */
    private static double exact(String column, double[] d) {
        double[] a = ROWS.doubles("A");
        double[] b = ROWS.doubles("B");
        double[] values = ROWS.doubles(column);
        double[] rows = new double[2];
        double[] ones = new double[2];
        for (int r = 0; r < a.length; r++) {
            rows[(int) a[r]]++;
            ones[(int) a[r]] += b[r];
        }
        double sum = 0;
        for (int r = 0; r < a.length; r++) {
            int z = (int) a[r];
            double p = ones[z] / rows[z];
            sum += Math.exp(d[z] * b[r]) / (1 - p + p * Math.exp(d[z])) * values[r];
        }
        return sum / a.length;
    }

    private static double expanded(String column, double[] d) {
        double step = 1e-3;
        double here = exact(column, new double[2]);
        double up = exact(column, new double[] {step * d[0], step * d[1]});
        double down = exact(column, new double[] {-step * d[0], -step * d[1]});
        return here + (up - down) / (2 * step) + (up - 2 * here + down) / (2 * step * step);
    }

    @Test
    void valueAndCheckAreRatiosOfTheExactWeightedAverages() {
        AuditResult result = Rows.run(ratio().withBudget(BudgetSpec.ball(0.5, 1.5)), ROWS);
        double[] none = new double[2];
        assertThat(result.loss().mean()).isCloseTo(exact("top", none) / exact("bottom", none), within(1e-14));
        for (RadiusResult radius : result.radii()) {
            double[] d = radius.worst().delta();
            assertThat(radius.estimate().importance().selfNormalised())
                    .isCloseTo(exact("top", d) / exact("bottom", d), within(1e-12));
            assertThat(radius.estimate().value()).isCloseTo(expanded("top", d) / expanded("bottom", d), within(1e-6));
        }
    }

    private static QuadraticLoss model(String column) {
        AuditResult result = Rows.run(of(LossSpec.column(column)), ROWS);
        return new QuadraticLoss(result.loss().mean(), Rows.gradient(result), result.hessian());
    }

    @Test
    void theWorstCaseIsThatOfAFineGrid() {
        QuadraticLoss top = model("top");
        QuadraticLoss bottom = model("bottom");
        for (RadiusResult radius :
                Rows.run(ratio().withBudget(BudgetSpec.ball(0.5, 1.5)), ROWS).radii()) {
            double best = 0;
            for (int angle = 0; angle < 3600; angle++) {
                for (int share = 0; share <= 40; share++) {
                    double size = radius.radius() * share / 40;
                    double[] d = {size * Math.cos(angle * Math.PI / 1800), size * Math.sin(angle * Math.PI / 1800)};
                    best = Math.max(best, top.at(d) / bottom.at(d));
                }
            }
            assertThat(best).isLessThanOrEqualTo(radius.estimate().value() + 1e-12);
            assertThat(best).isCloseTo(radius.estimate().value(), within(1e-6));
        }
    }

    @Test
    void theStandardErrorIsThatOfResampledTables() {
        // A box of one point holds the shift fixed.
        AuditSpec fixed = ratio().withBudget(BudgetSpec.box(0.6, 0.6));
        RadiusResult at = Rows.run(fixed, ROWS).radii().get(0);
        assertThat(at.worst().delta()).containsExactly(0.6, 0.6);
        SplittableRandom random = new SplittableRandom(13);
        double[] values = new double[300];
        for (int k = 0; k < values.length; k++) {
            int[] drawn = random.ints(ROWS.rows(), 0, ROWS.rows()).toArray();
            values[k] = Audit.run(fixed, Rows.select(ROWS, drawn), "drawn", Beside.nothing())
                    .radii()
                    .get(0)
                    .estimate()
                    .value();
        }
        double mean = Rows.mean(values);
        double sd = Math.sqrt(
                Arrays.stream(values).map(x -> (x - mean) * (x - mean)).sum() / (values.length - 1));
        assertThat(at.estimate().standardError() / sd).isBetween(0.85, 1.15);
    }

    /** B is 1 in every other row, so that the denominator 0.05 + 0.9 B has the quadratic model 0.5 + 0.225 delta: 0.05 at -2, -0.4 at -4. */
    private static Table falling() {
        double[] b = new double[2000];
        double[] top = new double[b.length];
        double[] bottom = new double[b.length];
        for (int r = 0; r < b.length; r++) {
            b[r] = r % 2;
            top[r] = 0.1;
            bottom[r] = 0.05 + 0.9 * b[r];
        }
        return Rows.of("B", b, "top", top, "bottom", bottom);
    }

    private static AuditSpec fallingRatio() {
        return AuditSpec.of(LossSpec.ratioOfColumns("top", "bottom"), ShiftSpec.of("B"))
                .withWorse(Direction.LARGER)
                .withEstimation(EstimationSpec.standard().withBootstrap(0));
    }

    @Test
    void usualRadiiAtWhichTheRatioHasNoValueAreLeftOutWithANote() {
        AuditResult result = Rows.run(fallingRatio(), falling());
        assertThat(result.radii()).extracting(RadiusResult::radius).containsExactly(0.5, 1.0, 2.0);
        assertThat(result.radii().get(2).estimate().value()).isCloseTo(0.1 / 0.05, within(1e-9));
        assertThat(result.notes())
                .contains(
                        "Left out: at radius 4 the denominator of the ratio falls to -0.4000, so that the metric has no value.");
    }

    @Test
    void aRadiusAskedForAtWhichTheRatioHasNoValueIsRefusedByName() {
        assertThatThrownBy(() -> Rows.run(fallingRatio().withBudget(BudgetSpec.ball(1, 4)), falling()))
                .isInstanceOf(UserError.class)
                .hasMessage(
                        "budget: at radius 4 the denominator of the ratio falls to -0.4000, so that the metric has no value; give something smaller");
    }
}
