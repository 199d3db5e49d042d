package org.shiftbed.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.shiftbed.audit.family.Targets;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.ConditionResult;
import org.shiftbed.audit.result.ConditionResult.Outcome;
import org.shiftbed.audit.result.RadiusResult;
import org.shiftbed.audit.result.Verdict.Grade;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.audit.spec.BudgetSpec;
import org.shiftbed.audit.spec.EstimationSpec;
import org.shiftbed.audit.spec.LossSpec;
import org.shiftbed.audit.spec.RatioMetric;
import org.shiftbed.audit.spec.ShiftSpec;
import org.shiftbed.data.table.Table;

/** Where there is next to no evidence nothing is decided. */
class EvidenceTest {

    private static AuditSpec question(LossSpec loss, double radius, ShiftSpec... shifts) {
        return AuditSpec.of(loss, shifts)
                .withBudget(BudgetSpec.ball(radius))
                .withEstimation(EstimationSpec.standard().withBootstrap(0));
    }

    private static double[] coin(int n, long seed, double p) {
        SplittableRandom random = new SplittableRandom(seed);
        return random.doubles(n).map(u -> u < p ? 1 : 0).toArray();
    }

    @Test
    void rowsWithoutAnErrorLeaveErrorsPossible() {
        AuditResult result = Rows.run(
                question(LossSpec.column("error"), 1, ShiftSpec.of("o")),
                Rows.of("o", coin(60, 1, 0.4), "error", new double[60]));
        // Clopper-Pearson of 0 in 60.
        assertThat(result.loss().high()).isCloseTo(0.05963, within(1e-5));
        RadiusResult one = result.radii().get(0);
        assertThat(one.estimate().high())
                .isCloseTo(1 - Math.pow(0.025, 1 / one.estimate().importance().effectiveSize()), within(1e-12));
        assertThat(one.estimate().verdict().grade()).isEqualTo(Grade.CAUTION);
        assertThat(Condition.parse("worst-loss > 0.01 at radius 1").of(result).outcome())
                .isEqualTo(Outcome.OPEN);
        assertThat(Condition.parse("worst-loss > 0.2 at radius 1").of(result).outcome())
                .isEqualTo(Outcome.DOES_NOT);
    }

    @Test
    void oneErrorLeavesAsMuchPossible() {
        double[] error = new double[60];
        error[7] = 1;
        AuditResult result = Rows.run(
                question(LossSpec.column("error"), 0.1, ShiftSpec.of("o")),
                Rows.of("o", coin(60, 1, 0.4), "error", error));
        // Clopper-Pearson of 1 in 60 ends at 0.0894; the shift costs a little of the rows.
        assertThat(Condition.parse("worst-loss > 0.085 at radius 0.1")
                        .of(result)
                        .outcome())
                .isEqualTo(Outcome.OPEN);
        assertThat(Condition.parse("worst-loss > 0.5 at radius 0.1").of(result).outcome())
                .isEqualTo(Outcome.DOES_NOT);
    }

    @Test
    void fewClustersDecideNothing() {
        int n = 800;
        double[] cluster = new double[n];
        for (int r = 0; r < n; r++) {
            cluster[r] = r / 200;
        }
        AuditResult result = Rows.run(
                question(LossSpec.column("error"), 1, ShiftSpec.of("o")).withCluster("c"),
                Rows.of("o", coin(n, 31, 0.4), "error", coin(n, 32, 0.2), "c", cluster));
        assertThat(result.radii().get(0).estimate().verdict().reasons())
                .anyMatch(reason -> reason.startsWith("There are only 4 clusters, too few to tell"));
        ConditionResult condition =
                Condition.parse("worst-loss > 0.9 at radius 1").of(result);
        assertThat(condition.outcome()).isEqualTo(Outcome.OPEN);
        assertThat(condition.reason()).startsWith("there are only 4 clusters");
    }

    /** A loss that no shift moves: estimate and weighted rows differ by more than half of next to no change, which is nothing beside the threshold. */
    @Test
    void aModelThatDoesNotReactIsDecided() {
        int n = 2000;
        for (long seed = 41; seed < 49; seed++) {
            AuditResult result = Rows.run(
                    question(LossSpec.column("error"), 1, ShiftSpec.of("o")),
                    Rows.of("o", coin(n, seed, 0.4), "error", coin(n, seed + 100, 0.1)));
            assertThat(Condition.parse("worst-loss > 0.5 at radius 1")
                            .of(result)
                            .outcome())
                    .isEqualTo(Outcome.DOES_NOT);
        }
    }

