package org.shiftbed.audit.golden;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shiftbed.audit.estimate.QuadraticLoss;
import org.shiftbed.audit.worst.Quadratic;
import org.shiftbed.audit.worst.TrustRegion;
import org.shiftbed.audit.worst.WorstCase;
import tools.jackson.databind.json.JsonMapper;

/** The printed tables of parametric-robustness 2.6 and 8, from exact losses and our solver; half a unit of the last digit is allowed. */
class SpecTablesTest {
    private static final ExactLoss LAB_TEST_LINEAR = exact("labtest", "linear");
    private static final ExactLoss FACES = exact("faces31", "per-parent-31");
    private static final QuadraticLoss FACES_QUADRATIC = Differences.of(FACES, 31);

    /** The variable of each of the 31 parameters, alphabetically: 4, 2, 4, 4, 4, 8, 4 and 1 of them. */
    private static final int[] FACES_OWNER = {
        0, 0, 0, 0, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 7
    };

    @ParameterizedTest
    @CsvSource({
        "-4, 0.791244, 1.299288", "-2, 0.692042, 0.754384", "-1, 0.599821, 0.604960", "-0.5, 0.560620, 0.561005",
        "0.5, 0.534425, 0.534609", "1, 0.548698, 0.552168", "2, 0.600262, 0.648801", "4, 0.664256, 1.088122"
    })
    void labTestAlongOneShift(double d0, double exact, double quadratic) {
        ExactLoss loss = exact("labtest", "constant");
        assertThat(loss.at(new double[] {d0})).isCloseTo(exact, within(5.1e-7));
        assertThat(Differences.of(loss, 1).at(new double[] {d0})).isCloseTo(quadratic, within(6e-7));
    }

    @Test
    void labTestDerivatives() {
        QuadraticLoss linear = Differences.of(LAB_TEST_LINEAR, 2);
        assertThat(linear.loss()).isCloseTo(0.5375547501, within(5.1e-11));
        near(linear.gradient(), 2e-8, -0.02639572, -0.10194032);
        near(linear.hessian()[0], 2e-8, 0.08201883, 0.04710837);
        near(linear.hessian()[1], 2e-8, 0.04710837, 0.04710837);
        QuadraticLoss own = Differences.of(exact("labtest", "per-parent"), 2);
        near(own.gradient(), 2e-8, 0.07554460, -0.10194032);
        near(own.hessian()[0], 2e-8, 0.03491045, 0);
        near(own.hessian()[1], 2e-8, 0, 0.04710837);
        double h = 0.01;
        double third = (at(2 * h) - 2 * at(h) + 2 * at(-h) - at(-2 * h)) / (2 * h * h * h);
        assertThat(third).isCloseTo(0.00474256, within(5e-6));
    }

    private static double at(double d0) {
        return LAB_TEST_LINEAR.at(new double[] {d0, 0});
    }

    @ParameterizedTest
    @CsvSource({
        "0.25, -0.0891, -0.2336, 0.56631, 0.56618, 0.56618, 0.252, 0.663, 0.5015",
        "0.5, -0.2206, -0.4487, 0.60052, 0.59908, 0.59910, 0.228, 0.582, 0.2975",
        "1, -0.5530, -0.8332, 0.68768, 0.67057, 0.67109, 0.175, 0.405, 0.2007",
        "2, -1.3161, -1.5059, 0.94363, 0.77560, 0.78384, 0.090, 0.139, 0.1560",
        "4, -2.9251, -2.7283, 1.79506, 0.81581, 0.93857, 0.019, 0.009, 0.1350"
    })
    void labTestWorstCases(
            double radius,
            double d0,
            double d1,
            double quadratic,
            double exact,
            double trueWorst,
            double healthy,
            double sick,
            double nu) {
        QuadraticLoss model = Differences.of(LAB_TEST_LINEAR, 2);
        WorstCase worst = new TrustRegion(Quadratic.of(model.gradient(), model.hessian())).solve(radius);
        near(worst.delta(), 5.1e-5, d0, d1);
        assertThat(model.at(worst.delta())).isCloseTo(quadratic, within(5.1e-6));
        assertThat(LAB_TEST_LINEAR.at(worst.delta())).isCloseTo(exact, within(5.1e-6));
        assertThat(new ExactSearch(LAB_TEST_LINEAR, 2, 1).worst(radius)).isCloseTo(trueWorst, within(6e-6));
        assertThat(BinaryNetwork.sigmoid(-1 + worst.delta()[0])).isCloseTo(healthy, within(5.1e-4));
        assertThat(BinaryNetwork.sigmoid(1 + worst.delta()[0] + worst.delta()[1]))
                .isCloseTo(sick, within(5.1e-4));
        assertThat(worst.multiplier()).isCloseTo(nu, within(5.1e-5));
    }

