package org.shiftbed.audit.golden;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shiftbed.audit.Audit;
import org.shiftbed.audit.Beside;
import org.shiftbed.audit.demo.Demo;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.RadiusResult;
import org.shiftbed.base.Seed;
import org.shiftbed.base.UserError;
import org.shiftbed.data.table.Table;
import tools.jackson.databind.JsonNode;

/** The demos against the laws they are drawn from and the truths of the cases. */
class DemoTest {
    private static final Seed SEED = Seed.of("demo test");
    private static final Path FOLDER = Path.of("src/test/resources/robustness");

    @Test
    void labTestRowsFollowTheirLaw() {
        Table table = Demo.table("labtest", SEED);
        assertThat(table.rows()).isEqualTo(10_000);
        assertThat(table.names()).containsExactly("Y", "O", "L", "p");
        int[] y = table.ints("Y");
        int[] o = table.ints("O");
        double[] l = table.doubles("L");
        double[] p = table.doubles("p");
        share(0.5, y, r -> true);
        share(0.2689414213699951, o, r -> y[r] == 0);
        share(0.7310585786300049, o, r -> y[r] == 1);
        for (int label = 0; label < 2; label++) {
            int of = label;
            double[] tested = IntStream.range(0, y.length)
                    .filter(r -> y[r] == of && o[r] == 1)
                    .mapToDouble(r -> l[r] - (of - 0.5))
                    .toArray();
            double n = tested.length;
            assertThat(IntStream.range(0, tested.length)
                                    .mapToDouble(k -> tested[k])
                                    .sum()
                            / n)
                    .isCloseTo(0, within(5 / Math.sqrt(n)));
            assertThat(IntStream.range(0, tested.length)
                                    .mapToDouble(k -> tested[k] * tested[k])
                                    .sum()
                            / n)
                    .isCloseTo(1, within(5 * Math.sqrt(2 / n)));
        }
        for (int r = 0; r < y.length; r++) {
            double odds = o[r] == 1 ? 1 + l[r] : -1;
            assertThat(Math.log(p[r] / (1 - p[r]))).isCloseTo(odds, within(1e-12 * Math.exp(Math.abs(odds))));
            assertThat(o[r] == 1 || l[r] == 0).isTrue();
        }
    }