    /** The loss has no slope and no curvature where the rows are: only together do three things move it. */
    @Test
    void aSearchFromTheCornersSeesWhatHasNoSlope() {
        int n = 20_000;
        double[] a = coin(n, 51, 0.36);
        double[] b = coin(n, 52, 0.36);
        double[] c = coin(n, 53, 0.36);
        double[] d = coin(n, 54, 0.7);
        double[] loss = new double[n];
        for (int r = 0; r < n; r++) {
            loss[r] = 0.3 + (a[r] - 0.36) * (b[r] - 0.36) * (c[r] - 0.36) + 0.06 * d[r];
        }
        AuditResult result = Rows.run(
                question(
                        LossSpec.column("loss"),
                        2,
                        ShiftSpec.of("a"),
                        ShiftSpec.of("b"),
                        ShiftSpec.of("c"),
                        ShiftSpec.of("d")),
                Rows.of("a", a, "b", b, "c", c, "d", d, "loss", loss));
        assertThat(Condition.parse("worst-loss > 0.3625 at radius 2").of(result).outcome())
                .isNotEqualTo(Outcome.DOES_NOT);
        // The worst by the law, all of the size in three log-odds: found by a grid.
        double worst = 0;
        for (double share = 0; share <= 1; share += 0.01) {
            double each = 2 * share / Math.sqrt(3);
            double p = 0.36 * Math.exp(each) / (0.64 + 0.36 * Math.exp(each));
            double rest = 2 * Math.sqrt(1 - share * share);
            double q = 0.7 * Math.exp(rest) / (0.3 + 0.7 * Math.exp(rest));
            worst = Math.max(worst, 0.3 + Math.pow(p - 0.36, 3) + 0.06 * q);
        }
        assertThat(worst).isCloseTo(0.3679, within(5e-4));
        assertThat(Objects.requireNonNull(result.radii().get(0).searched()).loss())
                .isCloseTo(worst, within(0.01));
    }

    @Test
    void ofARatioTheRowsOfItsDenominatorSpeak() {
        int n = 2000;
        double[] y = coin(n, 2, 0.5);
        double[] p = new double[n];
        int predicted = 0;
        for (int r = 0; r < n; r++) {
            boolean one = y[r] == 1 && predicted < 20;
            predicted += one ? 1 : 0;
            p[r] = one ? 1 : 0;
        }
        y[lastPredicted(p)] = 0;
        AuditResult result = Rows.run(
                question(LossSpec.ratio(RatioMetric.PRECISION, "y", "p"), 1, ShiftSpec.of("o"))
                        .withWorse(org.shiftbed.audit.spec.Direction.SMALLER),
                Rows.of("y", y, "p", p, "o", coin(n, 3, 0.4)));
        RadiusResult one = result.radii().get(0);
        assertThat(one.estimate().importance().effectiveSize()).isLessThanOrEqualTo(20);
        assertThat(one.estimate().verdict().grade()).isEqualTo(Grade.UNINFORMATIVE);
        assertThat(result.loss().mean()).isCloseTo(0.95, within(1e-12));
    }

    private static int lastPredicted(double[] p) {
        int last = 0;
        for (int r = 0; r < p.length; r++) {
            last = p[r] > 0.5 ? r : last;
        }
        return last;
    }

    @Test
    void aFewRowsThatMoveAreFewRows() {
        int n = 3000;
        double[] age = new double[n];
        SplittableRandom random = new SplittableRandom(4);
        double[] error = new double[n];
        for (int r = 0; r < n; r++) {
            age[r] = r % 151 == 0 ? Rows.normal(random) : Double.NaN;
            error[r] = random.nextDouble() < 0.3 ? 1 : 0;
        }
        AuditResult result = Rows.run(
                question(LossSpec.column("error"), 1, ShiftSpec.of("age").withFamily("gaussian")),
                Rows.of("age", age, "error", error));
        assertThat(result.radii().get(0).estimate().verdict().reasons())
                .contains("Only 20 rows have a value of what shifts and of its parents.");
        assertThat(result.radii().get(0).estimate().verdict().grade()).isEqualTo(Grade.UNINFORMATIVE);
    }

