package org.shiftbed.report.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Numbers that figures of trainings and searches work out themselves, against closed forms. */
class SearchFigureNumbersTest {
    /** Eight quantiles z = -1 + i/3; offsets +-1/4 in turn: sum of squares 14/3, of products with the offsets -1/3. */
    @Test
    void theLineIsThatOfLeastSquaresOnQuantiles() {
        AccuracyLine.Fit fit = Objects.requireNonNull(AccuracyLine.fit(SampleFigures.onALine()));
        double sxx = 0;
        double sxo = 0;
        double mean =
                IntStream.range(0, 8).mapToDouble(i -> -1 + i / 3.0).average().orElseThrow();
        for (int i = 0; i < 8; i++) {
            double x = -1 + i / 3.0 - mean;
            sxx += x * x;
            sxo += x * (i % 2 == 0 ? 0.25 : -0.25);
        }
        assertThat(sxx).isEqualTo(14 / 3.0, within(1e-12));
        assertThat(sxo).isEqualTo(-1 / 3.0, within(1e-12));
        double slope = 0.5 + sxo / sxx;
        double syy = 0.25 * sxx + 2 * 0.5 * sxo + 8 / 16.0;
        assertThat(fit.n()).isEqualTo(8);
        assertThat(fit.slope()).isEqualTo(slope, within(1e-9));
        assertThat(fit.intercept()).isEqualTo(-0.25 + 0.5 * mean - slope * mean, within(1e-9));
        assertThat(fit.r()).isEqualTo((0.5 * sxx + sxo) / Math.sqrt(sxx * syy), within(1e-9));
    }

    @Test
    void twoPointsHaveNoLineAndAnAccuracyOfOneHasNoQuantile() {
        List<AccuracyLine.Point> points = List.of(
                new AccuracyLine.Point("a", 0, 0.5, 0.4, ""),
                new AccuracyLine.Point("a", 0, 0.6, 0.5, ""),
                new AccuracyLine.Point("a", 0, 0.7, 1.0, ""));
        assertThat(AccuracyLine.fit(points)).isNull();
        Figure figure = Objects.requireNonNull(
                new AccuracyLine("t", List.of(new AccuracyLine.Place("p", points)), "").figure());
        assertThat(figure.caption()).contains("2 in all", "Left out, at 0 or 100 per cent: 1.");
    }

    /** Groups of means 1, 2, 3, 6 and three values each at mean -1, mean, mean + 1: between 42, within 8/8 = 1, total 50. */
    @Test
    void theShareExplainedIsEpsilonSquared() {
        int[] groups = new int[12];
        double[] scores = new double[12];
        double[] values = new double[12];
        double[] means = {1, 2, 3, 6};
        for (int i = 0; i < 12; i++) {
            groups[i] = i / 3;
            values[i] = i;
            scores[i] = means[i / 3] + i % 3 - 1;
        }
        assertThat(Sensitivity.explained(groups, scores)).isEqualTo((42 - 3) / 50.0, within(1e-12));
        assertThat(Sensitivity.groups(values)).containsExactly(groups);
        // Equal values stay together, four of them or fewer are groups of their own.
        assertThat(Sensitivity.groups(new double[] {7, 5, 5, 7, 9})).containsExactly(1, 0, 0, 1, 2);
        assertThat(Sensitivity.groups(new double[] {1, 1, 1, 1, 2, 3, 4, 5})).containsExactly(0, 0, 0, 0, 2, 2, 3, 3);
    }

