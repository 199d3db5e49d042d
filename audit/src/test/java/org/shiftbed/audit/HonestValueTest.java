package org.shiftbed.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.shiftbed.audit.estimate.Estimator;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.audit.spec.BudgetSpec;
import org.shiftbed.audit.spec.LossSpec;
import org.shiftbed.audit.spec.ShiftSpec;
import org.shiftbed.base.Seed;
import org.shiftbed.data.table.Column;
import org.shiftbed.data.table.Table;
import org.shiftbed.data.table.TableScan;

class HonestValueTest {
    private static final int FOLDS = 5;

    /** The folds of a table of fair coins, whose loss grows by an effect with each head. */
    private static final class Folds {
        private final List<Metric> inside = new ArrayList<>();
        private final List<Metric> outside = new ArrayList<>();
        private final Search search;

        Folds(int coins, int rows, double effect, long table) {
            SplittableRandom random = Seed.of("coins").child(table).random();
            List<Column> columns = new ArrayList<>();
            List<ShiftSpec> shifts = new ArrayList<>();
            double[] loss = random.doubles(rows).toArray();
            for (int j = 0; j < coins; j++) {
                int[] coin = random.ints(rows, 0, 2).toArray();
                columns.add(new Column.Ints("coin" + j, coin));
                shifts.add(ShiftSpec.of("coin" + j).withFamily("bernoulli"));
                for (int r = 0; r < rows; r++) {
                    loss[r] += effect * coin[r];
                }
            }
            columns.add(new Column.Doubles("loss", loss));
            AuditSpec spec = AuditSpec.of(LossSpec.column("loss"), shifts.toArray(ShiftSpec[]::new));
            Prepared prepared;
            try (TableScan scan = TableScan.of(new Table(columns), Map.of())) {
                prepared = Preparation.of(scan, spec, LossSource.of(spec, scan), false);
            }
            Estimator estimator = prepared.estimator(1, 0);
            int[] fold = estimator.units().fold();
            for (int k = 0; k < FOLDS; k++) {
                int one = k;
                inside.add(new AverageMetric(estimator.select(IntStream.range(0, fold.length)
                        .filter(u -> fold[u] == one)
                        .toArray())));
                outside.add(new AverageMetric(estimator.select(IntStream.range(0, fold.length)
                        .filter(u -> fold[u] != one)
                        .toArray())));
            }
            List<String> labels = estimator.parameters().labels();
            search = new Search(
                    BudgetSpec.ball(1), labels, labels, estimator.information(), estimator.gradientErrors(), 1);
        }

        HonestValue.Value honest(double radius) {
            return new HonestValue(inside, outside, search).at(radius);
        }

        /** The error as if folds were independent. */
        double independent(double radius) {
            double variance = 0;
            double total = 0;
            for (int k = 0; k < FOLDS; k++) {
                double weight = inside.get(k).estimator().units().total();
                double error = inside.get(k)
                        .taylor(outside.get(k).worst(search, radius).delta())
                        .standardError();
                total += weight;
                variance += weight * weight * error * error;
            }
            return Math.sqrt(variance) / total;
        }
    }

    /** What the search finds is luck; each fold takes part in the direction that the others are judged by. */
    @Test
    void theErrorKnowsThatFoldsChooseForEachOther() {
        int tables = 250;
        double sum = 0;
        double squares = 0;
        double errors = 0;
        double independent = 0;
        for (int t = 0; t < tables; t++) {
            Folds folds = new Folds(6, 300, 0, t);
            HonestValue.Value found = folds.honest(1.5);
            sum += found.value() - 0.5;
            squares += (found.value() - 0.5) * (found.value() - 0.5);
            errors += found.error() / tables;
            independent += folds.independent(1.5) / tables;
        }
        double sd = Math.sqrt((squares - sum * sum / tables) / (tables - 1));
        assertThat(sum / tables).isCloseTo(0, within(4 * sd / Math.sqrt(tables)));
        assertThat(errors / sd).isBetween(0.9, 1.1);
        assertThat(independent / errors).isLessThan(0.9);
    }

    @Test
    void aClearDirectionLeavesFoldsAllButIndependent() {
        Folds folds = new Folds(3, 3000, 0.6, 1);
        assertThat(folds.honest(1).error() / folds.independent(1)).isBetween(1.0, 1.01);
    }

    @Test
    void oneParameterHasNothingToChooseButItsSign() {
        Folds folds = new Folds(1, 300, 0.2, 1);
        // Sixty rows a fold, whose one mean takes one of them.
        assertThat(folds.honest(1).error()).isCloseTo(folds.independent(1) * Math.sqrt(60 / 59.0), within(1e-15));
    }
}