    /** The quadratic sees A alone and goes there; three rare things together, which it does not see, are worse at this size. */
    @Test
    void aShiftThatTheQuadraticDoesNotSeeKeepsAConditionOpen() {
        int n = 40_000;
        double[] a = coin(n, 5, 0.5);
        double[] b = coin(n, 6, 0.2);
        double[] c = coin(n, 7, 0.2);
        double[] d = coin(n, 8, 0.2);
        double[] error = new double[n];
        SplittableRandom random = new SplittableRandom(9);
        for (int r = 0; r < n; r++) {
            error[r] = random.nextDouble() < 0.08 + 0.15 * a[r] + 0.7 * b[r] * c[r] * d[r] ? 1 : 0;
        }
        Table table = Rows.of("a", a, "b", b, "c", c, "d", d, "error", error);
        AuditResult result = Audit.run(
                question(
                        LossSpec.column("error"),
                        3,
                        ShiftSpec.of("a"),
                        ShiftSpec.of("b"),
                        ShiftSpec.of("c"),
                        ShiftSpec.of("d")),
                table,
                "rows",
                new Beside(List.of(), List.of(3.0)));
        // By the law itself: p = logistic(log-odds + delta) each, at (0.91, 1.65, 1.65, 1.65), a point of the ball.
        double rare = 0.25 * Math.exp(1.65) / (1 + 0.25 * Math.exp(1.65));
        double truth = 0.08 + 0.15 / (1 + Math.exp(-0.91)) + 0.7 * Math.pow(rare, 3);
        assertThat(truth).isCloseTo(0.3136, within(2e-4));
        ConditionResult condition =
                Condition.parse("worst-loss > 0.29 at radius 3").of(result);
        assertThat(condition.outcome()).isEqualTo(Outcome.OPEN);
    }

    @Test
    void whatASearchByWeightedRowsFindsStandsWithItsRadius() {
        int n = 20_000;
        double[] b = coin(n, 16, 0.3);
        double[] c = coin(n, 17, 0.3);
        double[] d = coin(n, 18, 0.3);
        double[] error = new double[n];
        SplittableRandom random = new SplittableRandom(19);
        for (int r = 0; r < n; r++) {
            error[r] = random.nextDouble() < 0.1 + 0.1 * b[r] + 0.7 * b[r] * c[r] * d[r] ? 1 : 0;
        }
        AuditResult result = Rows.run(
                question(LossSpec.column("error"), 1, ShiftSpec.of("b"), ShiftSpec.of("c"), ShiftSpec.of("d")),
                Rows.of("b", b, "c", c, "d", d, "error", error));
        RadiusResult one = result.radii().get(0);
        RadiusResult.Searched searched = Objects.requireNonNull(one.searched());
        assertThat(searched.loss()).isGreaterThan(one.estimate().importance().selfNormalised());
        double size = 0;
        for (double entry : searched.delta()) {
            size += entry * entry;
        }
        assertThat(Math.sqrt(size)).isLessThanOrEqualTo(1 + 1e-9);
        double sum = 0;
        double weights = 0;
        for (int r = 0; r < n; r++) {
            double weight =
                    Math.exp(searched.delta()[0] * b[r] + searched.delta()[1] * c[r] + searched.delta()[2] * d[r]);
            sum += weight * error[r];
            weights += weight;
        }
        assertThat(searched.loss()).isCloseTo(sum / weights, within(1e-12));
    }

    @Test
    void aMeanThatTheRowsDoNotReachIsUnchecked() {
        int n = 4000;
        double[] w = new double[n];
        double[] error = new double[n];
        SplittableRandom random = new SplittableRandom(21);
        for (int r = 0; r < n; r++) {
            w[r] = random.nextDouble();
            error[r] = random.nextDouble() < 0.2 + 0.3 * w[r] ? 1 : 0;
        }
        ShiftSpec shift = ShiftSpec.of("w").withTargets(List.of(Targets.parse("t", "mean(w) = 1.2")));
        AuditResult result = Rows.run(question(LossSpec.column("error"), 0.5, shift), Rows.of("w", w, "error", error));
        assertThat(result.targets().get(0).estimate().importance().meanWeight()).isLessThan(0.5);
        assertThat(result.targets().get(0).estimate().verdict().grade()).isEqualTo(Grade.UNINFORMATIVE);
        assertThat(result.radii().get(0).estimate().verdict().grade()).isEqualTo(Grade.GOOD);
    }
}