    /** Ranks 1 to 10 against 2, 1, 4, 3, ...: squared differences sum to 10, so 1 - 60 / 990. */
    @Test
    void theRankCorrelationAndItsIntervalAreThoseOfTheFormula() {
        double[] values = new double[10];
        double[] scores = new double[10];
        for (int i = 0; i < 10; i++) {
            values[i] = Math.exp(i);
            scores[i] = i % 2 == 0 ? i + 1.5 : i - 0.5;
        }
        Sensitivity one = Objects.requireNonNull(Sensitivity.of("lr", values, scores));
        double rho = 1 - 60.0 / 990;
        assertThat(one.correlation()).isEqualTo(rho, within(1e-12));
        double z = 0.5 * Math.log((1 + rho) / (1 - rho));
        double half = 1.959963984540054 * Math.sqrt((1 + rho * rho / 2) / 7);
        assertThat(one.low()).isEqualTo(Math.tanh(z - half), within(1e-9));
        assertThat(one.high()).isEqualTo(Math.tanh(z + half), within(1e-9));
    }

    @Test
    void tooFewDrawsOrOneValueSayNothing() {
        assertThat(Sensitivity.of("lr", new double[9], new double[9])).isNull();
        assertThat(Sensitivity.of(
                        "lr",
                        new double[10],
                        IntStream.range(0, 10).asDoubleStream().toArray()))
                .isNull();
        Figure figure = Objects.requireNonNull(SampleFigures.all().get("hyperparameters"));
        assertThat(figure.caption()).contains("Fewer than 10 draws, nothing said: IRM (4).");
        Layer.Bars bars = (Layer.Bars) ((Chart) figure.panels().get(0)).layers().get(0);
        // A bend has little rank correlation and much of the variance.
        assertThat(((Chart) figure.panels().get(0)).y().ticks().get(0).label()).isEqualTo("lr");
        assertThat(bars.bars().get(0).value()).isGreaterThan(50);
    }

    @Test
    void aCurveIsTheMeanOfWholeRunsAtTheStepsThatAllOfThemHave() {
        Chart chart = (Chart) SampleFigures.curves().figure().panels().get(0);
        assertThat(chart.title()).isEqualTo("unseen: color=blue; method 2: 2 of 3 seeds");
        List<Layer.Line> lines = chart.layers().stream()
                .filter(Layer.Line.class::isInstance)
                .map(Layer.Line.class::cast)
                .toList();
        assertThat(lines).hasSize(3);
        for (int slot = 0; slot < 3; slot++) {
            // Seeds lie 1/32 apart: their mean is that of the middle one, or of the first and last where that diverged.
            int steps = slot == 1 ? 4 : 5;
            assertThat(lines.get(slot).points()).hasSize(steps);
            for (Layer.Point point : lines.get(slot).points()) {
                assertThat(point.y())
                        .isEqualTo(1.5 * Math.exp(-point.x() / 200) + 0.125 * slot + 0.03125, within(1e-12));
            }
        }
        Layer.Band band = (Layer.Band) chart.layers().get(0);
        assertThat(band.ranges().get(0).high() - band.ranges().get(0).low()).isEqualTo(2 * 0.03125, within(1e-12));
        Layer.Band pair = (Layer.Band) chart.layers().get(2);
        assertThat(pair.ranges().get(0).high() - pair.ranges().get(0).low())
                .isEqualTo(2 * 0.03125 * Math.sqrt(2), within(1e-12));
    }

    @Test
    void aJointMapIsInSharesOfItsRows() {
        Matrix matrix = (Matrix) Objects.requireNonNull(SampleFigures.all().get("joint"))
                .panels()
                .get(0);
        assertThat(matrix.title()).endsWith(", 922 rows");
        assertThat(matrix.rows().get(0).cells().get(0)).isEqualTo(new Matrix.Cell(100.0 * 305 / 922, "33.1"));
        Matrix unseen = (Matrix) Objects.requireNonNull(SampleFigures.all().get("joint"))
                .panels()
                .get(1);
        assertThat(unseen.rows().get(0).cells().get(2)).isEqualTo(new Matrix.Cell(0.0, "0"));
        // Lighter is more.
        assertThat(unseen.shade(unseen.rows().get(0).cells().get(0)).rgb()).isEqualTo(0xffffff);
        assertThat(unseen.shade(unseen.rows().get(0).cells().get(2)).rgb()).isEqualTo(0x0b1d33);
    }
}
