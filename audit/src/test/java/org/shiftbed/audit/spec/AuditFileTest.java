package org.shiftbed.audit.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.audit.family.Target;
import org.shiftbed.audit.family.Targets;
import org.shiftbed.base.UserError;

class AuditFileTest {
    private static final String FULL = """
            table: eval.parquet
            loss: {kind: log, label: Y, prediction: p, clip: 1e-9, positive: 1}
            worse: larger
            weight: w
            cluster: patient
            shifts:
              - {variable: O, family: bernoulli, given: [Y], form: per-value, targets: "P(O=1|Y=1) = 0.52", only: [{Y: 1}]}
              - {variable: age, family: gaussian, unit: sd}
              - {variable: ward, family: categorical, given: [age, sex], bins: {age: [40, 65]}, form: "d0 + d1 * indicator(age > 65)", tie: a}
            where: {part: test, step: [300, 400], ok: true}
            budget:
              fisher: {radius: [2, 0.5]}
              box: {"*": [-1, 1]}
              limits: ["abs([O | Y=1]) <= 0.5"]
              freeze: age
              like: {before: a.parquet, after: b.parquet}
            against: other.parquet
            estimation: {nuisance: ridge, penalty: 3, folds: 4, cross-fit: false, bootstrap: 200, min-cell: 7, seed: 9, level: 0.9, centring: mean}
            """;

    private static final AuditSpec BUILT = AuditSpec.of(
                    LossSpec.of(LossKind.LOG, "Y", "p").withClip(1e-9).withPositive("1"),
                    ShiftSpec.of("O")
                            .withFamily("bernoulli")
                            .given("Y")
                            .withForm("per-value")
                            .withOnly(List.of(Map.of("Y", 1L)))
                            .withTargets(
                                    List.of(Target.probability("O", "1", 0.52).given("Y", "1"))),
                    ShiftSpec.of("age").withFamily("gaussian").withOption("unit", "sd"),
                    ShiftSpec.of("ward")
                            .withFamily("categorical")
                            .given("age", "sex")
                            .withBins("age", 40, 65)
                            .withForm("d0 + d1 * indicator(age > 65)")
                            .withTie("a"))
            .withTable("eval.parquet")
            .withWeight("w")
            .withCluster("patient")
            .where("part", "test")
            .where("step", List.of(300L, 400L))
            .where("ok", true)
            .withBudget(BudgetSpec.of(new BudgetSpec.Fisher(), 0.5, 2)
                    .withRange("*", -1, 1)
                    .withLimits(List.of(
                            new LinearLimit(Map.of("O | Y=1", 1.0), 0.5),
                            new LinearLimit(Map.of("O | Y=1", -1.0), 0.5)))
                    .withFreeze(List.of("age")))
            .withLike(new LikeSpec("a.parquet", "b.parquet"))
            .withAgainst("other.parquet")
            .withEstimation(EstimationSpec.standard()
                    .withNuisance(EstimationSpec.Nuisance.RIDGE)
                    .withPenalty(3)
                    .withFolds(4)
                    .withCrossFit(false)
                    .withBootstrap(200)
                    .withMinCell(7)
                    .withSeed(9)
                    .withLevel(0.9)
                    .withCentring(EstimationSpec.Centring.MEAN));

    @TempDir
    Path folder;

    private static final String BASE = "loss: {column: loss}\nshifts: [{variable: O, given: Y}]\n";

    private static void bad(String text, String... parts) {
        assertThatThrownBy(() -> AuditFile.parse(text, "a.yaml"))
                .isInstanceOf(UserError.class)
                .hasMessageContainingAll(parts)
                .satisfies(e -> assertThat(e.getMessage()).startsWith("a.yaml").doesNotContain("\n"));
    }

    private static void badFlags(Map<String, List<String>> flags, String... parts) {
        assertThatThrownBy(() -> AuditFlags.read(flags))
                .isInstanceOf(UserError.class)
                .hasMessageContainingAll(parts);
    }

    @Test
    void aFileGivesWhatJavaBuilds() {
        assertThat(AuditFile.parse(FULL, "a.yaml")).isEqualTo(BUILT);
        assertThat(BUILT.checked()).isEqualTo(BUILT);
    }

