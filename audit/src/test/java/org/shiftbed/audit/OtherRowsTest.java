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

    /** Ten rows agree with themselves, whatever they are: neither grade nor condition takes them for evidence. */
    @Test
    void aFewRowsAreNoEvidence() {
        int[] coin = {0, 1, 0, 1, 0, 1, 0, 1, 0, 1};
        double[] loss = {0, 1, 0.1, 0.9, 0, 1, 0.1, 0.9, 0, 1};
        Table table = new Table(List.of(new Column.Ints("coin", coin), new Column.Doubles("loss", loss)));
        AuditSpec spec = AuditSpec.of(
                        LossSpec.column("loss"), ShiftSpec.of("coin").withFamily("bernoulli"))
                .withBudget(BudgetSpec.ball(0.5))
                .withEstimation(EstimationSpec.standard().withBootstrap(0));
        AuditResult result = Audit.run(spec, table, "coins", Beside.nothing());
        RadiusResult.ShiftEstimate estimate = result.radii().get(0).estimate();
        assertThat(estimate.importance().effectiveShare()).isGreaterThan(0.8);
        assertThat(estimate.verdict().grade()).isEqualTo(Grade.UNINFORMATIVE);
        assertThat(estimate.verdict().reasons()).anyMatch(reason -> reason.endsWith("too few to judge the estimate."));
        ConditionResult condition =
                Condition.parse("worst-loss > 5 at radius 0.5").of(result);
        assertThat(condition.outcome()).isEqualTo(Outcome.OPEN);
        assertThat(condition.reason()).startsWith("too few rows confirm the estimate");
    }

    @Test
    void rowsThatClearlyImproveAreSaidToGoTheOtherWay() {
        LossFacts loss = coins(1, 0.2, 1).loss();
        HonestValue.Value better = new HonestValue.Value(loss.mean() - 0.03, 0.01, -0.03, 0.005);
        assertThat(OtherRows.of(loss, better).doubt(loss.mean() + 0.1)).contains("goes the other way");
        HonestValue.Value open = new HonestValue.Value(loss.mean() - 0.003, 0.01, -0.003, 0.005);
        assertThat(OtherRows.of(loss, open).doubt(loss.mean() + 0.1))
                .contains("cannot be told from no change")
                .doesNotContain("other way");
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
        assertThat(one.honestChange()).isLessThan(1.96 * one.honestChangeError());
        assertThat(one.estimate().verdict().grade()).isEqualTo(Grade.CAUTION);
        assertThat(one.estimate().verdict().reasons().get(0))
                .startsWith("Rows that did not choose the shift show a change of "
                        + String.format(Locale.ROOT, "%+.4g", one.honestChange()) + " (95% interval ")
                .contains("cannot be told from no change");
        assertThat(result.headline())
                .contains("; but rows that did not choose the shift show a change of ")
                .doesNotContain("agree", "close");
        double between = (mean + one.estimate().low()) / 2;
        ConditionResult condition =
                Condition.parse("worst-loss > " + between + " at radius 1.5").of(result);
        assertThat(condition.outcome()).isEqualTo(Outcome.OPEN);
        assertThat(condition.low()).isLessThan(mean);
        assertThat(condition.sentence())
                .startsWith("The evidence does not suffice to tell whether 'worst-loss > ")
                .contains("the 95% interval " + Judge.number(result.loss().cut(condition.low())) + " to "
                        + Judge.number(result.loss().cut(condition.high())));
    }

    @Test
    void aRealWorstCaseStaysGood() {
        AuditResult result = coins(3, 0.4, 0.5);
        RadiusResult one = result.radii().get(0);
        assertThat(one.estimate().verdict().grade()).isEqualTo(Grade.GOOD);
        assertThat(result.headline())
                .endsWith("; " + Agreement.of(result.loss(), one.estimate()).words() + ".");
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
        LossFacts loss = new LossFacts("error", true, 0.4, 0.005, 0.39, 0.41, 0.95, 0, 1);
        return Judge.STANDARD.of(0.5, loss, weighted, differenceError, null, false, "the table");
    }

    @Test
    void theRulesOnNumbersInBothDirections() {
        LossFacts error = new LossFacts("error", true, 0.2844, 0.005, 0.2746, 0.2942, 0.95, 0, 1);
        LossFacts accuracy = new LossFacts("accuracy", false, 0.7156, 0.005, 0.7058, 0.7254, 0.95, 0, 1);
        assertThat(doubt(error, 0.0049, 0.0049, 0.3004))
                .isEqualTo("rows that did not choose the shift show a change of +0.004900 (95% interval -0.004704 to"
                        + " +0.01450) at it, which cannot be told from no change and falls short of the estimate's"
                        + " +0.01600");
        assertThat(doubt(accuracy, -0.0049, 0.0049, 0.6996))
                .contains("-0.01450 to +0.004704", "cannot be told from no change", "the estimate's -0.01600");
        assertThat(doubt(error, 0.0356, 0.0049, 0.3004)).isEmpty();
        assertThat(doubt(accuracy, -0.0356, 0.0049, 0.6996)).isEmpty();
        assertThat(doubt(error, 0.0356, 0.0049, 0.3404))
                .endsWith("at it, which falls short of the estimate's +0.05600");
        // Short by less than a tenth of the change counts as close, however small the error.
        assertThat(doubt(error, 0.0152, 0.0001, 0.3004)).isEmpty();
        assertThat(doubt(error, 0.0142, 0.0001, 0.3004)).endsWith("falls short of the estimate's +0.01600");
        // What has no number bears nothing out; no shift needs none.
        assertThat(doubt(error, Double.NaN, Double.NaN, 0.3004)).contains("have no number for it");
        assertThat(doubt(error, 0, 0.0049, 0.2844)).isEmpty();
    }

    /** The error of the level is ten times that of the change, and decides nothing. */
    private static String doubt(LossFacts loss, double change, double error, double estimate) {
        return OtherRows.of(loss, new HonestValue.Value(loss.mean() + change, 10 * error, change, error))
                .doubt(estimate);
    }
}
