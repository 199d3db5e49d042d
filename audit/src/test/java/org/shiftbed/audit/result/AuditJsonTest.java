package org.shiftbed.audit.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.audit.estimate.ImportanceSampling;
import org.shiftbed.audit.family.Axis;
import org.shiftbed.audit.result.RadiusResult.ShiftEstimate;
import org.shiftbed.audit.worst.WorstCase;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.base.UserError;

class AuditJsonTest {
    private static final double NAN = Double.NaN;
    private static final double INF = Double.POSITIVE_INFINITY;

    /** Every value differs from every other, so that no two fields can be mixed up. */
    private static AuditResult full() {
        double[] delta = {0.1 + 0.2, -5.684341886080802E-14};
        ShiftEstimate estimate = estimate(delta);
        RadiusResult radius = new RadiusResult(
                1.25,
                new WorstCase(
                        delta,
                        0.011,
                        0.012,
                        WorstCase.Kind.INTERIOR_FLAT,
                        false,
                        List.of(new double[] {0.013, 0.014}, new double[] {0.015, 0.016}),
                        new WorstCase.Certificate(1e-17, NAN, 2e-16, true, WorstCase.Proof.DUALITY)),
                estimate,
                0.21,
                0.22,
                0.221,
                0.222,
                NAN,
                INF,
                new double[] {0.23, 0.24},
                new double[][] {{0.25, 0.26}, {0.27, 0.28}},
                0.29,
                true,
                new RadiusResult.BlockDiagonal(new double[] {0.31, 0.32}, 0.33, 0.34, 0.35),
                List.of(
                        new Effect(
                                "O",
                                "Y=1",
                                "P(O=1 | Y=1)",
                                0.36,
                                0.37,
                                38,
                                0.39,
                                "\"Tested\" <less> 😀",
                                List.of(new Effect.Term(1, -0.5))),
                        new Effect("day", "", "mean day", 41, 42.5, 43, NAN, "later", null, Axis.DATE, 42.25)));
        return new AuditResult(
                new DataFacts(
                        "a\\b.csv", "00ff", 100, 7, true, List.of("O", "Y"), Map.of("age", 3L), "w", 5, "part = test"),
                new LossFacts("log loss", false, 0.5, 0.51, 0.52, 0.53, 0.95, 0, INF, "yes"),
                List.of(new VariableFacts(
                        "O",
                        "bernoulli",
                        "log-odds",
                        List.of("Y"),
                        "per-value",
                        "s",
                        true,
                        "group",
                        "odds",
                        new RulingRows("O", "a, row 3", "-999", 2, 0.591, "3.2", "1.1", true))),
                List.of(
                        new AuditResult.Parameter("O | Y=0", "O", 0.54, 0.55, 56, true, false),
                        new AuditResult.Parameter("O | Y=1", "O", 0.57, 0.58, 59, false, true)),
                new double[][] {{0.61, 0.62}, {0.62, 0.63}},
                new double[][] {{0.64, 0.65}, {0.65, 0.66}},
                new BudgetFacts(
                        "all",
                        new double[][] {{1, 0}, {0, 2}},
                        new double[] {0, 0.67},
                        new double[] {-INF, -0.68},
                        new double[] {0.69, INF},
                        List.of("O | Y=1 at most 1")),
                List.of(radius),
                List.of(new TargetResult(
                        "P(O=1) = 0.5",
                        0.71,
                        estimate(new double[] {0.72, 0.73}),
                        List.of(),
                        List.of("[O | Y=1] <= 0.6"))),
                List.of(new AuditResult.Passing(
                        0.74,
                        1.5,
                        0.75,
                        NAN,
                        new Verdict(Verdict.Grade.CAUTION, List.of("c")),
                        new AuditResult.Passing.Weighted(0.751, 0.752, 0.753, true, 0.754))),
                new History(
                        "b.csv",
                        "a.csv",
                        76,
                        77,
                        new double[] {0.78, 0.79},
                        new double[] {0.81, 0.82},
                        0.83,
                        0.84,
                        0.85,
                        0.86,
                        estimate(new double[] {0.78, 0.79})),
                new Against(
                        "o.csv",
                        0.87,
                        List.of(new Against.Point(
                                1, 0.88, 0.89, 0.91, 0.92, 0.93, new double[] {0.94, 0.95}, 0.96, 0.97, 0.98))),
                List.of(new AuditResult.Baseline("joint CVaR", "keep 0.2", NAN, 1.01, "r")),
                new AuditResult.FactorisationFacts(false, 30.2, 3.6, List.of("O | Y=0", "age"), 12),
                new double[] {0.99, NAN},
                new Verdict(Verdict.Grade.UNINFORMATIVE, List.of("few rows")),
                "headline",
                List.of("note"),
                9_007_199_254_740_993L,
                new ConditionResult("worst-loss > 1", ConditionResult.Outcome.OPEN, 1.25, 3.1, INF, "few"));
    }

    private static ShiftEstimate estimate(double[] delta) {
        return new ShiftEstimate(
                delta,
                2.01,
                2.02,
                2.03,
                2.04,
                2.045,
                2.05,
                NAN,
                -INF,
                new ImportanceSampling(NAN, 2.11, 2.12, 2.13, 2.14, 2.15, 2.16, 2.17, 2.18, 2.19, 2.21, 2.22, 2.23),
                2.24,
                2.25,
                null,
                2.26,
                true,
                2e23,
                new Verdict(Verdict.Grade.POOR, List.of("a", "b")));
    }