    @Test
    void flagsGiveWhatAFileGives() {
        AuditSpec file = AuditFile.parse("""
                table: eval.csv
                loss: {kind: log, label: Y, prediction: p, clip: 1.0e-9}
                weight: w
                cluster: patient
                shifts:
                  - {variable: O, given: [Y], targets: ["P(O=1 | Y=1) = 0.52"]}
                  - {variable: age, family: gaussian}
                  - {variable: ward, family: categorical, reference: A, given: [age, "is old"], bins: {age: [40, 65.5]}, form: "d0 + d1*indicator(age > 65)", name: W}
                  - {variable: [w1, w2], family: gaussian-vector, unit: raw}
                  - {variable: n, family: binomial, trials: 5, tie: t}
                where: {part: test, step: [300, 400], code: "007", x: 0.5}
                budget: {ball: {radius: [1, 2]}, freeze: [age, "O | Y=0"], limits: ["W - 2*age >= -1"]}
                against: other.csv
                estimation: {nuisance: poly, degree: 3, folds: 10, seed: 4}
                """, "a.yaml");
        Map<String, List<String>> flags = Map.ofEntries(
                Map.entry("table", List.of("eval.csv")),
                Map.entry("loss", List.of("log")),
                Map.entry("label", List.of("Y")),
                Map.entry("prediction", List.of("p")),
                Map.entry("clip", List.of("1e-9")),
                Map.entry("weight", List.of("w")),
                Map.entry("cluster", List.of("patient")),
                Map.entry(
                        "shift",
                        List.of(
                                "O given Y",
                                "age: gaussian",
                                "ward: categorical reference=A name=W given age [40, 65.5], 'is old' form: d0 + d1*indicator(age > 65)",
                                "w1 + w2: gaussian-vector unit=raw",
                                "n: binomial trials=5 tie=t")),
                Map.entry("target", List.of("P(O=1|Y=1) = 0.52")),
                Map.entry("where", List.of("part=test", "step=300", "code=007", "step=400", "x=0.5")),
                Map.entry("radius", List.of("2", "1")),
                Map.entry("freeze", List.of("age", "O | Y=0")),
                Map.entry("limit", List.of("W - 2*age >= -1")),
                Map.entry("against", List.of("other.csv")),
                Map.entry("nuisance", List.of("poly")),
                Map.entry("degree", List.of("3")),
                Map.entry("folds", List.of("10")),
                Map.entry("seed", List.of("4")));
        assertThat(AuditFlags.read(flags)).isEqualTo(file);
    }

    @Test
    void aShiftMayBeWrittenAsTextInAFile() {
        AuditSpec text = AuditFile.parse("loss: {column: l}\nshifts: ['O: bernoulli given Y']\n", "a.yaml");
        assertThat(text.shifts())
                .containsExactly(ShiftSpec.of("O").withFamily("bernoulli").given("Y"));
        assertThat(text.budget()).isEqualTo(BudgetSpec.standard());
        assertThat(text.worse()).isEqualTo(Direction.LARGER);
        assertThat(text.estimation()).isEqualTo(EstimationSpec.standard());
    }

    @Test
    void pathsOfAFileAreRelativeToItAndFlagsReplaceItsFields() throws IOException {
        Path file = Files.writeString(
                folder.resolve("a.yaml"),
                "table: t.csv\nloss: {kind: log, label: Y, prediction: p}\nshifts: [O]\nwhere: {part: test}\n"
                        + "budget: {fisher: {radius: 1}, freeze: a}\n");
        AuditSpec read = AuditFile.read(file);
        assertThat(read.table()).isEqualTo(folder.resolve("t.csv").toString());
        AuditSpec over = AuditFile.question(
                        file,
                        Map.of(
                                "table", List.of("u.csv"),
                                "prediction", List.of("q"),
                                "radius", List.of("3"),
                                "where", List.of("step=1")))
                .spec();
        assertThat(over)
                .isEqualTo(read.withTable("u.csv")
                        .where("step", 1L)
                        .withBudget(BudgetSpec.of(new BudgetSpec.Fisher(), 3).withFreeze(List.of("a")))
                        .withLoss(LossSpec.of(LossKind.LOG, "Y", "q")));
        Path half = Files.writeString(folder.resolve("half.yaml"), "loss: {column: l}\n");
        assertThat(AuditFile.question(half, Map.of("shift", List.of("O")))
                        .spec()
                        .shifts())
                .containsExactly(ShiftSpec.of("O"));
        assertThatThrownBy(() -> AuditFile.question(half, Map.of("seed", List.of("1"))))
                .hasMessage(half + ": field 'shifts' is missing: what may shift, such as 'O given Y'");
        assertThatThrownBy(() -> AuditFile.read(folder))
                .hasMessage(folder + ": is a folder; give the audit file inside it");
    }

