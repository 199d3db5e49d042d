package org.shiftbed.audit.form;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shiftbed.audit.family.ExponentialFamily;
import org.shiftbed.audit.family.Families;
import org.shiftbed.audit.family.FamilyOptions;
import org.shiftbed.base.UserError;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class FormsTest {
    private static final ExponentialFamily BERNOULLI = Families.require("t", "bernoulli", FamilyOptions.of("O"));
    private static final ExponentialFamily THREE =
            Families.require("t", "categorical", FamilyOptions.of("W").withLevels(List.of("red", "green", "blue")));
    private static final ExponentialFamily TWO = Families.require("t", "gaussian-mean-variance", FamilyOptions.of("W"));
    private static final Parent Y = Parent.values("Y", 0, 1, 1, 0);
    private static final Parent WARD = Parent.category("ward", List.of("A", "B", "C"));
    private static final Parent AGE = Parent.bins("t", "age", 40, 65);
    private static final Parent X = Parent.continuous("x");

    private static ShiftForm form(String text, ExponentialFamily family, Parent... parents) {
        return Forms.require("t", text, family, List.of(parents), new Forms.Nominal(0.4, 1.3));
    }

    private static List<String> labels(ShiftForm form) {
        return IntStream.range(0, form.parameters()).mapToObj(form::label).toList();
    }

    @Test
    void labelsSayWhatMoves() {
        assertThat(labels(form("constant", BERNOULLI))).containsExactly("");
        assertThat(labels(form("constant", THREE))).containsExactly("green", "blue");
        assertThat(labels(form("per-value", BERNOULLI, Y))).containsExactly("Y=0", "Y=1");
        assertThat(labels(form("per-value", THREE, Y)))
                .containsExactly("Y=0, green", "Y=0, blue", "Y=1, green", "Y=1, blue");
        assertThat(labels(form("per-value", BERNOULLI, AGE)))
                .containsExactly("age < 40", "40 <= age < 65", "age >= 65");
        assertThat(labels(form("linear", BERNOULLI, Y, X))).containsExactly("intercept", "* Y", "* x");
        assertThat(labels(form("linear", THREE, X)))
                .containsExactly("intercept, green", "intercept, blue", "* x, green", "* x, blue");
        assertThat(labels(form("subset(Y=1)", BERNOULLI, Y, WARD)))
                .containsExactly("Y=1, ward=A", "Y=1, ward=B", "Y=1, ward=C");
        assertThat(labels(form("subset(Y=1, ward=C; Y=0, ward=A)", BERNOULLI, Y, WARD)))
                .containsExactly("Y=0, ward=A", "Y=1, ward=C");
        assertThat(labels(form("d0 + d1 * x", BERNOULLI, X))).containsExactly("d0", "d1");
        assertThat(labels(form("mean-log-sd", TWO))).containsExactly("mean", "log sd");
    }

    @Test
    void theLabelsOfTheThirtyOneParametersAreReproduced() throws Exception {
        String given = System.getProperty("shiftbed.shared");
        Path file = given == null ? Path.of("missing") : Path.of(given, "golden/robustness/faces31.json");
        Assumptions.assumeTrue(Files.exists(file), "reference files are not here");
        JsonNode golden = JsonMapper.shared().readTree(Files.readString(file));
        List<String> expected = new ArrayList<>();
        golden.get("parameter_labels").forEach(label -> expected.add(label.asString()));
        List<String> found = new ArrayList<>();
        golden.get("variables").forEach(variable -> {
            List<Parent> parents = new ArrayList<>();
            variable.get("parents").forEach(name -> parents.add(Parent.values(name.asString(), 0, 1)));
            ShiftForm form = Forms.require("t", parents.isEmpty() ? "constant" : "per-value", BERNOULLI, parents, null);
            String name = variable.get("name").asString();
            labels(form).forEach(label -> found.add(label.isEmpty() ? name : name + " | " + label));
        });
        assertThat(found).hasSize(31).isEqualTo(expected);
    }

    @Test
    void theFirstParentIsTheFastestDigitOfThePattern() {
        PerValue form = (PerValue) form("per-value", THREE, Y, WARD, AGE);
        assertThat(form.patterns()).isEqualTo(18);
        assertThat(form.pattern(new double[] {1, 0, 0})).isEqualTo(1);
        assertThat(form.pattern(new double[] {0, 1, 39.9})).isEqualTo(2);
        assertThat(form.pattern(new double[] {0, 0, 40})).isEqualTo(6);
        assertThat(form.pattern(new double[] {1, 2, 65})).isEqualTo(17);
        assertThat(form.pattern(new double[] {2, 0, 0})).isEqualTo(-1);
        assertThat(form.patternLabel(17)).isEqualTo("Y=1, ward=C, age >= 65");
        double[] delta = IntStream.range(0, 36).asDoubleStream().toArray();
        double[] s = new double[2];
        form.value(new double[] {1, 2, 65}, delta, s);
        assertThat(s).containsExactly(34, 35);
        form.value(new double[] {7, 2, 65}, delta, s);
        assertThat(s).containsExactly(0, 0);
    }

    @Test
    void patternsOutsideASubsetDoNotMove() {
        ShiftForm form = form("subset(Y=1)", BERNOULLI, Y);
        double[] s = new double[1];
        form.value(new double[] {0}, new double[] {5}, s);
        assertThat(s[0]).isZero();
        form.value(new double[] {1}, new double[] {5}, s);
        assertThat(s[0]).isEqualTo(5);
    }

    @Test
    void theLinearFormIsOneAndZTimesIdentity() {
        ShiftForm form = form("linear", THREE, Y, X);
        double[] s = new double[2];
        form.value(new double[] {1, 0.5}, new double[] {1, 2, 10, 20, 100, 200}, s);
        assertThat(s).containsExactly(61, 122);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '@', quoteCharacter = '~', textBlock = """
            1 @ constant
            2 @ constant
            1 @ per-value
            2 @ per-value
            1 @ subset(Y=1)
            2 @ subset(ward=B; Y=0)
            1 @ linear
            1 @ d0 + d1 * Y * indicator(ward = 'B')
            1 @ exp(d0 * Y) - 1 + sigmoid(d1) * d2 + d0 * d2^2
            2 @ d0 * (1 + d1) ; log(1 + d1^2) * Y + max(d0, -3) - d2
            2 @ mean-log-sd
            """)
    void jacobianAndCurvatureAreTheDerivativesAtZeroAndAway(int q, String text) {
        boolean alone = text.contains("sd") || text.equals("linear");
        Parent[] parents = text.contains("sd") ? new Parent[0] : alone ? new Parent[] {Y, X} : new Parent[] {Y, WARD};
        ShiftForm form = form(text, q == 1 ? BERNOULLI : TWO, parents);
        assertThat(form.dimension()).isEqualTo(q);
        int p = form.parameters();
        for (double[] z : new double[][] {{0, 0}, {1, 1}, {1, 2}}) {
            for (double size : new double[] {0, 0.4}) {
                double[] delta = new double[p];
                for (int a = 0; a < p; a++) {
                    delta[a] = size * Math.cos(3 * a + 1);
                }
                double[] d = new double[p * q];
                double[] d2 = new double[p * p * q];
                Arrays.fill(d, 99);
                Arrays.fill(d2, 99);
                form.jacobian(z, delta, d);
                form.curvature(z, delta, d2);
                for (int a = 0; a < p; a++) {
                    double[] first = slope(form, z, delta, a, q, false);
                    double[] second = slope(form, z, delta, a, p * q, true);
                    for (int k = 0; k < q; k++) {
                        assertThat(d[a * q + k]).isEqualTo(first[k], within(1e-9));
                    }
                    for (int bk = 0; bk < p * q; bk++) {
                        assertThat(d2[a * p * q + bk]).isEqualTo(second[bk], within(1e-9));
                    }
                }
                assertThat(form.linear()).isEqualTo(!text.contains("sd") && !text.contains("d2"));
            }
        }
    }

    /** Fourth-order central difference of the value, or of the jacobian. */
    private static double[] slope(ShiftForm form, double[] z, double[] delta, int a, int size, boolean ofJacobian) {
        double h = 1e-3;
        double[] slope = new double[size];
        double[] out = new double[size];
        double[] steps = {1, -1, 2, -2};
        double[] weights = {8, -8, -1, 1};
        for (int i = 0; i < 4; i++) {
            double[] moved = delta.clone();
            moved[a] += steps[i] * h;
            if (ofJacobian) {
                form.jacobian(z, moved, out);
            } else {
                form.value(z, moved, out);
            }
            for (int k = 0; k < size; k++) {
                slope[k] += weights[i] * out[k] / (12 * h);
            }
        }
        return slope;
    }

    @Test
    void meanAndLogSdHasTheNumbersOfTheSpecification() {
        // parametric-robustness 2.4 with mu = 0.4, sigma = 1.3.
        ShiftForm form = form("mean-log-sd", TWO);
        double v = 1.69;
        double[] d = new double[4];
        double[] d2 = new double[8];
        form.jacobian(new double[0], new double[2], d);
        form.curvature(new double[0], new double[2], d2);
        assertThat(d).containsExactly(new double[] {1 / 1.3, 0, -0.8 / v, 1 / v}, within(1e-15));
        assertThat(d2).containsExactly(new double[] {0, 0, -2 / 1.3, 0, -2 / 1.3, 0, 1.6 / v, -2 / v}, within(1e-15));
        // The shifted law is the one that is meant: mean mu + sigma d0, sd sigma e^d1.
        double[] s = new double[2];
        form.value(new double[0], new double[] {0.5, -0.3}, s);
        double[] mean = new double[2];
        double[] covariance = new double[4];
        TWO.tiltedMean(new double[] {0.4, 0.16 + v}, s, mean);
        TWO.tiltedCovariance(new double[] {0.4, 0.16 + v}, s, covariance);
        assertThat(mean[0]).isEqualTo(0.4 + 1.3 * 0.5, within(1e-14));
        assertThat(Math.sqrt(covariance[0])).isEqualTo(1.3 * Math.exp(-0.3), within(1e-14));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '@', quoteCharacter = '~', textBlock = """
            per-vlaue       @ t.form: unknown form 'per-vlaue'; did you mean 'per-value'?
            per-value       @ t.form: per-value needs levels, and x is continuous; cut it by bins: {x: [...]}, or use linear
            linear          @ t.form: linear needs numbers, and ward is a category
            mean-log-sd     @ t.form: mean-log-sd needs family gaussian-mean-variance, found bernoulli
            d0; d1          @ t.form 'd0; d1': family bernoulli needs 1 expression, found 2
            d0 * yy         @ t.form 'd0 * yy': at character 6: unknown name 'yy'
            """)
    void formsThatDoNotFitAreRefused(String text, String message) {
        assertThatThrownBy(() -> form(text.strip(), BERNOULLI, WARD, X))
                .isInstanceOf(UserError.class)
                .hasMessageStartingWith(message.strip());
    }

    @Test
    void moreFormsThatDoNotFitAreRefused() {
        refused("per-value", BERNOULLI, "t.form: per-value needs parents; name them under given, or use constant");
        refused(
                "d0",
                THREE,
                "t.form 'd0': family categorical needs 2 expressions (green, blue), separated by ';', found 1");
        refused("subset(Z=1)", BERNOULLI, "t.form: unknown parent 'Z'", Y);
        refused("subset(Y=2)", BERNOULLI, "t.form: unknown value of Y '2'", Y);
        refused("subset()", BERNOULLI, "t.form '': at character 1: expected a name or value, found the end", Y);
        refused("subset(ward=a)", BERNOULLI, "t.form: unknown level of ward 'a'; did you mean 'A'?", WARD);
        refused("mean-log-sd", TWO, "t.form: mean-log-sd takes a variable without parents, found given Y", Y);
        assertThatThrownBy(() -> Parent.bins("t", "age", 65, 40))
                .hasMessage("t.bins.age: cut points must be finite and ascending, found [65.0, 40.0]");
    }

    private static void refused(String text, ExponentialFamily family, String message, Parent... parents) {
        assertThatThrownBy(() -> form(text, family, parents))
                .isInstanceOf(UserError.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void aShiftMustBeZeroAndSmoothAtZeroInEveryRow() {
        List<Parent> parents = List.of(Y, X);
        double[] z = {1, 0.25};
        ShiftForm offset = form("d0 + x - 0.25", BERNOULLI, Y, X);
        Forms.check("t", offset, parents, 3, z);
        assertThatThrownBy(() -> Forms.check("t", offset, parents, 4, new double[] {1, 0.5}))
                .isInstanceOf(UserError.class)
                .hasMessage("t.form: row 4: a shift must be 0 at delta = 0, found 0.25 for Y=1.0, x=0.5");
        ShiftForm tiny = form("d0 + 2e-12 * Y", BERNOULLI, Y, X);
        Forms.check("t", tiny, parents, 1, new double[] {0.5, 0});
        assertThatThrownBy(() -> Forms.check("t", tiny, parents, 1, new double[] {1, 0}))
                .hasMessageContaining("must be 0");
        assertThatThrownBy(() ->
                        Forms.check("t", form("log(x) * d0 * 0", BERNOULLI, Y, X), parents, 2, new double[] {1, -1}))
                .hasMessageContaining("found NaN");
        ShiftForm kink = form("x * abs(d0)", BERNOULLI, Y, X);
        assertThatThrownBy(() -> Forms.check("t", kink, parents, 2, new double[] {1, 0}))
                .hasMessageContaining("abs has a kink");
        assertThatThrownBy(() -> Forms.check("t", form("max(d0, 0)", BERNOULLI, Y, X), parents, 2, z))
                .hasMessage(
                        "t.form: row 2: max has a kink at delta = 0 for Y=1.0, x=0.25; a shift must be twice differentiable there");
        assertThatThrownBy(() -> Forms.check("t", form("sqrt(d0^2)", BERNOULLI, Y, X), parents, 2, z))
                .hasMessageContaining("a derivative at delta = 0 is not finite");
        for (String text : List.of("constant", "linear", "d0 * x")) {
            Forms.check("t", form(text, BERNOULLI, Y, X), parents, 1, z);
        }
    }

    @Test
    void targetsBecomeParameters() {
        List<Parent> parents = List.of(Y);
        List<double[]> z =
                List.of(Forms.values("t", parents, Map.of("Y", "1")), Forms.values("t", parents, Map.of("Y", "0")));
        List<double[]> s = List.of(new double[] {-1.4}, new double[] {-0.5});
        assertThat(Reaching.delta("t", form("per-value", BERNOULLI, Y), z, s))
                .containsExactly(new double[] {-0.5, -1.4}, within(1e-12));
        assertThat(Reaching.delta("t", form("linear", BERNOULLI, Y), z, s))
                .containsExactly(new double[] {-0.5, -0.9}, within(1e-12));
        assertThat(Reaching.delta("t", form("exp(d0) - 1 + Y * d1^3 + Y * d1", BERNOULLI, Y), z, s)[0])
                .isEqualTo(Math.log(0.5), within(1e-9));
        // One target for two parameters: the smallest delta.
        assertThat(Reaching.delta("t", form("linear", BERNOULLI, Y), z.subList(0, 1), s.subList(0, 1)))
                .containsExactly(new double[] {-0.7, -0.7}, within(1e-12));
        assertThatThrownBy(() -> Reaching.delta("t", form("constant", BERNOULLI, Y), z, s))
                .isInstanceOf(UserError.class)
                .hasMessage(
                        "t: no delta of this form meets all targets at once; use form: per-value, or fewer targets");
        assertThatThrownBy(() -> Forms.values("t", parents, Map.of("y", "1")))
                .hasMessageStartingWith("t: unknown parent 'y'; did you mean 'Y'?");
        assertThatThrownBy(() -> Forms.values("t", parents, Map.of()))
                .hasMessage("t: the value of the parent Y is missing");
        double[] law = {0.5, -0.3};
        double[] wanted = new double[2];
        ShiftForm gaussian = form("mean-log-sd", TWO);
        gaussian.value(new double[0], law, wanted);
        assertThat(Reaching.delta("t", gaussian, List.of(new double[0]), List.of(wanted)))
                .containsExactly(law, within(1e-8));
    }
}
