package org.shiftbed.audit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.shiftbed.audit.demo.Demo;
import org.shiftbed.audit.estimate.ImportanceSampling;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.LossFacts;
import org.shiftbed.audit.result.RadiusResult;
import org.shiftbed.audit.result.Verdict;
import org.shiftbed.audit.result.Verdict.Grade;
import org.shiftbed.audit.spec.BudgetSpec;
import org.shiftbed.audit.spec.EstimationSpec;
import org.shiftbed.base.Seed;

/** The words about estimate and weighted rows on numbers: without a shift the loss is 0.5, the estimate 0.6. */
class AgreementTest {
    private static final LossFacts LOSS = new LossFacts("log loss", true, 0.5, 0.005, 0.49, 0.51, 0.95, 0, 9);

    private static Agreement agreement(double weighted, double share, double error) {
        return new Agreement(0.6, weighted, share, error, 0.5, 0.95);
    }

    private static Verdict verdict(double weighted, double share, double error) {
        ImportanceSampling check = new ImportanceSampling(
                weighted, weighted, 1000 * share, share, 1, 4, 0.002, 0.01, 0.01, 3, weighted, weighted, 0.01);
        return Judge.STANDARD.of(0.6, LOSS, check, error, null, false, "the table");
    }

    @Test
    void onlyWhatLiesWithinTheIntervalOfTheDifferenceAgrees() {
        assertThat(agreement(0.5981, 0.8, 0.001).words()).isEqualTo("estimate 0.6000 and weighted rows 0.5981 agree");
        assertThat(agreement(0.5979, 0.8, 0.001).words())
                .isEqualTo("estimate 0.6000 and weighted rows 0.5979 are close (2.1% of the change apart)");
        assertThat(verdict(0.5979, 0.8, 0.001).reasons())
                .contains("Estimate 0.6000 and weighted rows 0.5979 are close (2.1% of the change apart) (difference"
                        + " 0.002100, its standard error 0.001000).");
    }

    @Test
    void gradesAreThoseOfThreeErrorsOrATenthOfTheChange() {
        assertThat(verdict(0.5901, 0.8, 0.001).grade()).isEqualTo(Grade.GOOD);
        assertThat(verdict(0.5899, 0.8, 0.001).grade()).isEqualTo(Grade.CAUTION);
        assertThat(verdict(0.5801, 0.8, 0.0067).grade()).isEqualTo(Grade.GOOD);
        assertThat(verdict(0.5799, 0.8, 0.0067).grade()).isEqualTo(Grade.CAUTION);
    }

    @Test
    void whereManyRowsSaySomethingElseTheyAreToBeTrusted() {
        assertThat(agreement(0.57, 0.39, 0.001).weightedFirst()).isTrue();
        assertThat(verdict(0.57, 0.39, 0.001).reasons())
                .contains("The quadratic estimate says 0.6000; weighted rows, 39% of them effective, say 0.5700: trust"
                        + " the second.");
        // Too few rows; close; within three standard errors.
        assertThat(agreement(0.57, 0.29, 0.001).weightedFirst()).isFalse();
        assertThat(verdict(0.57, 0.29, 0.001).reasons())
                .contains("Estimate 0.6000 and weighted rows 0.5700 differ by 30% of the change (difference 0.03000,"
                        + " its standard error 0.001000).");
        assertThat(agreement(0.5901, 0.39, 0.001).weightedFirst()).isFalse();
        assertThat(agreement(0.57, 0.39, 0.0101).weightedFirst()).isFalse();
    }

    /** At radius 4 of the lab test the quadratic is far ahead, and weighted rows are near the truth. */
    @Test
    void theSentenceAtTheTopLeadsWithBothNumbers() {
        AuditResult result = Audit.run(
                Demo.spec("labtest")
                        .withBudget(BudgetSpec.ball(4))
                        .withEstimation(EstimationSpec.standard().withBootstrap(0)),
                Demo.table("labtest", Seed.of("agreement")),
                "labtest",
                Beside.nothing());
        RadiusResult one = result.radii().get(0);
        double truth = Demo.truth("labtest").applyAsDouble(one.worst().delta());
        Agreement agreement = Agreement.of(result.loss(), one.estimate());
        assertThat(one.estimate().verdict().grade()).isEqualTo(Grade.CAUTION);
        assertThat(agreement.weighted())
                .isBetween(
                        truth - 4 * one.estimate().importance().seSelfNormalised(),
                        truth + 4 * one.estimate().importance().seSelfNormalised());
        assertThat(one.estimate().low()).isGreaterThan(truth);
        assertThat(result.headline())
                .isEqualTo("Within radius 4, log loss could rise from "
                        + Judge.number(result.loss().mean()) + ": " + agreement.trustSecond() + ".");
        assertThat(one.estimate().verdict().reasons())
                .contains("T" + agreement.trustSecond().substring(1) + ".");
    }
}
