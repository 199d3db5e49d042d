package org.shiftbed.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.shiftbed.audit.estimate.ImportanceSampling;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.ConditionResult;
import org.shiftbed.audit.result.ConditionResult.Outcome;
import org.shiftbed.audit.result.LossFacts;
import org.shiftbed.audit.result.RadiusResult;
import org.shiftbed.audit.result.Verdict;
import org.shiftbed.audit.result.Verdict.Grade;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.audit.spec.BudgetSpec;
import org.shiftbed.audit.spec.Direction;
import org.shiftbed.audit.spec.EstimationSpec;
import org.shiftbed.audit.spec.LossSpec;
import org.shiftbed.audit.spec.ShiftSpec;
import org.shiftbed.base.Seed;
import org.shiftbed.base.UserError;
import org.shiftbed.data.table.Column;
import org.shiftbed.data.table.Table;

class OtherRowsTest {
    private static final int ROWS = 4000;

    /** An error rate of 0.28 that grows by an effect with the first of many fair coins. */
    private static AuditResult coins(int coins, double effect, double radius) {
        SplittableRandom random = Seed.of("other rows").random();
        List<Column> columns = new ArrayList<>();
        List<ShiftSpec> shifts = new ArrayList<>();
        int[] first = new int[ROWS];
        for (int j = 0; j < coins; j++) {
            int[] coin = random.ints(ROWS, 0, 2).toArray();
            first = j == 0 ? coin : first;
            columns.add(new Column.Ints("coin" + j, coin));
            shifts.add(ShiftSpec.of("coin" + j).withFamily("bernoulli"));
        }
        double[] error = new double[ROWS];
        for (int r = 0; r < ROWS; r++) {
            error[r] = random.nextDouble() < 0.28 + effect * first[r] ? 1 : 0;
        }
        columns.add(new Column.Doubles("error", error));
        AuditSpec spec = AuditSpec.of(LossSpec.column("error"), shifts.toArray(ShiftSpec[]::new))
                .withBudget(BudgetSpec.ball(radius))
                .withEstimation(EstimationSpec.standard().withBootstrap(0));
        return Audit.run(spec, new Table(columns), "coins", Beside.nothing());
    }

    @Test
    void aWorstCaseMadeOfLuckIsNoConfirmedOne() {
        AuditResult result = coins(30, 0, 1.5);
        RadiusResult one = result.radii().get(0);
        double mean = result.loss().mean();
        // Without other rows one would believe it: an interval above the loss without a shift, and weighted rows that
        // repeat it.
        assertThat(one.estimate().low()).isGreaterThan(mean);
        assertThat(Math.abs(one.estimate().difference()))
                .isLessThan(3 * one.estimate().differenceError());
        assertThat(one.honest() - 1.96 * one.honestError()).isLessThan(mean);
        assertThat(one.estimate().verdict().grade()).isEqualTo(Grade.CAUTION);
        assertThat(one.estimate().verdict().reasons().get(0))
                .startsWith("Rows that did not choose the shift show " + Judge.number(one.honest()) + " (95% interval ")
                .contains("cannot be told from " + Judge.number(mean) + " without a shift");
        assertThat(result.headline())
                .contains("; but rows that did not choose the shift show " + Judge.number(one.honest()))
                .doesNotContain("agree");
        double between = (mean + one.estimate().low()) / 2;
        ConditionResult condition =
                Condition.parse("worst-loss > " + between + " at radius 1.5").of(result);
        assertThat(condition.outcome()).isEqualTo(Outcome.OPEN);
        assertThat(condition.low()).isLessThan(mean);
        assertThat(condition.sentence())
                .startsWith("The evidence does not suffice to tell whether 'worst-loss > ")
                .contains("the interval " + Judge.number(condition.low()) + " to " + Judge.number(condition.high()));
    }

    @Test
    void aRealWorstCaseStaysGood() {
        AuditResult result = coins(3, 0.4, 0.5);
        RadiusResult one = result.radii().get(0);
        assertThat(one.estimate().verdict().grade()).isEqualTo(Grade.GOOD);
        assertThat(result.headline()).endsWith("estimate and weighted rows agree.");
        ConditionResult condition = Condition.parse(
                        "worst-loss > " + result.loss().mean() + " at radius 0.5")
                .of(result);
        assertThat(condition.outcome()).isEqualTo(Outcome.HOLDS);
        assertThat(condition.sentence()).contains("lies wholly above");
    }

