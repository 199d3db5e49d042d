package org.shiftbed.audit.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.shiftbed.audit.estimate.Estimator;
import org.shiftbed.audit.estimate.Parameters;
import org.shiftbed.audit.estimate.Settings;
import org.shiftbed.audit.estimate.ShiftingVariable;
import org.shiftbed.audit.estimate.UnitsBuilder;
import org.shiftbed.audit.family.ExponentialFamily;
import org.shiftbed.audit.family.Families;
import org.shiftbed.audit.family.FamilyOptions;
import org.shiftbed.audit.form.Forms;
import org.shiftbed.audit.nuisance.Features;
import org.shiftbed.audit.nuisance.Groups;
import org.shiftbed.audit.result.AuditResult.Baseline;
import org.shiftbed.base.Seed;

/** The table where a variable is not known in every row, where a parent is a number, and where single rows were not kept. */
class BaselinesOnBlanksTest {
    private static final int ROWS = 2_000;

    private final SplittableRandom random = new SplittableRandom(21);
    private final double[] z = new double[ROWS];
    private final double[] w = new double[ROWS];
    private final double[] loss = new double[ROWS];
    private final boolean[] observed = new boolean[ROWS];

    @Test
    void rowsInWhichTheVariableIsNotKnownStayAsTheyAre() {
        for (int r = 0; r < ROWS; r++) {
            z[r] = random.nextInt(2);
            observed[r] = random.nextInt(4) > 0;
            w[r] = observed[r] ? random.nextInt(2) : Double.NaN;
            loss[r] = (observed[r] ? 0.5 * w[r] * (1 + z[r]) : 2) + random.nextDouble();
        }
        int[] code = Arrays.stream(z).mapToInt(x -> (int) x).toArray();
        Groups patterns = Groups.of(code, 2);
        ShiftingVariable variable = variable("bernoulli", FamilyOptions.of("W"), patterns, observed);
        Baseline found = conditional(table(variable, true));
        // By hand: half of each pattern, from the worse value of W down, and the unknown rows as they are.
        double sum = 0;
        for (int pattern = 0; pattern < 2; pattern++) {
            int of = pattern;
            double[] count = new double[2];
            double[] mean = new double[2];
            IntStream.range(0, ROWS).filter(r -> observed[r] && z[r] == of).forEach(r -> {
                count[(int) w[r]]++;
                mean[(int) w[r]] += loss[r];
            });
            mean[0] /= count[0];
            mean[1] /= count[1];
            double half = (count[0] + count[1]) / 2;
            double worse = Math.min(half, count[1]);
            sum += 2 * (worse * mean[1] + (half - worse) * mean[0]);
        }
        sum += IntStream.range(0, ROWS)
                .filter(r -> !observed[r])
                .mapToDouble(r -> loss[r])
                .sum();
        assertThat(found.setting()).isEqualTo("W, keep 0.5");
        assertThat(found.loss()).isCloseTo(sum / ROWS, within(1e-12));
        assertThat(found.standardError()).isBetween(0.002, 0.05);
    }

    /** W is normal around z and the loss is W with noise: the worse half at every z is 0.798 above the mean. */
    @Test
    void aParentThatIsANumberIsRegressedOn() {
        for (int r = 0; r < ROWS; r++) {
            z[r] = ConditionalSubpopulationTest.normal(random);
            w[r] = z[r] + ConditionalSubpopulationTest.normal(random);
            loss[r] = w[r] + 0.3 * ConditionalSubpopulationTest.normal(random);
        }
        FamilyOptions options = FamilyOptions.of("W").withSd(1).withUnit("sd");
        List<Baseline> table = table(variable("gaussian", options, null, null), true);
        Baseline conditional = conditional(table);
        assertThat(conditional.loss()).isCloseTo(Math.sqrt(2 / Math.PI), within(5 * conditional.standardError()));
        assertThat(conditional.standardError()).isLessThan(0.06);
        // Over Z and W together the loss is that of a normal variable of variance 2.
        Baseline marginal = table.stream()
                .filter(one -> one.name().equals("marginal DRO"))
                .findFirst()
                .orElseThrow();
        assertThat(marginal.loss())
                .isCloseTo(Math.sqrt(2) * Math.sqrt(2 / Math.PI), within(5 * marginal.standardError()));
        assertThat(marginal.loss()).isGreaterThan(conditional.loss());
    }

    @Test
    void withoutSingleRowsTheJointBallsSaySo() {
        for (int r = 0; r < ROWS; r++) {
            z[r] = random.nextInt(2);
            w[r] = random.nextInt(2);
            loss[r] = random.nextDouble();
        }
        ShiftingVariable variable = variable(
                "bernoulli",
                FamilyOptions.of("W"),
                Groups.of(Arrays.stream(z).mapToInt(x -> (int) x).toArray(), 2),
                null);
        List<Baseline> table = table(variable, false);
        assertThat(table)
                .filteredOn(one -> one.name().startsWith("joint"))
                .hasSize(4)
                .allSatisfy(one -> {
                    assertThat(one.loss()).isNaN();
                    assertThat(one.remark()).contains("single rows");
                });
        assertThat(conditional(table).loss()).isFinite();
    }

    private static Baseline conditional(List<Baseline> table) {
        return table.stream()
                .filter(one -> one.name().equals("conditional subpopulation"))
                .findFirst()
                .orElseThrow();
    }

    private List<Baseline> table(ShiftingVariable variable, boolean keepsRows) {
        UnitsBuilder builder =
                new UnitsBuilder(new UnitsBuilder.Layout(new int[] {0, 0}, 5, false, false, 1, keepsRows));
        builder.add(ROWS, new double[][] {z, w}, loss, null, null, null);
        List<ShiftingVariable> variables = List.of(variable);
        Estimator estimator = new Estimator(
                builder.build().first(),
                variables,
                Parameters.of(variables, Collections.nCopies(1, null)),
                Settings.AUTO);
        return Baselines.all(
                Baselines.Question.ball(estimator, builder.losses(), 1, new double[] {0.5}, 0.5, Seed.of("blanks")));
    }

    private ShiftingVariable variable(
            String family, FamilyOptions options, @Nullable Groups patterns, boolean @Nullable [] known) {
        ExponentialFamily law = Families.require("test", family, options);
        double[] statistic = new double[ROWS];
        double[] t = new double[1];
        for (int r = 0; r < ROWS; r++) {
            if (known == null || known[r]) {
                law.statistic(new double[] {w[r]}, t);
                statistic[r] = t[0];
            }
        }
        return new ShiftingVariable(
                "W",
                law,
                Forms.require("test", "constant", law, List.of(), null),
                statistic,
                new double[][] {z},
                known,
                patterns,
                true,
                new Features().number("Z", z),
                null);
    }
}
