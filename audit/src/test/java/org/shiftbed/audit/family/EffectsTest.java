package org.shiftbed.audit.family;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shiftbed.base.UserError;

class EffectsTest {
    private final FamilyOptions w = FamilyOptions.of("W");

    private static Effect effect(ExponentialFamily family, double[] mean, double... s) {
        return Effects.of(family, "W", List.of(), mean, new double[0], s);
    }

    @Test
    void theLabTestAtRadiusOneReadsAsInTheSpecification() {
        // parametric-robustness 6: P(O=1|Y=0) from 0.269 to 0.175 and P(O=1|Y=1) from 0.731 to 0.405.
        ExponentialFamily family = Laws.make("bernoulli", FamilyOptions.of("O"));
        Effect healthy = Effects.of(
                family, "O", List.of(), new double[] {0.268941421369995}, new double[1], new double[] {-0.5530});
        assertThat(healthy.sentence()).isEqualTo("the probability of O=1 goes from 0.269 to 0.175 (odds times 0.575)");
        Effect sick = Effects.of(
                family, "O", List.of(), new double[] {0.731058578630005}, new double[1], new double[] {-0.5530 - 0.8332
                });
        assertThat(sick.sentence()).startsWith("the probability of O=1 goes from 0.731 to 0.405");
        assertThat(sick.figures().get(0).name()).isEqualTo("P(O=1)");
        assertThat(sick.figures().get(0).after()).isEqualTo(1 / (1 + Math.exp(-1 + 0.5530 + 0.8332)), within(1e-14));
    }

    @Test
    void aParameterOfOneIsToldInWords() {
        List<Axis> numbers = List.of();
        assertThat(Effects.one(Laws.make("bernoulli", FamilyOptions.of("O")), "O", numbers))
                .isEqualTo("odds of O=1 times 2.72");
        assertThat(Effects.one(Laws.make("gaussian", w.withSd(14.8)), "age", numbers))
                .isEqualTo("mean of age by 14.8, one conditional standard deviation");
        assertThat(Effects.one(Laws.make("gaussian", w.withSd(203)), "visit", List.of(Axis.DATE)))
                .isEqualTo("mean of visit by 203 days, one conditional standard deviation");
        assertThat(Effects.one(Laws.make("gaussian", w.withSd(203).withUnit("raw")), "visit", List.of(Axis.DATE)))
                .isEqualTo("mean of visit by 1 day");
        assertThat(Effects.one(Laws.make("poisson", w), "W", numbers)).isEqualTo("rate of W times 2.72");
        assertThat(Effects.one(Laws.make("exponential", w), "W", numbers)).isEqualTo("rate of W minus 1");
    }

    /** The words of a shift of 1 agree with what {@code Effects.of} says of it. */
    @Test
    void whatAParameterOfOneDoesIsWhatAShiftOfOneDoes() {
        assertThat(effect(Laws.make("bernoulli", w), new double[] {0.3}, 1).sentence())
                .endsWith("(odds times 2.72)");
        assertThat(effect(Laws.make("poisson", w), new double[] {2}, 1).sentence())
                .endsWith("(rate times 2.72)");
        assertThat(effect(Laws.make("gaussian", w.withSd(14)), new double[] {4}, 1)
                        .sentence())
                .isEqualTo("the mean of W goes from 56 to 70 (1 conditional standard deviation)");
        assertThat(effect(Laws.make("log-normal", w.withSd(0.5)), new double[] {0}, 1)
                        .sentence())
                .contains("from 1 to 1.65");
        assertThat(Effects.one(Laws.make("log-normal", w.withSd(0.5)), "W", List.of()))
                .isEqualTo("geometric mean of W times 1.65");
        assertThat(effect(Laws.make("exponential", w), new double[] {0.5}, 1).sentence())
                .contains("(rate goes from 2 to 1)");
    }

