package org.shiftbed.audit.family;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shiftbed.base.UserError;

class FamiliesTest {
    private final FamilyOptions w = FamilyOptions.of("w");

    @Test
    void everyNameMakesAFamilyOfThatName() {
        FamilyOptions one = w.withLevels(List.of("a", "b"))
                .withTrials(3)
                .withShape(2)
                .withMinimum(1)
                .withLocation(0)
                .withSd(1)
                .withStatistic("w^2");
        FamilyOptions two = FamilyOptions.of("u", "v")
                .withTrials(3)
                .withCovariance(new double[] {1, 0, 0, 1})
                .withStatistic("u * v");
        for (String name : Families.names()) {
            assertThat(Families.require("a", name, Families.takesColumns(name) ? two : one)
                            .name())
                    .isEqualTo(name);
        }
        assertThat(Families.names()).isSorted();
        assertThat(Laws.all().map(c -> c.family().name()).toList())
                .as("families whose cumulants are tested")
                .containsAll(Families.names().stream()
                        .filter(n -> !n.equals("statistic"))
                        .toList());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            poison            | a.family: unknown family 'poison'; did you mean 'poisson'?
            binomial          | a.trials: is missing; family binomial needs a number
            gamma             | a.shape: is missing; family gamma needs a number
            weibull           | a.shape: is missing
            pareto            | a.minimum: is missing
            laplace           | a.location: is missing
            gaussian          | a.sd: is missing
            gaussian-vector   | a.covariance: is missing; family gaussian-vector needs 1 x 1 numbers
            categorical       | a.variable: family categorical needs at least two levels, found none
            dirichlet         | a.columns: family dirichlet needs at least two columns, found w
            statistic         | a.statistic: is missing; family statistic needs an expression in w
            """)
    void whatIsMissingIsSaidInOneLine(String name, String message) {
        assertThatThrownBy(() -> Families.require("a", name, w))
                .isInstanceOf(UserError.class)
                .hasMessageStartingWith(message)
                .message()
                .doesNotContain("\n");
    }

    @Test
    void optionsThatDoNotFitAreRefused() {
        refused("binomial", w.withTrials(2.5), "a.trials: must be a whole number >= 1, found 2.5");
        refused("gamma", w.withShape(-1), "a.shape: must be > 0, found -1");
        refused(
                "gaussian",
                w.withSd(1).withUnit("whiten"),
                "a.unit: unknown unit of family gaussian 'whiten'; known: raw, sd");
        refused("poisson", FamilyOptions.of("u", "v"), "a.variable: family poisson takes one column, found 2 (u, v)");
        refused(
                "bernoulli",
                w.withLevels(List.of("a", "b", "c")),
                "a.family: bernoulli takes two levels, found 3 (a, b, c); use family: categorical");
        refused(
                "categorical",
                w.withLevels(List.of("red", "blue")).withReference("rde"),
                "a.reference: unknown level 'rde'; did you mean 'red'?");
        FamilyOptions two = FamilyOptions.of("u", "v");
        refused(
                "gaussian-vector",
                two.withCovariance(new double[] {1, 1, 1, 1}),
                "a.covariance: must be positive definite");
        refused(
                "gaussian-vector",
                two.withCovariance(new double[] {1, 0.5, 0.4, 1}),
                "a.covariance: must be finite and symmetric");
        refused(
                "gaussian-vector",
                two.withCovariance(new double[] {1}),
                "a.covariance: must hold 2 x 2 numbers for 2 columns, found 1");
        refused(
                "statistic",
                w.withStatistic("w^2 + foo"),
                "a.statistic 'w^2 + foo': at character 7: unknown name 'foo'");
    }

    private static void refused(String name, FamilyOptions options, String message) {
        assertThatThrownBy(() -> Families.require("a", name, options))
                .isInstanceOf(UserError.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void valuesOutsideTheSupportAreRefusedInWords() {
        assertThat(Laws.make("bernoulli", w).refuse(new double[] {2})).isEqualTo("must be 0 or 1");
        assertThat(Laws.make("binomial", w.withTrials(5)).refuse(new double[] {6}))
                .isEqualTo("must be a whole number from 0 to 5");
        assertThat(Laws.make("poisson", w).refuse(new double[] {1.5})).isEqualTo("must be a whole number >= 0");
        assertThat(Laws.make("geometric", w).refuse(new double[] {-1})).isEqualTo("must be a whole number >= 0");
        assertThat(Laws.make("exponential", w).refuse(new double[] {-1e-9})).isEqualTo("must be >= 0");
        assertThat(Laws.make("exponential", w).refuse(new double[] {0})).isNull();
        assertThat(Laws.make("gamma", w.withShape(2)).refuse(new double[] {0})).isEqualTo("must be > 0");
        assertThat(Laws.make("log-normal", w.withSd(1)).refuse(new double[] {0}))
                .isEqualTo("must be > 0");
        assertThat(Laws.make("beta", w).refuse(new double[] {1})).isEqualTo("must be > 0 and < 1");
        assertThat(Laws.make("pareto", w.withMinimum(2)).refuse(new double[] {1.9}))
                .isEqualTo("must be >= the minimum 2");
        FamilyOptions counts = FamilyOptions.of("a", "b").withTrials(3);
        assertThat(Laws.make("multinomial", counts).refuse(new double[] {1, 1}))
                .isEqualTo("must be counts that sum to 3");
        assertThat(Laws.make("dirichlet", counts).refuse(new double[] {0.2, 0.7}))
                .isEqualTo("must be shares that sum to 1");
        assertThat(Laws.make("categorical", w.withLevels(List.of("x", "y"))).refuse(new double[] {2}))
                .isEqualTo("must be one of the levels x, y");
    }

    @Test
    void aUserStatisticIsNotParametric() {
        ExponentialFamily family = Families.require(
                "a", "statistic", FamilyOptions.of("blood pressure").withStatistic("log(w); `blood pressure`^2"));
        assertThat(family.parametric()).isFalse();
        double[] t = new double[2];
        family.statistic(new double[] {3}, t);
        assertThat(t).containsExactly(Math.log(3), 9);
        assertThat(family.component(1)).isEqualTo("`blood pressure`^2");
        assertThat(family.refuse(new double[] {0})).isEqualTo("must have a finite statistic log(w)");
        assertThatThrownBy(() -> family.cumulant(new double[2], new double[2]))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThat(Laws.make("poisson", w).parametric()).isTrue();
    }

    @Test
    void aScaleIsNeededWhereTheVarianceIsKnown() {
        assertThat(Families.names().stream().filter(Families::needsScale))
                .containsExactly("gaussian", "gaussian-vector", "log-normal");
    }
}