    @Test
    void whereTooFewRowsConfirmItTheConditionSaysHowFew() {
        AuditResult result = coins(1, 0.4, 4);
        RadiusResult one = result.radii().get(0);
        ConditionResult condition =
                Condition.parse("worst-loss > 0.1 at radius 4").of(result);
        assertThat(condition.outcome()).isEqualTo(Outcome.OPEN);
        assertThat(condition.reason())
                .contains("at radius 4", Judge.number(one.estimate().value()), "effective sample")
                .contains(String.format(
                        Locale.ROOT, "%.2g%%", 100 * one.estimate().importance().effectiveShare()));
    }

    @Test
    void aConditionThatNamesWhatIsGoodIsRefused() {
        LossSpec loss = LossSpec.column("error");
        Condition.parse("worst-loss > 0.9 at radius 1").requireMetric(loss, Direction.LARGER);
        Condition.parse("worst-metric < 0.9 at radius 1").requireMetric(loss, Direction.SMALLER);
        assertThatThrownBy(() -> Condition.parse("worst-loss < 0.9 at radius 1").requireMetric(loss, Direction.LARGER))
                .isInstanceOf(UserError.class)
                .hasMessage("--fail-if: a condition states what is bad, and of 'loss' larger is worse; write"
                        + " 'worst-loss > 0.9 at radius 1', found 'worst-loss < 0.9 at radius 1'");
        assertThatThrownBy(
                        () -> Condition.parse("worst-metric > 0.8 at radius 2").requireMetric(loss, Direction.SMALLER))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("smaller is worse; write 'worst-metric < 0.8 at radius 2'");
    }

    /** Half of the change makes a model poor even where the two differ by chance; the sentence then does not call it a contradiction. */
    @Test
    void aDifferenceWithinSamplingErrorIsNoContradictionInWords() {
        assertThat(judged(0.05).reasons().get(1))
                .contains("more than half of the change, which is within sampling error");
        assertThat(judged(0.01).reasons().get(1)).contains("contradict each other");
        assertThat(judged(0.05).grade()).isEqualTo(Grade.POOR);
        assertThat(judged(0.01).grade()).isEqualTo(Grade.POOR);
    }

    private static Verdict judged(double differenceError) {
        ImportanceSampling weighted =
                new ImportanceSampling(0.42, 0.42, 2000, 0.5, 1, 4, 0.002, 0.01, 0.01, 3, 0.42, 0.42, 0.01);
        return Judge.STANDARD.of(0.5, 0.4, weighted, differenceError, null, false);
    }

    @Test
    void theRulesOnNumbersInBothDirections() {
        LossFacts error = new LossFacts("error", true, 0.2844, 0.005, 0.2746, 0.2942, 0.95, 0, 1);
        LossFacts accuracy = new LossFacts("accuracy", false, 0.7156, 0.005, 0.7058, 0.7254, 0.95, 0, 1);
        assertThat(OtherRows.of(error, 0.2893, 0.0049).doubt(0.3004))
                .isEqualTo("rows that did not choose the shift show 0.2893 (95% interval 0.2797 to 0.2989) at it, which"
                        + " cannot be told from 0.2844 without a shift and falls short of the estimate 0.3004");
        assertThat(OtherRows.of(accuracy, 0.7107, 0.0049).doubt(0.6996))
                .contains("0.7011 to 0.7203", "cannot be told from 0.7156", "falls short of the estimate 0.6996");
        assertThat(OtherRows.of(error, 0.3200, 0.0049).doubt(0.3004)).isEmpty();
        assertThat(OtherRows.of(accuracy, 0.6800, 0.0049).doubt(0.6996)).isEmpty();
        assertThat(OtherRows.of(error, 0.3200, 0.0049).doubt(0.3404))
                .endsWith("at it, which falls short of the estimate 0.3404");
        // No folds; no shift.
        assertThat(OtherRows.of(error, Double.NaN, Double.NaN).doubt(0.3004)).isEmpty();
        assertThat(OtherRows.of(error, 0.2844, 0.0049).doubt(0.2844)).isEmpty();
    }
}