    @Test
    void sentencesTellWhatPeopleCount() {
        assertThat(effect(Laws.make("poisson", w), new double[] {2}, Math.log(1.5))
                        .sentence())
                .isEqualTo("the mean count of W goes from 2 to 3 (rate times 1.5)");
        assertThat(effect(Laws.make("gaussian", w.withSd(10)), new double[] {6.5}, 0.5)
                        .sentence())
                .isEqualTo("the mean of W goes from 65 to 70 (0.5 conditional standard deviations)");
        assertThat(effect(Laws.make("gaussian", w.withSd(10).withUnit("raw")), new double[] {0.65}, 5)
                        .sentence())
                .isEqualTo("the mean of W goes from 65 to 70 (0.5 conditional standard deviations)");
        assertThat(effect(Laws.make("exponential", w), new double[] {2}, 0.25).sentence())
                .isEqualTo("the mean of W goes from 2 to 4 (rate goes from 0.5 to 0.25)");
        assertThat(effect(Laws.make("gaussian-mean-variance", w), new double[] {1, 5}, 0, -0.375)
                        .sentence())
                .isEqualTo("the mean of W goes from 1 to 0.25 and its standard deviation goes from 2 to 1");
        assertThat(effect(
                                Laws.make("categorical", w.withLevels(List.of("a", "b", "c"))),
                                new double[] {0.25, 0.25},
                                Math.log(2),
                                0)
                        .sentence())
                .isEqualTo(
                        "of the levels of W the probability of a goes from 0.5 to 0.4, of b goes from 0.25 to 0.4, of c goes from 0.25 to 0.2");
        assertThat(effect(Laws.make("bernoulli", w), new double[] {0.3}, 0).sentence())
                .startsWith("the probability of W=1 stays at 0.3");
        assertThat(effect(Laws.make("bernoulli", w), new double[] {0.3}, 1e-4).sentence())
                .startsWith("the probability of W=1 goes from 0.3 to 0.30002 (odds times 1.0001)");
    }

    @Test
    void aUserStatisticMovesByItsCovarianceToFirstOrder() {
        ExponentialFamily family = Laws.make("statistic", w.withStatistic("w; w^2"));
        Effect effect = Effects.of(
                family, "W", List.of(), new double[] {1, 3}, new double[] {2, 1, 1, 4}, new double[] {0.5, 0.25});
        assertThat(effect.sentence())
                .isEqualTo("the mean of w goes from 1 to 2.25, the mean of w^2 goes from 3 to 4.5 (first order)");
    }

    @Test
    void figuresInTheUnitsOfTheColumnAgreeWithTheTiltedDensity() {
        // The mean and sd of the column itself, not of T, by sums over the tilted density.
        List<String> checked = new ArrayList<>();
        Laws.all().filter(c -> c.family().columns() == 1).forEach(c -> {
            double[] s = c.shifts().get(0);
            double[] t = new double[s.length];
            Grid grid = c.laws().get(0);
            double[] sums = new double[3];
            for (int i = 0; i < grid.size(); i++) {
                double w = grid.point(i)[0];
                c.family().statistic(grid.point(i), t);
                double weight = Math.exp(grid.log(i) + Law.dot(s, t));
                if (weight > 0) {
                    sums[0] += weight;
                    sums[1] += weight * w;
                    sums[2] += weight * w * w;
                }
            }
            double mean = sums[1] / sums[0];
            for (Effect.Figure figure : effect(c.family(), c.mean(0), s).figures()) {
                if (figure.name().equals("mean of W")) {
                    assertThat(figure.after()).as(c.toString()).isEqualTo(mean, within(1e-8));
                    checked.add(c.family().name() + " mean");
                } else if (figure.name().equals("sd of W")) {
                    assertThat(figure.after())
                            .as(c.toString())
                            .isEqualTo(Math.sqrt(sums[2] / sums[0] - mean * mean), within(1e-8));
                    checked.add(c.family().name() + " sd");
                }
            }
        });
        assertThat(checked)
                .contains(
                        "weibull mean",
                        "rayleigh mean",
                        "gamma mean",
                        "gaussian mean",
                        "geometric mean",
                        "beta mean",
                        "beta sd",
                        "gamma-both sd",
                        "inverse-gaussian sd",
                        "gaussian-mean-variance sd");
    }