    @ParameterizedTest
    @CsvSource({
        "0.5, 0.89695, 0.89692, 0.89733, 0.89701, 0.0108, 0.0107",
        "1, 0.88389, 0.88369, 0.88554, 0.88454, 0.0240, 0.0232",
        "2, 0.84988, 0.84995, 0.85731, 0.85742, 0.0578, 0.0503",
        "4, 0.74716, 0.77824, 0.78052, 0.82130, 0.1295, 0.0864",
        "8, 0.39610, 0.69194, 0.54066, 0.80639, 0.2158, 0.1013"
    })
    void facesWorstCasesWithAndWithoutInteractions(
            double radius,
            double full,
            double fullTrue,
            double block,
            double blockTrue,
            double drop,
            double blockDrop) {
        double[] joint = smallest(FACES_QUADRATIC, radius);
        double[] apart = smallest(FACES_QUADRATIC.blockDiagonal(FACES_OWNER), radius);
        assertThat(FACES_QUADRATIC.at(joint)).isCloseTo(full, within(6e-6));
        assertThat(FACES.at(joint)).isCloseTo(fullTrue, within(6e-6));
        assertThat(FACES_QUADRATIC.blockDiagonal(FACES_OWNER).at(apart)).isCloseTo(block, within(6e-6));
        assertThat(FACES.at(apart)).isCloseTo(blockTrue, within(6e-6));
        assertThat(FACES_QUADRATIC.loss() - FACES.at(joint)).isCloseTo(drop, within(6e-5));
        assertThat(FACES_QUADRATIC.loss() - FACES.at(apart)).isCloseTo(blockDrop, within(6e-5));
    }

    @Test
    void facesInteractionsAreMostOfTheHessian() {
        assertThat(FACES_QUADRATIC.loss()).isCloseTo(0.907710, within(5.1e-7));
        double all = 0;
        double dropped = 0;
        double largestDropped = 0;
        double largestKept = 0;
        for (int a = 0; a < 31; a++) {
            for (int b = 0; b < 31; b++) {
                double h = FACES_QUADRATIC.hessian()[a][b];
                all += h * h;
                if (FACES_OWNER[a] == FACES_OWNER[b]) {
                    largestKept = Math.max(largestKept, Math.abs(h));
                } else {
                    dropped += h * h;
                    largestDropped = Math.max(largestDropped, Math.abs(h));
                }
            }
        }
        assertThat(Math.sqrt(dropped / all)).isCloseTo(0.675, within(5.1e-4));
        assertThat(largestDropped).isCloseTo(0.0054, within(5.1e-5));
        assertThat(largestKept).isCloseTo(0.0075, within(5.1e-5));
    }

    @Test
    void twoDependentBinaries() {
        ExactLoss exact = exact("two_binary", "constant");
        QuadraticLoss model = Differences.of(exact, 2);
        QuadraticLoss apart = model.blockDiagonal(new int[] {0, 1});
        assertThat(model.loss()).isCloseTo(0.216, within(1e-12));
        near(model.gradient(), 1e-8, 0.0816, 0.0558);
        near(model.hessian()[0], 1e-7, 0.01632, 0.02088);
        near(model.hessian()[1], 1e-7, 0.02088, -0.00360);
        double[] one = largest(model, 1);
        near(one, 5.1e-5, 0.8320, 0.5547);
        assertThat(exact.at(one)).isCloseTo(0.32428, within(5.1e-6));
        assertThat(new ExactSearch(exact, 2, 1).worst(1)).isCloseTo(0.32431, within(6e-6));
        near(largest(apart, 1), 5.1e-5, 0.8710, 0.4912);
        assertThat(exact.at(largest(apart, 1))).isCloseTo(0.32367, within(5.1e-6));
        assertThat(exact.at(largest(model, 2))).isCloseTo(0.42757, within(5.1e-6));
        assertThat(new ExactSearch(exact, 2, 1).worst(2)).isCloseTo(0.42806, within(6e-6));
        assertThat(exact.at(largest(apart, 2))).isCloseTo(0.42164, within(5.1e-6));
        double[] opposite = {1, -1};
        assertThat(exact.at(opposite)).isCloseTo(0.2224, within(5.1e-5));
        assertThat(model.at(opposite)).isCloseTo(0.2273, within(5.1e-5));
        assertThat(apart.at(opposite)).isCloseTo(0.2482, within(5.1e-5));
        double[] half = {0.5, 0.5};
        assertThat(exact.at(half)).isCloseTo(0.2899, within(5.1e-5));
        assertThat(model.at(half)).isCloseTo(0.2915, within(5.1e-5));
        assertThat(apart.at(half)).isCloseTo(0.2863, within(5.1e-5));
    }

