package org.shiftbed.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.RadiusResult;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.audit.spec.Direction;
import org.shiftbed.audit.spec.EstimationSpec;
import org.shiftbed.audit.spec.LossSpec;
import org.shiftbed.data.table.Table;

class AccuracyMirrorTest {
    private static void mirrored(double error, double accuracy) {
        if (Double.isNaN(error)) {
            assertThat(accuracy).isNaN();
        } else {
            assertThat(accuracy).isCloseTo(1 - error, within(1e-10));
        }
    }

    @Test
    void accuracyAsSmallerIsWorseMirrorsErrorEverywhere() {
        Table table = Rows.twoBinaries(4, 3000, Rows.NO_SHIFT);
        double[] error = table.doubles("error");
        Table right = Rows.of(
                "A",
                table.doubles("A"),
                "B",
                table.doubles("B"),
                "correct",
                Arrays.stream(error).map(e -> 1 - e).toArray());
        AuditSpec spec =
                Rows.question().withEstimation(EstimationSpec.standard().withBootstrap(50));
        AuditResult one = Audit.run(spec, table, "rows", Beside.thresholds(0.3, 0.4));
        AuditResult two = Audit.run(
                spec.withLoss(LossSpec.column("correct")).withWorse(Direction.SMALLER),
                right,
                "rows",
                Beside.thresholds(0.7, 0.6));
        mirrored(one.loss().mean(), two.loss().mean());
        mirrored(one.loss().low(), two.loss().high());
        for (int k = 0; k < one.radii().size(); k++) {
            RadiusResult e = one.radii().get(k);
            RadiusResult a = two.radii().get(k);
            assertThat(a.worst().delta()).containsExactly(e.worst().delta(), within(1e-9));
            assertThat(a.worst().gain()).isCloseTo(e.worst().gain(), within(1e-10));
            mirrored(e.estimate().value(), a.estimate().value());
            mirrored(e.estimate().low(), a.estimate().high());
            mirrored(e.estimate().high(), a.estimate().low());
            mirrored(e.estimate().oneStep(), a.estimate().oneStep());
            mirrored(e.estimate().bootstrapLow(), a.estimate().bootstrapHigh());
            mirrored(e.bandLow(), a.bandHigh());
            mirrored(e.honest(), a.honest());
            assertThat(a.honestError()).isCloseTo(e.honestError(), within(1e-10));
            mirrored(
                    e.estimate().importance().selfNormalised(),
                    a.estimate().importance().selfNormalised());
            assertThat(a.estimate().difference()).isCloseTo(-e.estimate().difference(), within(1e-10));
            assertThat(a.estimate().verdict().grade())
                    .isEqualTo(e.estimate().verdict().grade());
            mirrored(e.blockDiagonal().value(), a.blockDiagonal().value());
            for (int p = 0; p < 3; p++) {
                assertThat(a.contributions()[p]).isCloseTo(-e.contributions()[p], within(1e-10));
            }
        }
        for (int k = 0; k < 2; k++) {
            assertThat(two.passing().get(k).radius())
                    .isCloseTo(one.passing().get(k).radius(), within(1e-6));
        }
        assertThat(two.baselines()).hasSameSizeAs(one.baselines());
        for (int k = 0; k < one.baselines().size(); k++) {
            assertThat(two.baselines().get(k).name())
                    .isEqualTo(one.baselines().get(k).name());
            mirrored(one.baselines().get(k).loss(), two.baselines().get(k).loss());
        }
        assertThat(two.verdict().grade()).isEqualTo(one.verdict().grade());
    }
}
