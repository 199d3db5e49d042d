package org.shiftbed.audit.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shiftbed.audit.family.ExponentialFamily;
import org.shiftbed.audit.family.Families;
import org.shiftbed.audit.family.FamilyOptions;
import org.shiftbed.audit.form.Forms;
import org.shiftbed.audit.form.Parent;
import org.shiftbed.audit.nuisance.Features;
import org.shiftbed.audit.nuisance.Groups;

/**
 * Categories whose statistic is known to be one-hot go by sums of levels and strata; the same categories given value by value go by the general
 * formulas. Both must say the same of everything that can be asked.
 */
class LevelsTest {
    private static final int ROWS = 600;
    private static final int FOLDS = 3;
    private static final double CLOSE = 1e-10;

    private final double[] y = new double[ROWS];
    private final double[] city = new double[ROWS];
    private final double[] shop = new double[ROWS];
    private final double[] sick = new double[ROWS];
    private final double[] dose = new double[ROWS];
    private final double[] loss = new double[ROWS];
    private final boolean[] known = new boolean[ROWS];

    LevelsTest() {
        Random random = new Random(11);
        for (int r = 0; r < ROWS; r++) {
            y[r] = random.nextInt(2);
            city[r] = Math.min(3, (int) (random.nextDouble() * (4 + y[r])));
            shop[r] = (random.nextInt(3) + (random.nextDouble() < 0.4 ? city[r] : 0)) % 3;
            sick[r] = random.nextDouble() < 0.2 + 0.15 * city[r] ? 1 : 0;
            dose[r] = random.nextGaussian() + y[r];
            known[r] = r % 17 != 0;
            loss[r] = random.nextDouble() + 0.3 * city[r] * y[r] + 0.2 * shop[r] * sick[r] + 0.1 * dose[r];
        }
    }

    @ParameterizedTest
    @CsvSource({
        "constant, GROUP, OFF, PAIR, true",
        "per-value, GROUP, OFF, PAIR, true",
        "linear, GROUP, OFF, MEAN, true",
        "per-value, GROUP, ON, PAIR, true",
        "constant, GROUP, ON, PAIR, false",
        "per-value, NONE, OFF, PAIR, true",
        "per-value, NONE, ON, NONE, true",
        "exp(d0 * Y) - 1; d0 - d1; d1 * Y + d2, GROUP, OFF, PAIR, true",
        "constant, GLM, ON, PAIR, false",
        "linear, LEAST_SQUARES, ON, PAIR, true",
    })
    void levelsAndTheGeneralFormulasAgree(
            String form, Settings.Mode mode, Settings.CrossFit cross, Settings.Centring centring, boolean blanks) {
        Settings settings = new Settings(mode, 1, 0, cross, centring);
        Estimator fast = estimator(form, settings, blanks, true);
        Estimator slow = estimator(form, settings, blanks, false);

        same(fast.quadratic().gradient(), slow.quadratic().gradient());
        same(fast.quadratic().hessian(), slow.quadratic().hessian());
        same(fast.information(), slow.information());
        same(fast.gradientErrors(), slow.gradientErrors());
        same(fast.factorisation().largest(), slow.factorisation().largest());
        assertThat(fast.factorisation().entries())
                .isEqualTo(slow.factorisation().entries());
        double[] delta = new double[fast.parameters().size()];
        for (int a = 0; a < delta.length; a++) {
            delta[a] = 0.4 * Math.sin(1 + 2 * a);
        }
        same(fast.taylor(delta).value(), slow.taylor(delta).value());
        same(fast.taylor(delta).standardError(), slow.taylor(delta).standardError());
        same(fast.taylor(delta).oneStep(), slow.taylor(delta).oneStep());
        same(fast.logWeights(delta), slow.logWeights(delta));
        same(fast.differenceError(delta), slow.differenceError(delta));
        same(orZero(fast.thirdDerivative(delta)), orZero(slow.thirdDerivative(delta)));
        PathCheck path = fast.path(delta);
        PathCheck slowPath = slow.path(delta);
        same(path == null ? new double[0] : path.value(), slowPath == null ? new double[0] : slowPath.value());
        same(fast.expansion(delta).gradient(), slow.expansion(delta).gradient());
        same(fast.expansion(delta).hessian(), slow.expansion(delta).hessian());
        assertThat(fast.support(delta)).isEqualTo(slow.support(delta));
        int[] half = java.util.stream.IntStream.range(0, ROWS)
                .filter(u -> u % 2 == 0)
                .toArray();
        same(
                fast.select(half).quadratic().hessian(),
                slow.select(half).quadratic().hessian());
    }

