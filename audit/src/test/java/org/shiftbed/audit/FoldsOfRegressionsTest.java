package org.shiftbed.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shiftbed.audit.estimate.Estimator;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.RadiusResult;
import org.shiftbed.audit.result.Verdict.Grade;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.audit.spec.BudgetSpec;
import org.shiftbed.audit.spec.EstimationSpec;
import org.shiftbed.audit.spec.LossSpec;
import org.shiftbed.audit.spec.ShiftSpec;
import org.shiftbed.data.table.Table;
import org.shiftbed.data.table.TableScan;

/** Rows of one fold have no others to learn a regression from: what stands in for them, and that it makes no more of a harm than there is. */
class FoldsOfRegressionsTest {
    private static final int ROWS = 4000;

    /** Variables of each family given a number, and given a category, all of their laws well specified for a linear predictor. */
    private static Table table() {
        SplittableRandom random = new SplittableRandom(71);
        double[][] columns = new double[8][ROWS];
        for (int r = 0; r < ROWS; r++) {
            double a = Rows.normal(random);
            double g = random.nextInt(3);
            double x = 0.5 * a + Rows.normal(random);
            double o = random.nextDouble() < Rows.sigmoid(0.7 * a) ? 1 : 0;
            double count = 0;
            double limit = Math.exp(-Math.exp(0.3 * a));
            for (double product = random.nextDouble(); product > limit; product *= random.nextDouble()) {
                count++;
            }
            double first = Math.exp(0.4 * a);
            double ward = random.nextDouble() * (1 + first) < first ? 0 : random.nextInt(2) + 1;
            double inGroup = g + Rows.normal(random);
            double loss = 1 + 0.1 * x + 0.3 * o * a + 0.1 * count + 0.2 * (ward == 1 ? 1 : 0) + 0.1 * inGroup;
            double[] row = {a, g, x, o, count, ward, inGroup, loss + Rows.normal(random)};
            for (int j = 0; j < row.length; j++) {
                columns[j][r] = row[j];
            }
        }
        return Rows.of(
                "a",
                columns[0],
                "g",
                columns[1],
                "x",
                columns[2],
                "o",
                columns[3],
                "count",
                columns[4],
                "ward",
                columns[5],
                "inGroup",
                columns[6],
                "loss",
                columns[7]);
    }

