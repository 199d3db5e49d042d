package org.shiftbed.audit.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.audit.spec.LossKind;
import org.shiftbed.audit.spec.LossSpec;
import org.shiftbed.audit.spec.RatioMetric;
import org.shiftbed.audit.spec.Scale;
import org.shiftbed.base.UserError;
import org.shiftbed.data.table.Column;
import org.shiftbed.data.table.Table;
import org.shiftbed.data.table.TableScan;
import org.shiftbed.data.table.Wanted;

class LossesTest {
    @TempDir
    Path folder;

    private static TableScan table(Column... columns) {
        return TableScan.of(new Table(List.of(columns)), Map.of());
    }

    private static Column texts(String name, @Nullable String... values) {
        return new Column.Texts(name, values);
    }

    private static Column numbers(String name, double... values) {
        return new Column.Doubles(name, values);
    }

    private static Column ints(String name, int... values) {
        return new Column.Ints(name, values);
    }

    private static double[] values(Loss loss, TableScan scan) {
        double[] all = new double[(int) scan.rows()];
        // Another column in front, as in an audit.
        List<Wanted> wanted =
                new ArrayList<>(List.of(Wanted.category(scan.columns().get(0).name())));
        wanted.addAll(loss.inputs());
        scan.read(wanted, block -> {
            double[] out = new double[block.rows()];
            loss.values(block, 1, out);
            System.arraycopy(out, 0, all, (int) block.first(), block.rows());
        });
        return all;
    }

    private static double[] values(LossSpec spec, TableScan scan) {
        return values(Losses.of(spec, scan), scan);
    }

    private static double ratio(RatioMetric metric, LossSpec spec, TableScan scan) {
        RatioLoss ratio = Losses.ratio(spec, scan);
        return Arrays.stream(values(ratio.numerator(), scan)).sum()
                / Arrays.stream(values(ratio.denominator(), scan)).sum();
    }

    private static void refused(LossSpec spec, TableScan scan, String... parts) {
        assertThatThrownBy(() -> {
                    if (spec.isRatio()) {
                        ratio(RatioMetric.F1, spec, scan);
                    } else {
                        values(spec, scan);
                    }
                })
                .isInstanceOf(UserError.class)
                .hasMessageContainingAll(parts)
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
    }

    @Test
    void aColumnIsItsOwnLossAndMustBeFinite() {
        TableScan scan =
                table(numbers("loss", 1, -2.5, 0), numbers("bad", 1, Double.NaN, 2), texts("t", "1", "x", "2"));
        assertThat(values(LossSpec.column("loss"), scan)).containsExactly(1, -2.5, 0);
        refused(LossSpec.column("bad"), scan, "table, row 2: the loss (column 'bad') is missing");
        refused(LossSpec.column("t"), scan, "row 2: column 't' must be a number, found 'x'");
        refused(LossSpec.column("los"), scan, "unknown column 'los'; did you mean 'loss'?");
        TableScan infinite = table(numbers("loss", 1, Double.POSITIVE_INFINITY));
        refused(LossSpec.column("loss"), infinite, "row 2: the loss (column 'loss') is infinite");
    }

    @Test
    void lossesOfNumbersAreThoseOfTheDifference() {
        TableScan scan = table(numbers("y", 1, 2, -1), numbers("p", 0.5, 4, -1), numbers("q", 1, Double.NaN, 0));
        assertThat(values(LossSpec.of(LossKind.SQUARED, "y", "p"), scan)).containsExactly(0.25, 4, 0);
        assertThat(values(LossSpec.of(LossKind.ABSOLUTE, "y", "p"), scan)).containsExactly(0.5, 2, 0);
        double[] pinball = values(LossSpec.of(LossKind.PINBALL, "y", "p").withQuantile(0.9), scan);
        assertThat(pinball[0]).isEqualTo(0.9 * 0.5);
        assertThat(pinball[1]).isCloseTo(0.1 * 2, within(1e-15));
        assertThat(pinball[2]).isZero();
        refused(
                LossSpec.of(LossKind.SQUARED, "y", "q"),
                scan,
                "table, row 2: the loss (squared) is missing, because column 'q' is blank; fill it");
        refused(LossSpec.of(LossKind.ABSOLUTE, "y", "p", "q"), scan, "absolute takes one column, found 2");
        refused(LossSpec.of(LossKind.ABSOLUTE, "y"), scan, "field 'loss.prediction' is missing, which absolute needs");
    }