    @Test
    void nothingMovesWithoutAShift() {
        Laws.all().forEach(c -> {
            Effect effect = effect(c.family(), c.mean(1), new double[c.family().dimension()]);
            assertThat(effect.figures()).isNotEmpty();
            for (Effect.Figure figure : effect.figures()) {
                assertThat(figure.after())
                        .as(c + " " + figure.name())
                        .isEqualTo(figure.before(), within(1e-9 * Math.abs(figure.before())));
            }
        });
    }

    @Test
    void targetsAreTheInverseOfWhatTheSentenceSays() {
        double[] s = Effects.towards(
                "t", Laws.make("bernoulli", w), new double[] {0.3}, List.of(Targets.parse("t", "P(W=1) = 0.52")));
        assertThat(s[0]).isEqualTo(Math.log(0.52 / 0.48) - Math.log(0.3 / 0.7), within(1e-14));
        meets("gaussian", w.withSd(10), "E[W] = 70", new double[] {6.5}, 70);
        meets("gaussian", w.withSd(10).withUnit("raw"), "E[W] = 70", new double[] {0.65}, 70);
        meets("poisson", w, "rate(W) = 2.4", new double[] {1.1}, 2.4);
        meets("exponential", w, "rate(W) = 4", new double[] {2}, 0.25);
        meets("gamma", w.withShape(3), "E[W] = 5", new double[] {2}, 5);
        meets("weibull", w.withShape(1.6), "E[W] = 5", new double[] {2}, 5);
        meets("rayleigh", w, "E[W] = 5", new double[] {2}, 5);
        meets("geometric", w, "E[W] = 5", new double[] {2}, 5);
        meets("binomial", w.withTrials(8), "E[W] = 2", new double[] {6}, 0.25);
        meets("gamma-both", w, "E[W] = 5", new double[] {0.2, 2}, 5);
        meets("inverse-gaussian", w, "E[W] = 5", new double[] {2, 1}, 5);
        meets("gaussian-mean-variance", w, "E[W] = 5", new double[] {2, 5}, 5);
        meets("beta", w, "E[W] = 0.2", new double[] {-1, -0.7}, 0.2);
    }

    private void meets(String name, FamilyOptions options, String target, double[] mean, double after) {
        ExponentialFamily family = Laws.make(name, options);
        double[] s = Effects.towards("t", family, mean, List.of(Targets.parse("t", target)));
        assertThat(effect(family, mean, s).figures().get(0).after())
                .as(name)
                .isEqualTo(after, within(1e-10 * Math.max(1, after)));
    }

    @Test
    void aWantedMeanKeepsTheStandardDeviation() {
        for (String name : List.of("gamma-both", "inverse-gaussian", "gaussian-mean-variance")) {
            ExponentialFamily family = Laws.make(name, w);
            double[] mean = name.equals("gamma-both")
                    ? new double[] {0.2, 2}
                    : name.equals("inverse-gaussian") ? new double[] {2, 1} : new double[] {2, 5};
            double[] s = Effects.towards("t", family, mean, List.of(Targets.parse("t", "E[W] = 5")));
            Effect.Figure sd = effect(family, mean, s).figures().get(1);
            assertThat(sd.after()).as(name).isEqualTo(sd.before(), within(1e-10));
            s = Effects.towards(
                    "t", family, mean, List.of(Targets.parse("t", "E[W] = 5"), Targets.parse("t", "sd[W] = 0.7")));
            assertThat(effect(family, mean, s).figures().get(1).after())
                    .as(name)
                    .isEqualTo(0.7, within(1e-10));
        }
    }

    @Test
    void aWantedMeanOfOneColumnLeavesTheOthers() {
        for (String unit : List.of("raw", "sd", "whiten")) {
            ExponentialFamily family = Laws.make(
                    "gaussian-vector",
                    FamilyOptions.of("u", "v")
                            .withCovariance(new double[] {1, 0.5, 0.5, 2})
                            .withUnit(unit));
            double[] mean = new double[2];
            family.statistic(new double[] {0.4, -0.2}, mean);
            double[] s = Effects.towards("t", family, mean, List.of(Targets.parse("t", "E[v] = 1")));
            Effect effect = Effects.of(family, "W", List.of(), mean, new double[4], s);
            assertThat(effect.figures().get(0).after()).isEqualTo(0.4, within(1e-12));
            assertThat(effect.figures().get(1).after()).isEqualTo(1, within(1e-12));
        }
    }