    private static double orZero(@org.jspecify.annotations.Nullable Double value) {
        return value == null ? 0 : value;
    }

    private static void same(double found, double wanted) {
        assertThat(found).isCloseTo(wanted, within(CLOSE));
    }

    private static void same(double[] found, double[] wanted) {
        assertThat(found).hasSameSizeAs(wanted);
        for (int a = 0; a < found.length; a++) {
            same(found[a], wanted[a]);
        }
    }

    private static void same(double[][] found, double[][] wanted) {
        assertThat(found).hasNumberOfRows(wanted.length);
        for (int a = 0; a < found.length; a++) {
            same(found[a], wanted[a]);
        }
    }

    private Estimator estimator(String form, Settings settings, boolean blanks, boolean oneHot) {
        UnitsBuilder builder =
                new UnitsBuilder(new UnitsBuilder.Layout(new int[] {0, 0, 0, 0, 0}, FOLDS, false, false, 1, false));
        builder.add(ROWS, new double[][] {y, city, shop, sick, dose}, loss, null, null, null);
        List<ShiftingVariable> variables = new ArrayList<>();
        List<Parent> onY = List.of(Parent.values("Y", 0, 1));
        variables.add(category("city", city, 4, onY, y, 2, form, blanks, oneHot));
        variables.add(category(
                "shop", shop, 3, List.of(Parent.values("city", 0, 1, 2, 3)), city, 4, "constant", false, oneHot));
        variables.add(scalar("sick", "bernoulli", FamilyOptions.of("sick"), sick, city, 4));
        variables.add(scalar("dose", "gaussian", FamilyOptions.of("dose").withSd(1.1), dose, y, 2));
        return new Estimator(
                builder.build().first(),
                variables,
                Parameters.of(variables, Collections.nCopies(variables.size(), null)),
                settings);
    }

    private ShiftingVariable category(
            String name,
            double[] w,
            int levels,
            List<Parent> parents,
            double[] z,
            int patterns,
            String form,
            boolean blanks,
            boolean oneHot) {
        List<String> names = new ArrayList<>();
        for (int level = 0; level < levels; level++) {
            names.add(name.charAt(0) + Integer.toString(level));
        }
        ExponentialFamily family = Families.require(
                "test", "categorical", FamilyOptions.of(name).withLevels(names).withReference(names.get(1)));
        int q = levels - 1;
        int[] component = new int[ROWS];
        double[] values = new double[ROWS * q];
        double[] t = new double[q];
        for (int r = 0; r < ROWS; r++) {
            component[r] = -1;
            family.statistic(new double[] {w[r]}, t);
            for (int k = 0; k < q; k++) {
                if (t[k] == 1 && (!blanks || known[r])) {
                    component[r] = k;
                    values[r * q + k] = 1;
                }
            }
        }
        return new ShiftingVariable(
                name,
                family,
                Forms.require("test", form, family, parents, null),
                oneHot ? Statistic.oneHot(component, q) : Statistic.of(values, q),
                new double[][] {z},
                blanks ? known : null,
                Groups.of(Arrays.stream(z).mapToInt(value -> (int) value).toArray(), patterns),
                true,
                new Features().number(parents.get(0).name(), z),
                null);
    }

    private ShiftingVariable scalar(
            String name, String law, FamilyOptions options, double[] w, double[] z, int patterns) {
        ExponentialFamily family = Families.require("test", law, options);
        double[] values = new double[ROWS];
        for (int r = 0; r < ROWS; r++) {
            double[] t = new double[1];
            family.statistic(new double[] {w[r]}, t);
            values[r] = t[0];
        }
        double[] levels = new double[patterns];
        Arrays.setAll(levels, level -> level);
        return new ShiftingVariable(
                name,
                family,
                Forms.require("test", "per-value", family, List.of(Parent.values("z" + name, levels)), null),
                values,
                new double[][] {z},
                null,
                Groups.of(Arrays.stream(z).mapToInt(value -> (int) value).toArray(), patterns),
                true,
                new Features().number("z" + name, z),
                null);
    }
}