    @Test
    void whatIsWrittenIsReadBackEqual(@TempDir Path folder) throws IOException {
        AuditResult result = full();
        Path file = folder.resolve("audit.json");
        AuditJson.write(result, file);
        AuditResult read = AuditJson.read(file);
        assertThat(read)
                .usingRecursiveComparison()
                .withComparatorForType(Double::compare, Double.class)
                .withStrictTypeChecking()
                .isEqualTo(result);
        assertThat(AuditJson.write(read)).isEqualTo(Files.readString(file));
    }

    @Test
    void whatIsAbsentStaysAbsent() {
        AuditResult full = full();
        AuditResult bare = new AuditResult(
                full.data(),
                full.loss(),
                List.of(),
                List.of(),
                new double[0][0],
                new double[0][0],
                new BudgetFacts("nothing", new double[0][0], new double[0], new double[0], new double[0], List.of()),
                List.of(),
                List.of(),
                List.of(),
                null,
                null,
                List.of(),
                full.factorisation(),
                new double[0],
                full.verdict(),
                "",
                List.of(),
                1,
                null);
        AuditResult read = AuditJson.parse("audit.json", AuditJson.write(bare));
        assertThat(read).usingRecursiveComparison().isEqualTo(bare);
        assertThat(AuditJson.write(bare)).doesNotContain("history", "against", "condition");
    }

    @Test
    void fieldsThatCameLaterAreEmptyWhereAFileIsOlder() {
        String older = AuditJson.write(full())
                .replaceAll("\\s*\"breaks\" : .*,", "")
                .replaceAll("\\s*\"one\" : \"odds\",", "")
                .replaceAll("\\s*\"axis\" : \"date\",", "");
        assertThat(older).doesNotContain("\"breaks\" :", "\"one\" :", "\"axis\" :");
        AuditResult read = AuditJson.parse("audit.json", older);
        assertThat(read.targets().get(0).breaks()).isEmpty();
        assertThat(read.variables().get(0).one()).isEmpty();
        assertThat(read.radii().get(0).effects()).extracting(Effect::axis).containsOnly(Axis.NUMBER);
    }

    @Test
    void valuesThatAreNotFiniteAreTheThreeTexts() {
        String text = AuditJson.write(full());
        assertThat(text).contains("\"NaN\"", "\"Infinity\"", "\"-Infinity\"");
        assertThat(Pattern.compile("(?<!\")-?(NaN|Infinity)(?!\")")
                        .matcher(text)
                        .find())
                .isFalse();
        assertThat(CanonicalJson.parseObject(text)).containsEntry("schema", 1);
        assertThat(Objects.requireNonNull(CanonicalJson.parseObject(text).get("hessian")))
                .isEqualTo(List.of(0.61, 0.62, 0.62, 0.63));
    }

    @Test
    void aWrongFileIsRefusedWithThePlaceAndTheWayOut() {
        String text = AuditJson.write(full());
        assertThatThrownBy(() -> AuditJson.parse("audit.json", text.replace("\"one-step\"", "\"onestep\"")))
                .isInstanceOf(UserError.class)
                .hasMessageStartingWith("audit.json: radii[0].one-step: must be a number")
                .hasMessageContaining("found nothing");
        assertThatThrownBy(() -> AuditJson.parse(
                        "audit.json", text.replace("\"headline\" :", "\"headlin\" : 1, \"headline\" :")))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("unknown field 'headlin'; did you mean 'headline'?");
        assertThatThrownBy(() -> AuditJson.parse("audit.json", text.replace("\"schema\" : 1", "\"schema\" : 2")))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("reads schema 1, found 2");
        assertThatThrownBy(() -> AuditJson.parse("audit.json", text.replace("\"interior-flat\"", "\"interior-flatt\"")))
                .isInstanceOf(UserError.class)
                .hasMessageContaining(
                        "audit.json: radii[0].kind: unknown value 'interior-flatt'; did you mean 'interior-flat'?");
        assertThatThrownBy(() -> AuditJson.parse("audit.json", text.replace("0.23, 0.24", "0.23")))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("audit.json: radii[0].contributions: must be a list of 2 numbers");
        assertThatThrownBy(() -> AuditJson.parse("audit.json", "{"))
                .isInstanceOf(UserError.class)
                .hasMessageStartingWith("audit.json: not JSON");
    }

    /** The names of fields, as {@code a.b} and {@code list[].c}. */
    private static void names(String place, Object value, Map<String, String> found) {
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, field) -> {
                String name = place.isEmpty() ? String.valueOf(key) : place + "." + key;
                found.put(name, name);
                names(name, Objects.requireNonNull(field), found);
            });
        } else if (value instanceof List<?> list) {
            list.stream().filter(Map.class::isInstance).forEach(item -> names(place + "[]", item, found));
        }
    }

    @Test
    void everyFieldIsDocumented() throws IOException {
        Map<String, String> found = new TreeMap<>();
        names("", CanonicalJson.parseObject(AuditJson.write(full())), found);
        String documentation = Files.readString(Path.of("../docs/audit-json.md"));
        assertThat(found.keySet().stream()
                        .filter(name -> !name.startsWith("data.missing."))
                        // The fields of an estimate are told once, for radii.
                        .filter(name -> !name.startsWith("targets[].") || name.equals("targets[].size"))
                        .filter(name -> !name.startsWith("history.estimate."))
                        .map(name -> "`" + name + "`")
                        .filter(name -> !documentation.contains(name))
                        .collect(Collectors.toList()))
                .isEmpty();
    }
}