    @Test
    void theLogLossOfTheLabTestIsTheOneOfItsTable() {
        TableScan scan = table(ints("Y", 1, 0, 1, 0), numbers("p", 0.9459308386534934, 0.2689414213699951, 0.5, 0));
        double[] loss = values(LossSpec.of(LossKind.LOG, "Y", "p"), scan);
        assertThat(loss[0]).isCloseTo(0.05558582184864854, within(1e-15));
        assertThat(loss[1]).isCloseTo(0.31326168751822286, within(1e-15));
        assertThat(loss[2]).isCloseTo(Math.log(2), within(1e-15));
        assertThat(loss[3]).isZero();
        double[] brier = values(LossSpec.of(LossKind.BRIER, "Y", "p"), scan);
        assertThat(brier[2]).isEqualTo(0.25);
        assertThat(brier[1]).isCloseTo(0.2689414213699951 * 0.2689414213699951, within(1e-16));
        double[] other =
                values(LossSpec.of(LossKind.LOG, "Y", "p").withPositive("0").withClip(1e-9), scan);
        assertThat(other[2]).isCloseTo(Math.log(2), within(1e-15));
        assertThat(other[3]).isCloseTo(-Math.log(1e-9), within(1e-12));
    }

    @Test
    void whatIsNoProbabilityIsRefusedWithItsRow() {
        TableScan scan = table(
                ints("Y", 1, 0, 1),
                numbers("p", 0.5, 0.5, 0),
                numbers("over", 0.5, 1.5, 0.5),
                numbers("under", 0.5, 0.5, -0.1),
                numbers("gap", 0.5, Double.NaN, 0.5),
                numbers("score_x", -0.5, 2, -1));
        refused(LossSpec.of(LossKind.LOG, "Y", "p"), scan, "table, row 3: the loss (log) is infinite", "clip: 1e-15");
        assertThat(values(LossSpec.of(LossKind.LOG, "Y", "p").withClip(1e-15), scan)[2])
                .isCloseTo(15 * Math.log(10), within(1e-9));
        refused(LossSpec.of(LossKind.LOG, "Y", "over"), scan, "row 2: column 'over' must hold probabilities", "1.5");
        refused(LossSpec.of(LossKind.BRIER, "Y", "under"), scan, "row 3: column 'under'", "-0.1", "'loss.scale: log'");
        refused(
                LossSpec.of(LossKind.BRIER, "Y", "gap"),
                scan,
                "row 2: the loss (brier) is missing, because column 'gap' is blank; fill it");
        refused(LossSpec.of(LossKind.LOG, "Y", "score_x"), scan, "row 2: column 'score_x' must hold logarithms");
    }

    @Test
    void theLabelsPositiveClassIsFoundOrAskedFor() {
        TableScan scan = table(
                texts("yes", "no", "yes", "no"),
                texts("flag", "true", "false", "true"),
                texts("words", "disease", "none", "disease"),
                texts("spelt", "Yes", "yes", "Yes"),
                texts("cases", "negative", "POSITIVE", "negative"),
                ints("digits", 1, 0, 1),
                texts("three", "a", "b", "c"),
                texts("one", "ill", "ill", "ill"),
                ints("zeros", 0, 0, 0),
                texts("gap", "0", null, "1"),
                numbers("p", 0.25, 0.25, 0.25));
        double no = -Math.log(0.75);
        double yes = -Math.log(0.25);
        assertThat(values(LossSpec.of(LossKind.LOG, "yes", "p"), scan)).containsExactly(no, yes, no);
        assertThat(values(LossSpec.of(LossKind.LOG, "flag", "p"), scan)).containsExactly(yes, no, yes);
        assertThat(values(LossSpec.of(LossKind.LOG, "zeros", "p"), scan)).containsExactly(no, no, no);
        LossSpec three = LossSpec.of(LossKind.LOG, "three", "p");
        assertThat(values(three.withPositive("b"), scan)).containsExactly(no, yes, no);
        refused(three, scan, "column 'three' has 3 values (a, b, c); say with field 'loss.positive'");
        refused(three.withPositive("d"), scan, "positive: unknown value of column 'three' 'd'");
        LossSpec words = LossSpec.of(LossKind.LOG, "words", "p");
        refused(
                words,
                scan,
                "column 'words' (the label) holds 'disease' and 'none', and neither word tells which is positive",
                "'loss.positive: disease' or 'loss.positive: none'");
        assertThat(values(words.withPositive("disease"), scan)).containsExactly(yes, no, yes);
        assertThat(values(words.withPositive("none"), scan)).containsExactly(no, yes, no);
        assertThat(Losses.positive(words.withPositive("disease"), scan)).contains("disease");
        refused(LossSpec.of(LossKind.LOG, "spelt", "p"), scan, "column 'spelt' (the label) holds 'Yes' and 'yes'");
        assertThat(values(LossSpec.of(LossKind.LOG, "cases", "p"), scan)).containsExactly(no, yes, no);
        assertThat(Losses.positive(LossSpec.of(LossKind.LOG, "cases", "p"), scan))
                .contains("POSITIVE");
        assertThat(Losses.positive(LossSpec.of(LossKind.LOG, "zeros", "p"), scan))
                .contains("1");
        assertThat(values(LossSpec.of(LossKind.LOG, "digits", "p").withPositive("true"), scan))
                .containsExactly(yes, no, yes);
        assertThat(Losses.positive(LossSpec.of(LossKind.ZERO_ONE, "words", "cases"), scan))
                .isEmpty();
        refused(LossSpec.of(LossKind.LOG, "one", "p"), scan, "column 'one' has the one value ill");
        refused(LossSpec.of(LossKind.LOG, "gap", "p"), scan, "table, row 2: column 'gap' (the label) is blank");
    }

