package org.shiftbed.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.shiftbed.audit.result.LossFacts;
import org.shiftbed.audit.spec.LossKind;
import org.shiftbed.audit.spec.LossSpec;
import org.shiftbed.audit.spec.RatioMetric;

class ConstantPredictionTest {
    private static final ConstantPrediction TWO =
            new ConstantPrediction(List.of("none", "disease"), new double[] {0.75, 0.25});

    private static LossSpec loss(LossKind kind) {
        return LossSpec.of(kind, "Y", "p");
    }

    private static LossFacts facts(String title, boolean larger, double mean, String positive) {
        return new LossFacts(title, larger, mean, 0.01, mean - 0.02, mean + 0.02, 0.95, 0, 1, positive);
    }

    @Test
    void theBestConstantIsTheMinimumOverAllConstants() {
        double log = Double.POSITIVE_INFINITY;
        double brier = Double.POSITIVE_INFINITY;
        for (int k = 1; k < 10_000; k++) {
            double p = k / 10_000.0;
            log = Math.min(log, -0.25 * Math.log(p) - 0.75 * Math.log(1 - p));
            brier = Math.min(brier, 0.25 * (1 - p) * (1 - p) + 0.75 * p * p);
        }
        assertThat(TWO.loss(loss(LossKind.LOG), true)).isCloseTo(log, within(1e-9));
        assertThat(TWO.loss(loss(LossKind.BRIER), true)).isCloseTo(brier, within(1e-9));
        // Over two columns the distance counts twice.
        assertThat(TWO.loss(loss(LossKind.BRIER), false)).isCloseTo(2 * brier, within(1e-9));
        assertThat(TWO.loss(loss(LossKind.ZERO_ONE), false)).isEqualTo(0.25);
        assertThat(TWO.loss(loss(LossKind.ACCURACY), false)).isEqualTo(0.75);
    }

    @Test
    void aModelWorseThanAConstantIsTold() {
        assertThat(TWO.notes(loss(LossKind.LOG), facts("log loss", true, 0.7, "disease")))
                .containsExactly(
                        "This model is worse than always predicting p = 0.2500: log loss 0.7000 against 0.5623;"
                                + " is the label turned round, or the prediction of another column?");
        assertThat(TWO.notes(loss(LossKind.ACCURACY), facts("accuracy", false, 0.7, "")))
                .containsExactly("This model is worse than always predicting 'none': accuracy 0.7000 against 0.7500.");
        assertThat(TWO.notes(loss(LossKind.LOG), facts("log loss", true, 0.56, "disease")))
                .isEmpty();
        assertThat(TWO.notes(loss(LossKind.ACCURACY), facts("accuracy", false, 0.75, "")))
                .isEmpty();
    }

    @Test
    void aRateIsHeldAgainstNoConstantButOneClassIsToldOfItToo() {
        LossSpec recall = LossSpec.ratio(RatioMetric.RECALL, "Y", "p");
        assertThat(TWO.notes(recall, facts("recall", false, 0.1, "disease"))).isEmpty();
        assertThat(new ConstantPrediction(List.of("0"), new double[] {1})
                        .notes(recall, facts("recall", false, 0.1, "1")))
                .hasSize(1);
    }

    @Test
    void aTableOfOneClassIsTold() {
        ConstantPrediction one = new ConstantPrediction(List.of("0"), new double[] {1});
        assertThat(one.notes(loss(LossKind.LOG), facts("log loss", true, 0.7, "1")))
                .containsExactly(
                        "Every row has the label '0', so this is no test of how well the model tells classes apart.");
    }
}