    @Test
    void mistakesInTheFileNameLineFieldAndRule() {
        bad("", "a.yaml: is empty");
        bad("- 1\n", "must be an audit (a map of fields), found a list");
        bad("loss: {column: l}\n", "field 'shifts' is missing");
        bad(BASE + "lose: 1\n", "a.yaml, line 3: lose: unknown field 'lose'; did you mean 'loss'?");
        bad(BASE + "weight: 1\n", "line 3: weight: must be text, found 1; put it in quotes");
        bad(BASE + "weight: a\nweight: b\n", "line 4: field 'weight' is written twice");
        bad(BASE + "worse: bigger\n", "line 3: worse: unknown direction 'bigger'", "larger, smaller");
        bad("loss: {kind: lag, label: y, prediction: p}\nshifts: [O]\n", "line 1: loss.kind", "did you mean 'log'?");
        bad("loss: {kind: auc, label: y, prediction: p}\nshifts: [O]\n", "'auc' is not an average over rows");
        bad("loss: {kind: median, label: y, prediction: p}\nshifts: [O]\n", "'median' is not an average");
        bad(
                "loss: {kind: log, label: y}\nshifts: [O]\n",
                "line 1: loss: field 'loss.prediction' is missing",
                "loss log");
        bad("loss: {label: y, prediction: p}\nshifts: [O]\n", "field 'loss.kind' is missing");
        bad(
                "loss: {kind: squared, label: y, prediction: p, clip: 0.1}\nshifts: [O]\n",
                "loss.clip: has no meaning for loss squared");
        bad("loss: {kind: column, label: y}\nshifts: [O]\n", "field 'loss.column' is missing");
        bad(
                "loss: {kind: ratio, metric: log, label: y, prediction: p}\nshifts: [O]\n",
                "loss.metric: 'log' is no ratio of two averages; say 'loss.kind: log'");
        bad(
                "loss: {kind: accuracy, label: y, prediction: p}\nshifts: [O]\nworse: larger\n",
                "line 3: worse: accuracy is worse where it is smaller, found larger");
        bad(
                "loss: {kind: log, label: y, prediction: p}\nshifts: [O]\nworse: smaller\n",
                "log is worse where it is larger");
        bad("loss: {column: l}\nshifts: []\n", "line 2: shifts: must be a list of at least one");
        bad("loss: {column: l}\nshifts: [O, O]\n", "shifts[1]: is the same as shifts[0]");
        bad("loss: {column: l}\nshifts: [O, 'O given Y']\n", "shifts[1]: variable 'O' shifts already in shifts[0]");
        bad(
                "loss: {column: l}\nshifts: [{variable: O, given: [Y, O]}]\n",
                "shifts[0].given: 'O' is the shifting variable itself");
        bad("loss: {column: l}\nshifts: [{variable: O, family: gausian}]\n", "did you mean 'gaussian'?");
        bad(
                "loss: {column: l}\nshifts: [{variable: O, given: age, bins: {age: [65, 40]}}]\n",
                "cut points of 'age' must ascend, found 40.0 behind 65.0");
        bad("loss: {column: l}\nshifts: [{variable: O, given: age, bins: {sex: 1}}]\n", "'sex' is no parent of 'O'");
        bad(
                "loss: {column: l}\nshifts: [{variable: O, given: Y, form: constant, only: {Y: 1}}]\n",
                "only: belongs to form per-value");
        bad(BASE + "targets: ['P(Q=1) = 0.5']\n", "line 3: targets: unknown variable 'Q'");
        bad(BASE + "targets: ['P(O=1) = 1.5']\n", "targets: P(O=1) = 1.5: a probability must be between 0 and 1");
        bad(BASE + "targets: ['P(O=1 = 0.5']\n", "at character 7: expected ')'");
        bad(BASE + "budget: {ball: {}, fisher: {}}\n", "budget: gives ball and fisher");
        bad(BASE + "budget: {ball: {radius: -1}}\n", "budget.ball.radius: must be a number from 0");
        bad(
                BASE + "budget: {box: {O: [1, 0]}}\n",
                "budget.box.O: must be a list [smallest, largest], found [1, 0], whose first number is the larger one");
        bad(BASE + "budget: {box: {O: [1, 0, 3]}}\n", "budget.box.O: must be a list [smallest, largest]");
        bad(BASE + "budget: {limits: ['abs(O) >= 1']}\n", "abs(...) can be bounded from above only");
        bad(BASE + "budget: {limits: ['O - O <= 1']}\n", "no parameter is bounded");
        bad(
                BASE + "budget: {limits: ['abs(test ordered) <= 1']}\n",
                "expected ')' (a label with blanks stands in brackets");
        bad(BASE + "budget: {limits: ['O < 1']}\n", "expected '<=', '>=' or '='");
        bad(
                BASE + "budget: {ellipsoid: {matrix: [[1, 0], [1, 1]]}}\n",
                "must be symmetric, found 1.0 in row 2, column 1");
        bad(BASE + "budget: {ellipsoid: {matrix: [[1, 0]]}}\n", "must be square");
        bad(BASE + "budget: {like: {before: a}}\n", "field 'after' is missing");
        bad(BASE + "estimation: {folds: 1}\n", "estimation.folds: must be a whole number");
        bad(BASE + "estimation: {folds: 51}\n", "estimation.folds: must be a whole number from 2 to 50, found 51");
        bad(BASE + "where: {part: [test, {a: 1}]}\n", "where.part[1]: must be a value of the column");
    }