    @Test
    void classColumnsAreFoundByNameByPositionOrByCount() {
        TableScan scan = table(
                texts("y", "cat", "dog", "cat"),
                ints("i", 0, 1, 0),
                numbers("p_dog", 0.2, 0.7, 0.5),
                numbers("p_cat", 0.8, 0.3, 0.5),
                numbers("bad_dog", 0.2, 0.7, 0.5),
                numbers("bad_cat", 0.8, 0.9, 0.5));
        double[] named = values(LossSpec.of(LossKind.LOG, "y", "p_*"), scan);
        assertThat(named).containsExactly(-Math.log(0.8), -Math.log(0.7), -Math.log(0.5));
        double[] placed = values(LossSpec.of(LossKind.LOG, "i", "p_dog", "p_cat"), scan);
        assertThat(placed).containsExactly(-Math.log(0.2), -Math.log(0.3), -Math.log(0.5));
        double[] brier = values(LossSpec.of(LossKind.BRIER, "y", "p_*"), scan);
        assertThat(brier[0]).isCloseTo(0.2 * 0.2 * 2, within(1e-15));
        assertThat(brier[1]).isCloseTo(0.3 * 0.3 * 2, within(1e-15));
        assertThat(values(LossSpec.of(LossKind.ACCURACY, "y", "p_*"), scan)).containsExactly(1, 1, 0);
        assertThat(values(LossSpec.of(LossKind.ZERO_ONE, "y", "p_cat", "p_dog"), scan))
                .containsExactly(0, 0, 0);
        refused(LossSpec.of(LossKind.LOG, "y", "bad_*"), scan, "row 2: the probabilities of 2 classes sum to 1.6");
        refused(LossSpec.of(LossKind.LOG, "y", "q_*"), scan, "no column of table begins with 'q_'");
        refused(
                LossSpec.of(LossKind.LOG, "y", "p_*", "bad_dog"),
                scan,
                "has 2 values and there are 3 prediction columns");
    }

    @Test
    void aTrialsPredictionsGiveTheLossItWrote() throws IOException {
        Path file = folder.resolve("predictions.csv");
        Files.writeString(
                file,
                "step,part,row,environment,label,prediction,score_1,score_2,score_3,loss\n"
                        + "300,test,0,,1,1,-1.6094379,-0.35667494,-2.3025851,0.35667494\n"
                        + "300,test,1,,2,0,-0.22314355,,-1.6094379,1.6094379\n");
        try (TableScan scan = TableScan.open(file.toString())) {
            double[] wrote = values(LossSpec.column("loss"), scan);
            assertThat(values(LossSpec.of(LossKind.LOG, "label", "score_*"), scan))
                    .isEqualTo(wrote);
            assertThat(values(LossSpec.of(LossKind.ZERO_ONE, "label", "prediction"), scan))
                    .containsExactly(0, 1);
            assertThat(values(LossSpec.of(LossKind.ZERO_ONE, "label", "score_*"), scan))
                    .containsExactly(0, 1);
            refused(LossSpec.of(LossKind.BRIER, "label", "score_*"), scan, "predictions.csv, row 2: the loss (brier)");
            refused(
                    LossSpec.of(LossKind.LOG, "label", "score_*").withScale(Scale.PROBABILITY),
                    scan,
                    "row 1: column 'score_1' must hold probabilities",
                    "'loss.scale: log'");
        }
    }