    @Test
    void levelsWithoutATargetKeepTheirProportions() {
        ExponentialFamily family = Laws.make(
                "categorical", w.withLevels(List.of("a", "b", "c", "d")).withReference("c"));
        double[] mean = {0.1, 0.2, 0.4};
        double[] s = Effects.towards(
                "t", family, mean, List.of(Targets.parse("t", "P(W=c) = 0.5"), Targets.parse("t", "P(W=a) = 0.2")));
        double[] out = new double[3];
        family.tiltedMean(mean, s, out);
        assertThat(out).containsExactly(new double[] {0.2, 0.1, 0.2}, within(1e-14));
        assertThatThrownBy(() -> Effects.towards("t", family, mean, List.of(Targets.parse("t", "P(W=e) = 0.5"))))
                .isInstanceOf(UserError.class)
                .hasMessageStartingWith("t: P(W=e) = 0.5: unknown level of W 'e'");
        assertThatThrownBy(() -> Effects.towards(
                        "t",
                        family,
                        mean,
                        List.of(Targets.parse("t", "P(W=a) = 0.5"), Targets.parse("t", "P(W=b) = 0.5"))))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("the probabilities of the levels must sum to 1");
    }

    @Test
    void unreachableTargetsAreRefused() {
        ExponentialFamily family = Laws.make("bernoulli", w);
        assertThatThrownBy(() ->
                        Effects.towards("t", family, new double[] {0}, List.of(Targets.parse("t", "P(W=1) = 0.5"))))
                .isInstanceOf(UserError.class)
                .hasMessage("t: P(W=1) = 0.5: no finite shift leads there from 0");
        assertThatThrownBy(() ->
                        Effects.towards("t", family, new double[] {0.4}, List.of(Targets.parse("t", "rate(W) = 0.5"))))
                .isInstanceOf(UserError.class)
                .hasMessage("t: rate(W) = 0.5: a bernoulli variable takes a target of the form P(W=1) = p");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '~', textBlock = """
            P(O=1|Y=1) = 0.52           ; P(O=1|Y=1) = 0.52
            P( O = 1 | Y = 1 )=52%      ; P(O=1|Y=1) = 0.52
            E[age|ward=B] = 70          ; mean(age|ward=B) = 70
            rate(W|Z=1, Y=0) = 2.4      ; rate(W|Z=1, Y=0) = 2.4
            sd["blood (mm)"|'x|y'=a b]=1e1 ; sd(blood (mm)|x|y=a b) = 10
            """)
    void targetsAreRead(String text, String shown) {
        assertThat(Targets.parse("t", text.strip())).hasToString(shown.strip());
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            P(O=1) = 1.2      ; t: P(O=1) = 1.2: a probability must be between 0 and 1
            Q(O=1) = 0.2      ; t 'Q(O=1) = 0.2': a target begins with P(...), mean(...), sd(...) or rate(...)
            P(O) = 0.2        ; t 'P(O) = 0.2': at character 4: expected '=' and a level, found ') = 0.2'
            E[O|Y] = 0.2      ; t 'E[O|Y] = 0.2': at character 6: expected '=' and a value of Y, found '] = 0.2'
            E[O|Y=1 = 0.2     ; t 'E[O|Y=1 = 0.2': at character 9: expected ']', found '= 0.2'
            E[O] = high       ; t 'E[O] = high': at character 8: expected a number, or a date such as 2024-06-01, found 'high'
            E[O|Y=1, Y=2] = 1 ; t 'E[O|Y=1, Y=2] = 1': Y is given twice
            rate(W) = -1      ; t: rate(W) = -1: must be > 0
            """)
    void targetsThatCannotBeReadAreRefusedWithTheirPlace(String text, String message) {
        assertThatThrownBy(() -> Targets.parse("t", text.strip()))
                .isInstanceOf(UserError.class)
                .hasMessage(message.strip());
    }
}