    @Test
    void facesFollowTheirGraph() {
        Table table = Demo.table("faces", SEED);
        GoldenCase golden = GoldenCase.open(FOLDER, "faces31");
        assertThat(table.rows()).isEqualTo(20_000);
        // The demo names its column of right answers by what its mean is.
        assertThat(table.names())
                .containsExactlyElementsOf(golden.rows().keySet().stream()
                        .map(name -> name.equals("correct") ? "accuracy" : name)
                        .toList());
        for (JsonNode node : golden.json().get("constants").get("graph")) {
            double[] coefficients = ExactLoss.doubles(node.get("coefficients"));
            int[] values = table.ints(node.get("name").asString());
            for (int pattern = 0; pattern < 1 << coefficients.length - 1; pattern++) {
                double odds = coefficients[0];
                IntPredicate all = r -> true;
                for (int k = 0; k + 1 < coefficients.length; k++) {
                    int has = pattern >> k & 1;
                    int[] parent = table.ints(node.get("parents").get(k).asString());
                    odds += coefficients[k + 1] * has;
                    all = all.and(r -> parent[r] == has);
                }
                share(BinaryNetwork.sigmoid(odds), values, all);
            }
        }
        share(0.9077097916117868, table.ints("accuracy"), r -> true);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0.5375547501",
        "-4, 0, 0.791244",
        "0.5, 0, 0.534425",
        "4, 0, 0.664256",
        "-0.5530, -0.8332, 0.67057",
        "-2.9251, -2.7283, 0.81581"
    })
    void labTestTruthHasThePrintedValues(double d0, double d1, double expected) {
        // The table is of s = d0 + d1 Y; the demo has one parameter for each value of Y.
        assertThat(Demo.truth("labtest").applyAsDouble(new double[] {d0, d0 + d1}))
                .isCloseTo(expected, within(6e-6));
    }

    @ParameterizedTest
    @CsvSource({"labtest, labtest, per-parent, 2", "faces, faces31, per-parent-31, 31"})
    void truthIsThatOfTheCase(String demo, String name, String variant, int parameters) {
        GoldenCase golden = GoldenCase.open(FOLDER, name);
        ExactLoss exact = golden.variants().stream()
                .filter(one -> one.get("name").asString().equals(variant))
                .map(one -> Objects.requireNonNull(ExactLoss.of(golden, one)))
                .findFirst()
                .orElseThrow();
        ToDoubleFunction<double[]> truth = Demo.truth(demo);
        SplittableRandom random = new SplittableRandom(3);
        for (int trial = 0; trial < 20; trial++) {
            double[] delta = new double[parameters];
            for (int a = 0; a < parameters; a++) {
                delta[a] = trial == 0 ? 0 : 4 * random.nextDouble() - 2;
            }
            assertThat(truth.applyAsDouble(delta)).isCloseTo(exact.at(delta), within(1e-12));
        }
        assertThatThrownBy(() -> truth.applyAsDouble(new double[parameters + 1]))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void anAuditOfADemoPredictsItsTruth() {
        for (String name : Demo.names()) {
            AuditResult result = Audit.run(Demo.spec(name).checked(), Demo.table(name, SEED), "demo", Beside.nothing());
            int parameters = result.parameters().size();
            assertThat(parameters).isEqualTo(name.equals("labtest") ? 2 : 31);
            RadiusResult first = result.radii().get(0);
            double predicted = first.estimate().value();
            double truth = Demo.truth(name).applyAsDouble(first.worst().delta());
            // At the smallest radius the remainder of the expansion is below 0.002 (8.1, 8.4); the rest is sampling.
            assertThat(predicted)
                    .as(name)
                    .isCloseTo(truth, within(0.002 + 5 * first.estimate().standardError()));
            assertThat(result.baselines()).as(name).hasSizeGreaterThanOrEqualTo(7);
            assertThat(result.baselines())
                    .allSatisfy(one -> assertThat(one.loss()).isFinite());
        }
    }

    @Test
    void parametersAreInTheOrderOfTheTruth() {
        AuditResult faces = Audit.run(Demo.spec("faces"), Demo.table("faces", SEED), "demo", Beside.nothing());
        JsonNode labels = GoldenCase.open(FOLDER, "faces31").json().get("parameter_labels");
        assertThat(labels.size()).isEqualTo(31);
        for (int a = 0; a < 31; a++) {
            assertThat(faces.parameters().get(a).label())
                    .isEqualTo(labels.get(a).asString());
        }
        AuditResult labTest = Audit.run(Demo.spec("labtest"), Demo.table("labtest", SEED), "demo", Beside.nothing());
        assertThat(labTest.parameters())
                .extracting(AuditResult.Parameter::label)
                .containsExactly("O | Y=0", "O | Y=1");
    }

    @Test
    void aSeedMeansTheSameRows() {
        for (String name : Demo.names()) {
            String column = name.equals("labtest") ? "p" : "accuracy";
            double[] one = Demo.table(name, SEED).doubles(column);
            assertThat(Demo.table(name, SEED).doubles(column)).containsExactly(one);
            assertThat(Demo.table(name, Seed.of("another")).doubles(column)).isNotEqualTo(one);
        }
    }

    @Test
    void anUnknownDemoIsRefusedWithTheNearestName() {
        assertThatThrownBy(() -> Demo.spec("labtset"))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("labtset")
                .hasMessageContaining("labtest");
    }

    /** The share of ones among some rows, within five standard deviations of its expectation. */
    private static void share(double expected, int[] values, IntPredicate rows) {
        int[] some = IntStream.range(0, values.length)
                .filter(rows)
                .map(r -> values[r])
                .toArray();
        assertThat(IntStream.of(some).average().orElseThrow())
                .isCloseTo(expected, within(5 * Math.sqrt(expected * (1 - expected) / some.length)));
    }
}