    @Test
    void classesAreEqualWhereTheirTextsAre() {
        TableScan scan = table(
                ints("y", 1, 0, 1, 2),
                numbers("as_number", 1, 1, 1, 7),
                texts("as_text", "1", "0", "0", "2"),
                texts("gap", "1", null, "0", "0"),
                texts("words", "a", "b", "c", "d"),
                numbers("p", 0.9, 0.5, 0.4, 0.1));
        assertThat(values(LossSpec.of(LossKind.ZERO_ONE, "y", "as_number"), scan))
                .containsExactly(0, 1, 0, 1);
        assertThat(values(LossSpec.of(LossKind.ACCURACY, "y", "as_text"), scan)).containsExactly(1, 1, 0, 1);
        refused(LossSpec.of(LossKind.ACCURACY, "y", "gap"), scan, "row 2: column 'gap' (the prediction) is blank");
        refused(LossSpec.of(LossKind.ACCURACY, "y", "words"), scan, "'words' (a, b, c, d)", "no value in common");
        refused(LossSpec.of(LossKind.ACCURACY, "y", "p"), scan, "column 'p'", "'loss.threshold: 0.5'");
        LossSpec decided =
                LossSpec.of(LossKind.ZERO_ONE, "y", "p").withPositive("1").withThreshold(0.5);
        assertThat(values(decided, scan)).containsExactly(0, 1, 1, 0);
    }

    @Test
    void ratioMetricsAreThoseOfTheFourCells() {
        // TP 3, FP 2, FN 1, TN 4.
        TableScan scan = table(
                ints("y", 1, 1, 1, 0, 0, 1, 0, 0, 0, 0),
                ints("hat", 1, 1, 1, 1, 1, 0, 0, 0, 0, 0),
                numbers("p", .9, .8, .5, .6, .7, .4, .3, .2, .1, 0),
                numbers("a", 1, 0, 0, 0, 0, 0, 0, 0, 0, 2),
                numbers("b", 2, 2, 2, 0, 0, 0, 0, 0, 0, 0));
        Map<RatioMetric, Double> wanted = Map.of(
                RatioMetric.FALSE_POSITIVE_RATE, 2.0 / 6,
                RatioMetric.FALSE_NEGATIVE_RATE, 1.0 / 4,
                RatioMetric.RECALL, 3.0 / 4,
                RatioMetric.SPECIFICITY, 4.0 / 6,
                RatioMetric.PRECISION, 3.0 / 5,
                RatioMetric.F1, 6.0 / 9);
        wanted.forEach((metric, value) -> {
            assertThat(ratio(metric, LossSpec.ratio(metric, "y", "hat"), scan))
                    .as(metric.word())
                    .isEqualTo(value);
            LossSpec decided = LossSpec.ratio(metric, "y", "p").withThreshold(0.5);
            assertThat(ratio(metric, decided, scan)).as(metric.word()).isEqualTo(value);
        });
        assertThat(ratio(
                        RatioMetric.RECALL,
                        LossSpec.ratio(RatioMetric.RECALL, "y", "hat").withPositive("0"),
                        scan))
                .isEqualTo(4.0 / 6);
        assertThat(ratio(RatioMetric.COLUMNS, LossSpec.ratioOfColumns("a", "b"), scan))
                .isEqualTo(0.5);
        refused(LossSpec.ratio(RatioMetric.F1, "y", "p"), scan, "'loss.threshold: 0.5'");
    }

    @Test
    void ratioMetricsOfClassColumnsTakeTheLikeliest() {
        TableScan scan = table(texts("y", "b", "b", "a"), numbers("p_a", 0.4, 0.6, 0.3), numbers("p_b", 0.6, 0.4, 0.7));
        LossSpec b = LossSpec.ratio(RatioMetric.RECALL, "y", "p_*").withPositive("b");
        assertThat(ratio(RatioMetric.RECALL, b, scan)).isEqualTo(0.5);
        LossSpec a = LossSpec.ratio(RatioMetric.RECALL, "y", "p_*").withPositive("a");
        assertThat(ratio(RatioMetric.RECALL, a, scan)).isZero();
    }
}