    @Test
    void mistakesInFlagsNameTheFlag() {
        badFlags(Map.of("lables", List.of("x")), "--lables: unknown flag 'lables'; did you mean 'label'?");
        badFlags(Map.of("radius", List.of("big")), "--radius", "must be a number from 0", "'big'");
        badFlags(Map.of("label", List.of("a", "b")), "--label: is given 2 times");
        badFlags(Map.of("where", List.of("part")), "--where: must be column=value, found 'part'");
        badFlags(Map.of("shift", List.of("O given")), "--shift", "expected a parent at character 8");
        badFlags(Map.of("shift", List.of("O: gausian")), "did you mean 'gaussian'?");
        badFlags(Map.of("shift", List.of("O: gaussian uni=raw")), "unknown option 'uni'; did you mean 'unit'?");
        badFlags(Map.of("shift", List.of("O: gaussian raw")), "expected 'raw=VALUE'");
        badFlags(Map.of("shift", List.of("O given Y formed: x")), "found 'formed: x'");
        badFlags(Map.of("shift", List.of("test ordered given Y")), "a name with blanks stands in quotes");
        badFlags(Map.of("shift", List.of("O given 'Y")), "expected a closing '");
        badFlags(Map.of("loss", List.of("auc")), "--loss: 'auc' is not an average");
        badFlags(Map.of("loss-column", List.of("l")), "--shift is missing: what may shift");
    }

    @Test
    void limitsAreLinearInTheirParameters() {
        assertThat(LimitText.parse("x", "[O | Y=1] - [O | Y=0] <= 0.5"))
                .containsExactly(new LinearLimit(Map.of("O | Y=1", 1.0, "O | Y=0", -1.0), 0.5));
        assertThat(LimitText.parse("x", "-1 <= age <= 2"))
                .containsExactly(new LinearLimit(Map.of("age", -1.0), 1), new LinearLimit(Map.of("age", 1.0), 2));
        assertThat(LimitText.parse("x", "abs(2*a + b - 1) <= 3 - c"))
                .containsExactly(
                        new LinearLimit(Map.of("a", 2.0, "b", 1.0, "c", 1.0), 4),
                        new LinearLimit(Map.of("a", -2.0, "b", -1.0, "c", 1.0), 2));
        assertThat(LimitText.parse("x", "a = 2e-1"))
                .containsExactly(new LinearLimit(Map.of("a", 1.0), 0.2), new LinearLimit(Map.of("a", -1.0), -0.2));
        assertThat(LimitText.parse("x", "1 >= [a ]] b]")).containsExactly(new LinearLimit(Map.of("a ] b", 1.0), 1));
    }

    @Test
    void targetsNameALevelOrAMean() {
        assertThat(Targets.parse("x", "P(O=1|Y=1,'the ward'=\"A, B\") = .52"))
                .isEqualTo(Target.probability("O", "1", 0.52).given("Y", "1").given("the ward", "A, B"));
        assertThat(Targets.parse("x", "mean( age | ward = A ) = -60.5"))
                .isEqualTo(Target.mean("age", -60.5).given("ward", "A"));
    }

    @Test
    void theSchemaKnowsEveryFieldOfTheFile() {
        assertThat(AuditFile.schema().get("properties"))
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsKeys(
                        "table", "loss", "worse", "shifts", "where", "budget", "against", "targets", "estimation");
    }

    @Test
    void ratioMetricsAndTheirOtherNamesAreKinds() {
        for (String name : List.of("recall", "tpr", "true_positive_rate", "Sensitivity")) {
            AuditSpec spec = AuditFile.parse(
                    "loss: {kind: " + name + ", label: y, prediction: p, threshold: 0.5}\nshifts: [O]\n", "a.yaml");
            assertThat(spec.loss())
                    .isEqualTo(LossSpec.ratio(RatioMetric.RECALL, "y", "p").withThreshold(0.5));
            assertThat(spec.worse()).isEqualTo(Direction.SMALLER);
        }
        assertThat(AuditFile.parse(
                                "loss: {kind: ratio, numerator: a, denominator: b}\nworse: smaller\nshifts: [O]\n", "a")
                        .withWorse(Direction.LARGER)
                        .loss())
                .isEqualTo(LossSpec.ratioOfColumns("a", "b"));
    }
}