    @Test
    void withoutInteractionsEvenTheSignCanBeWrong() {
        ExactLoss exact = BinaryNetwork.twoBinary(
                JsonMapper.shared()
                        .readTree(
                                "{\"p_a\": 0.5, \"p_b_given_a\": [0.5, 0.3], \"error_by_a_b\": [[0.32, 0.10], [0.08, 0.42]]}"),
                List.of(
                        new DeclaredShift("A", DeclaredShift.Kind.CONSTANT, 0, 1, 1),
                        new DeclaredShift("B", DeclaredShift.Kind.CONSTANT, 1, 1, 1)));
        QuadraticLoss model = Differences.of(exact, 2);
        assertThat(model.loss()).isCloseTo(0.196, within(1e-12));
        near(model.gradient(), 5.1e-5, -0.0070, 0.0082);
        near(model.hessian()[0], 6e-6, 0, 0.0316);
        near(model.hessian()[1], 6e-6, 0.0316, 0.01428);
        double[] joint = largest(model, 2);
        near(joint, 5.1e-4, 1.119, 1.658);
        assertThat(exact.at(joint)).isCloseTo(0.27100, within(5.1e-6));
        assertThat(new ExactSearch(exact, 2, 1).worst(2)).isCloseTo(0.27101, within(6e-6));
        double[] apart = largest(model.blockDiagonal(new int[] {0, 1}), 2);
        near(apart, 5.1e-4, -0.379, 1.964);
        assertThat(exact.at(apart)).isCloseTo(0.21201, within(5.1e-6));
    }

    @Test
    void populationValuesOfTheOtherCases() {
        near(Differences.of(exact("categorical", "constant"), 3).gradient(), 5.1e-6, -0.04690, 0.08840, 0.06940);
        QuadraticLoss poisson = Differences.of(exact("poisson", "constant"), 1);
        near(poisson.gradient(), 5.1e-7, -0.025693);
        near(poisson.hessian()[0], 6e-7, -0.127818);
        QuadraticLoss vector = Differences.of(exact("gaussian_marginal", "raw"), 2);
        near(vector.gradient(), 5.1e-7, 0.563479, -0.348259);
        near(vector.hessian()[0], 6e-7, 0.457450, -0.189712);
        near(vector.hessian()[1], 6e-7, -0.189712, 0.276200);
        QuadraticLoss conditional = Differences.of(exact("gaussian_conditional", "constant/ols"), 1);
        near(conditional.gradient(), 5.1e-7, 0.777249);
        near(conditional.hessian()[0], 6e-7, 0.748192);
    }

    private static double[] largest(QuadraticLoss model, double radius) {
        return new TrustRegion(Quadratic.of(model.gradient(), model.hessian()))
                .solve(radius)
                .delta();
    }

    private static double[] smallest(QuadraticLoss model, double radius) {
        QuadraticLoss none = new QuadraticLoss(0, new double[31], new double[31][31]);
        return largest(none.plus(-1, model), radius);
    }

    private static ExactLoss exact(String name, String variant) {
        GoldenCase golden = GoldenCase.open(Path.of("src/test/resources/robustness"), name);
        return golden.variants().stream()
                .filter(one -> one.get("name").asString().equals(variant))
                .map(one -> Objects.requireNonNull(ExactLoss.of(golden, one)))
                .findFirst()
                .orElseThrow();
    }

    private static void near(double[] found, double tolerance, double... expected) {
        assertThat(found).hasSize(expected.length);
        for (int k = 0; k < expected.length; k++) {
            assertThat(found[k]).as("entry " + k).isCloseTo(expected[k], within(tolerance));
        }
    }
}