    static Stream<Arguments> cases() {
        List<Arguments> cases = new ArrayList<>();
        for (EstimationSpec.Nuisance nuisance : EstimationSpec.Nuisance.values()) {
            for (Boolean crossFit : Arrays.asList(null, true, false)) {
                for (int folds : List.of(2, 5)) {
                    cases.add(Arguments.of("x", "gaussian", "a", nuisance, crossFit, folds));
                    cases.add(Arguments.of("o", "bernoulli", "a", nuisance, crossFit, folds));
                    cases.add(Arguments.of("count", "poisson", "a", nuisance, crossFit, folds));
                    cases.add(Arguments.of("ward", "categorical", "a", nuisance, crossFit, folds));
                    cases.add(Arguments.of("inGroup", "gaussian", "g", nuisance, crossFit, folds));
                    cases.add(Arguments.of("o", "bernoulli", "g", nuisance, crossFit, folds));
                }
            }
        }
        // Means of patterns need patterns.
        return cases.stream().filter(one -> one.get()[3] != EstimationSpec.Nuisance.GROUP || one.get()[2].equals("g"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theFoldsTogetherSayWhatAllRowsSayOfOneShift(
            String variable,
            String family,
            String parent,
            EstimationSpec.Nuisance nuisance,
            @Nullable Boolean crossFit,
            int folds) {
        EstimationSpec estimation = EstimationSpec.standard()
                .withBootstrap(0)
                .withNuisance(nuisance)
                .withFolds(folds);
        AuditSpec spec = AuditSpec.of(
                        LossSpec.column("loss"),
                        ShiftSpec.of(variable).withFamily(family).given(parent))
                .withEstimation(crossFit == null ? estimation : estimation.withCrossFit(crossFit));
        Estimator all;
        try (TableScan scan = TableScan.of(table(), Map.of())) {
            all = Preparation.of(scan, spec, LossSource.of(spec, scan), false).estimator(1, 0);
        }
        double[] delta = new double[all.parameters().size()];
        Arrays.fill(delta, 1 / Math.sqrt(delta.length));
        double inside = 0;
        double outside = 0;
        int[] fold = all.units().fold();
        for (int k = 0; k < folds; k++) {
            int one = k;
            int[] in =
                    IntStream.range(0, fold.length).filter(u -> fold[u] == one).toArray();
            int[] out =
                    IntStream.range(0, fold.length).filter(u -> fold[u] != one).toArray();
            inside += change(all.select(in), delta) / folds;
            outside += change(all.select(out), delta) / folds;
        }
        Estimator.Taylor whole = all.taylor(delta);
        double expected = whole.oneStep() - all.quadratic().loss();
        assertThat(inside).isCloseTo(expected, within(whole.changeError()));
        assertThat(outside).isCloseTo(expected, within(whole.changeError()));
    }

    private static double change(Estimator some, double[] delta) {
        return some.taylor(delta).oneStep() - some.quadratic().loss();
    }

    @Test
    void aLossOfNoiseIsNotConfirmedByRowsThatDidNotChooseTheShift() {
        SplittableRandom random = new SplittableRandom(5);
        Table table = table();
        double[] noise = new double[ROWS];
        for (int r = 0; r < ROWS; r++) {
            noise[r] = 1 - Math.log(1 - random.nextDouble());
        }
        for (String variable : List.of("x: gaussian", "o: bernoulli", "ward: categorical")) {
            String[] words = variable.split(": ");
            AuditResult result = Rows.run(
                    AuditSpec.of(
                                    LossSpec.column("noise"),
                                    ShiftSpec.of(words[0]).withFamily(words[1]).given("a"))
                            .withBudget(BudgetSpec.ball(1))
                            .withEstimation(EstimationSpec.standard().withBootstrap(0)),
                    Rows.of(
                            "a",
                            table.doubles("a"),
                            "x",
                            table.doubles("x"),
                            "o",
                            table.doubles("o"),
                            "ward",
                            table.doubles("ward"),
                            "noise",
                            noise));
            RadiusResult radius = result.radii().get(0);
            assertThat(Math.abs(radius.honestChange())).isLessThan(3 * radius.honestChangeError());
        }
    }

    /** One parameter, so that every fold chooses the same shift: however few its rows, they must not say more on average than all rows do. */
    @ParameterizedTest
    @ValueSource(ints = {2, 5, 20})
    void smallFoldsDoNotMakeMoreOfAHarm(int folds) {
        double share = 0;
        int tables = 12;
        for (int table = 0; table < tables; table++) {
            SplittableRandom random = new SplittableRandom(400 + table);
            double[][] columns = new double[3][300];
            for (int r = 0; r < columns[0].length; r++) {
                columns[0][r] = Rows.normal(random);
                columns[1][r] = 0.7 * columns[0][r] + Rows.normal(random);
                columns[2][r] = 0.5 + 0.3 * columns[1][r] + 0.2 * Rows.normal(random);
            }
            RadiusResult radius = Rows.run(
                            AuditSpec.of(
                                            LossSpec.column("loss"),
                                            ShiftSpec.of("A")
                                                    .withFamily("gaussian")
                                                    .given("B"))
                                    .withBudget(BudgetSpec.ball(1))
                                    .withEstimation(EstimationSpec.standard()
                                            .withBootstrap(0)
                                            .withFolds(folds)),
                            Rows.of("B", columns[0], "A", columns[1], "loss", columns[2]))
                    .radii()
                    .get(0);
            assertThat(radius.honestChangeError()).isPositive();
            share += radius.honestChange() / 0.3 / tables;
        }
        // Fifteen rows a fold and two features: an eighth too small.
        assertThat(share).isBetween(0.8, 1.03);
    }

    /** Thirty rows a fold, and a loss that no shift moves: the change of the rows that did not choose has errors of the size that it says. */
    @Test
    void smallFoldsKnowTheirErrors() {
        double squares = 0;
        int tables = 120;
        for (int table = 0; table < tables; table++) {
            SplittableRandom random = new SplittableRandom(9000 + table);
            double[][] columns = new double[4][150];
            for (int r = 0; r < columns[0].length; r++) {
                columns[0][r] = Rows.normal(random);
                columns[1][r] = 0.7 * columns[0][r] + Rows.normal(random);
                columns[2][r] = random.nextDouble() < Rows.sigmoid(columns[0][r]) ? 1 : 0;
                columns[3][r] = 0.5 + 0.2 * columns[0][r] + 0.2 * Rows.normal(random);
            }
            RadiusResult radius = Rows.run(
                            AuditSpec.of(
                                            LossSpec.column("loss"),
                                            ShiftSpec.of("A")
                                                    .withFamily("gaussian")
                                                    .given("B"),
                                            ShiftSpec.of("O")
                                                    .withFamily("bernoulli")
                                                    .given("B"))
                                    .withBudget(BudgetSpec.ball(0.5))
                                    .withEstimation(EstimationSpec.standard().withBootstrap(0)),
                            Rows.of("B", columns[0], "A", columns[1], "O", columns[2], "loss", columns[3]))
                    .radii()
                    .get(0);
            squares += Math.pow(radius.honestChange() / radius.honestChangeError(), 2) / tables;
        }
        assertThat(Math.sqrt(squares)).isBetween(0.8, 1.25);
    }

    /** Two rows a fold, and a line through them leaves nothing over: no confirmation, so neither good nor a condition that holds. */
    @Test
    void foldsWithoutARowToSpareConfirmNothing() {
        SplittableRandom random = new SplittableRandom(3);
        double[][] columns = new double[3][100];
        for (int r = 0; r < columns[0].length; r++) {
            columns[0][r] = Rows.normal(random);
            columns[1][r] = random.nextDouble() < Rows.sigmoid(columns[0][r]) ? 1 : 0;
            columns[2][r] = 1 + columns[1][r] + 0.01 * Rows.normal(random);
        }
        AuditSpec spec = AuditSpec.of(
                        LossSpec.column("loss"),
                        ShiftSpec.of("o").withFamily("bernoulli").given("a"))
                .withBudget(BudgetSpec.ball(0.5))
                .withEstimation(EstimationSpec.standard().withBootstrap(0).withFolds(50));
        AuditResult result = Rows.run(spec, Rows.of("a", columns[0], "o", columns[1], "loss", columns[2]));
        RadiusResult radius = result.radii().get(0);
        assertThat(radius.honest()).isNaN();
        assertThat(radius.estimate().verdict().grade()).isNotEqualTo(Grade.GOOD);
        assertThat(radius.estimate().verdict().reasons())
                .anySatisfy(reason -> assertThat(reason).contains("have no number for it"));
        assertThat(radius.effects())
                .extracting(effect -> effect.sentence())
                .anySatisfy(sentence -> assertThat(sentence).contains("odds ratio of o goes from 1 to"));
    }

    @Test
    void leavingParentsOutIsNoted() {
        AuditSpec spec = AuditSpec.of(
                        LossSpec.column("loss"),
                        ShiftSpec.of("x").withFamily("gaussian").given("a"))
                .withEstimation(EstimationSpec.standard().withBootstrap(0).withNuisance(EstimationSpec.Nuisance.NONE));
        assertThat(Rows.run(spec, table()).notes())
                .anySatisfy(note -> assertThat(note).contains("the parents of 'x' are left out of account"));
        assertThat(Rows.run(spec.withEstimation(EstimationSpec.standard().withBootstrap(0)), table())
                        .notes())
                .noneSatisfy(note -> assertThat(note).contains("left out of account"));
    }
}
