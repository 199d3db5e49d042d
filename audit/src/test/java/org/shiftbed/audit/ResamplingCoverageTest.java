package org.shiftbed.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.shiftbed.audit.estimate.Bootstrap;
import org.shiftbed.audit.estimate.Estimator;
import org.shiftbed.audit.estimate.QuadraticLoss;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.RadiusResult;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.audit.spec.BudgetSpec;
import org.shiftbed.audit.spec.LossSpec;
import org.shiftbed.audit.spec.ShiftSpec;
import org.shiftbed.base.Seed;
import org.shiftbed.data.table.Column;
import org.shiftbed.data.table.Table;
import org.shiftbed.data.table.TableScan;

/** Bootstrap intervals, the band over the radii, and the honest value of the worst case, over many tables (parametric-robustness 3.4). */
@Tag("slow")
class ResamplingCoverageTest {
    private static final int REPLICATES = 200;

    @Test
    void percentilesOfTheBootstrapHoldTheTruth() {
        int tables = 1000;
        double[] delta = {1, 1};
        AuditSpec spec = AuditSpec.of(LossSpec.column("error"), TwoBinaries.shifts());
        double truth = TwoBinaries.model(TwoBinaries.ERRORS).at(delta);
        int inside = 0;
        double spread = 0;
        double errors = 0;
        for (int t = 0; t < tables; t++) {
            Seed seed = Seed.of("percentiles").child(t);
            Prepared prepared;
            try (TableScan scan = TableScan.of(TwoBinaries.draw(500, 1, seed.random()), Map.of())) {
                prepared = Preparation.of(scan, spec, LossSource.of(spec, scan), true);
            }
            Estimator estimator = prepared.estimator(1, 0);
            double[] values = Arrays.stream(Bootstrap.replicates(estimator, prepared.rows(), 1, 0, REPLICATES, seed))
                    .mapToDouble(model -> model.at(delta))
                    .toArray();
            inside += Bootstrap.quantile(values, 0.025) <= truth && truth <= Bootstrap.quantile(values, 0.975) ? 1 : 0;
            spread += deviation(values);
            errors += estimator.taylor(delta).standardError();
        }
        double covered = (double) inside / tables;
        System.out.printf(
                Locale.ROOT,
                "bootstrap percentiles, n=500, delta=(1, 1): coverage %.4f (+- %.4f), spread over standard error %.3f%n",
                covered,
                Math.sqrt(covered * (1 - covered) / tables),
                spread / errors);
        assertThat(covered).isBetween(0.93, 0.965);
        assertThat(spread / errors).isBetween(0.95, 1.05);
    }

    private static double deviation(double[] values) {
        double mean = Arrays.stream(values).average().orElseThrow();
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        return Math.sqrt(squares / (values.length - 1));
    }

    @Test
    void theBandHoldsTheLossAtEveryWorstShiftAtOnce() {
        int tables = 500;
        AuditSpec spec =
                AuditSpec.of(LossSpec.column("error"), TwoBinaries.shifts()).withBudget(BudgetSpec.ball(0.5, 1, 2));
        QuadraticLoss truth = TwoBinaries.model(TwoBinaries.ERRORS);
        int inBand = 0;
        int inIntervals = 0;
        for (int t = 0; t < tables; t++) {
            AuditResult result = Audit.run(
                    spec, TwoBinaries.draw(1000, 1, Seed.of("band").child(t).random()), "drawn", Beside.nothing());
            boolean band = true;
            boolean intervals = true;
            for (RadiusResult radius : result.radii()) {
                double exact = truth.at(radius.worst().delta());
                band &= radius.bandLow() <= exact && exact <= radius.bandHigh();
                intervals &= radius.estimate().low() <= exact
                        && exact <= radius.estimate().high();
            }
            inBand += band ? 1 : 0;
            inIntervals += intervals ? 1 : 0;
        }
        double covered = (double) inBand / tables;
        System.out.printf(
                Locale.ROOT,
                "band over three radii, n=1000: coverage %.4f (+- %.4f), of the intervals together %.4f%n",
                covered,
                Math.sqrt(covered * (1 - covered) / tables),
                (double) inIntervals / tables);
        assertThat(covered).isBetween(0.92, 0.98);
        assertThat(inIntervals).isLessThanOrEqualTo(inBand);
    }

    /** Ten coins that the loss does not know: every shift leaves the mean at 0.5, and whatever the search finds is luck. */
    @Test
    void theHonestValueIsFreeOfTheLuckOfTheSearch() {
        int tables = 400;
        int rows = 1000;
        double insample = 0;
        double honest = 0;
        double squares = 0;
        int inside = 0;
        for (int t = 0; t < tables; t++) {
            SplittableRandom random = Seed.of("honest").child(t).random();
            List<Column> columns = new ArrayList<>();
            List<ShiftSpec> shifts = new ArrayList<>();
            for (int j = 0; j < 10; j++) {
                columns.add(new Column.Ints("coin" + j, random.ints(rows, 0, 2).toArray()));
                shifts.add(ShiftSpec.of("coin" + j).withFamily("bernoulli"));
            }
            columns.add(new Column.Doubles("loss", random.doubles(rows).toArray()));
            AuditSpec spec = AuditSpec.of(LossSpec.column("loss"), shifts.toArray(ShiftSpec[]::new))
                    .withBudget(BudgetSpec.ball(1));
            RadiusResult found = Audit.run(
                            spec.withEstimation(spec.estimation().withBootstrap(0)),
                            new Table(columns),
                            "drawn",
                            Beside.nothing())
                    .radii()
                    .get(0);
            insample += found.estimate().value() - 0.5;
            honest += found.honest() - 0.5;
            squares += (found.honest() - 0.5) * (found.honest() - 0.5);
            inside += Math.abs(found.honest() - 0.5) <= 1.959963984540054 * found.honestError() ? 1 : 0;
        }
        double error = Math.sqrt(squares) / tables;
        System.out.printf(
                Locale.ROOT,
                "ten idle coins, n=1000, radius 1: in-sample bias %.5f, honest bias %.5f (+- %.5f), honest interval covers %.4f%n",
                insample / tables,
                honest / tables,
                error,
                (double) inside / tables);
        assertThat(insample / tables).isGreaterThan(10 * error);
        assertThat(Math.abs(honest / tables)).isLessThan(3.5 * error);
        assertThat((double) inside / tables).isBetween(0.92, 0.98);
    }
}
