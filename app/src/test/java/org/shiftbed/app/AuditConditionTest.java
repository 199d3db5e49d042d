package org.shiftbed.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shiftbed.app.Terminal.Answer;
import org.shiftbed.audit.result.AuditJson;
import org.shiftbed.audit.result.AuditResult;

/** {@code --fail-if} and {@code --radius-to}. */
class AuditConditionTest extends AuditTerminal {
    @Test
    void exitCodesOfFailIfTellWhatTheIntervalTells() throws IOException {
        List<Object> asked = List.of("eval.csv", LOG, "--shift", "O given Y", "--bootstrap", "0", "--out", "out");
        double worst = answered("eval.csv", LOG, "--shift", "O given Y", "--radius", "1")
                .radii()
                .get(0)
                .estimate()
                .value();
        assertThat(audit(asked, "--fail-if", "worst-loss > 0.3 at radius 1").code())
                .isEqualTo(ExitCodes.HOLDS);
        assertThat(audit(asked, "--fail-if", "worst-loss > 3 at radius 1").code())
                .isEqualTo(ExitCodes.DONE);
        Answer open = audit(asked, "--fail-if", "worst-loss > " + worst + " at radius 1");
        assertThat(open.code()).isEqualTo(ExitCodes.OPEN);
        assertThat(open.out()).contains("The evidence does not suffice", "holds " + worst);
        assertThat(folder.resolve("out/audit.json")).content().contains("\"outcome\" : \"open\"");
        refused(
                "--fail-if: a condition states what is bad",
                "eval.csv",
                LOG,
                "--shift",
                "O",
                "--fail-if",
                "worst-loss < 0.9 at radius 1");
        assertThat(audit(asked, "--fail-if", "radius-to(loss 0.6) < 3").code()).isEqualTo(ExitCodes.HOLDS);
        assertThat(audit(asked, "--fail-if", "radius-to(loss 0.9) < 0.2").code())
                .isEqualTo(ExitCodes.DONE);
        refused(
                "--fail-if: a radius must be a number from 0 to 1000000000, found 1.0E30 in",
                "eval.csv",
                LOG,
                "--shift",
                "O",
                "--fail-if",
                "worst-loss > 0.9 at radius 1e30");
        refused("--fail-if: must be like", "eval.csv", LOG, "--shift", "O", "--fail-if", "loss > 1");
        refused(
                "--fail-if: speaks of 'accuracy'",
                "eval.csv",
                LOG,
                "--shift",
                "O",
                "--fail-if",
                "worst-accuracy < 1 at radius 1");
    }

    @Test
    void aConditionAddsItsRadiusAndLeavesTheUsualOnesAProposal() throws IOException {
        StringBuilder rows = new StringBuilder("wait,loss\n");
        for (int r = 1; r < 200; r++) {
            double wait = -1.5 * Math.log(r / 200.0);
            rows.append(wait).append(',').append(wait).append('\n');
        }
        Files.writeString(folder.resolve("waits.csv"), rows);
        List<Object> asked = List.of(
                "waits.csv",
                "--loss-column",
                "loss",
                "--shift",
                "wait: exponential",
                "--out",
                "out",
                "--bootstrap",
                "0");
        Answer answer = audit(asked, "--fail-if", "worst-loss > 9 at radius 0.1");
        assertThat(answer.err()).isEmpty();
        assertThat(answer.code()).isEqualTo(ExitCodes.DONE);
        AuditResult result = AuditJson.read(folder.resolve("out/audit.json"));
        assertThat(result.radii()).extracting(radius -> radius.radius()).containsExactly(0.1, 0.5);
        assertThat(result.notes())
                .anyMatch(note -> note.startsWith("Left out: at radii 1, 2, 4 the worst shift moves"));
        refused("--radius: at radius 3 the worst shift moves", asked, "--fail-if", "worst-loss > 9 at radius 3");
    }

    @Test
    void howLargeAShiftPassesALossIsAskedWithoutACondition() throws IOException {
        AuditResult flags = answered(
                "eval.csv", LOG, "--shift", "O given Y", "--radius-to", "0.6", "--radius-to", "0.9", "--radius", "1");
        assertThat(flags.passing()).extracting(AuditResult.Passing::threshold).containsExactly(0.6, 0.9);
        double radius = flags.passing().get(0).radius();
        assertThat(radius).isGreaterThan(0);
        // At that very radius the worst loss is the one that was asked for.
        assertThat(answered("eval.csv", LOG, "--shift", "O given Y", "--radius", Double.toString(radius))
                        .radii()
                        .get(0)
                        .estimate()
                        .value())
                .isCloseTo(0.6, within(1e-6));
        Files.writeString(folder.resolve("audit.yaml"), """
                table: eval.csv
                loss: {kind: log, label: Y, prediction: p}
                shifts: [{variable: O, given: [Y]}]
                radius-to: [0.6, 0.9]
                """);
        assertThat(answered("--config", "audit.yaml").passing().get(0).radius()).isEqualTo(radius);
        Answer both = audit(
                "eval.csv",
                LOG,
                "--shift",
                "O",
                "--radius-to",
                "0.6",
                "--fail-if",
                "radius-to(loss 0.6) < 0.01",
                "--out",
                "out");
        assertThat(both.out()).containsOnlyOnce("exceeds 0.6");
        refused("--radius-to: must be a number", "eval.csv", LOG, "--shift", "O", "--radius-to", "much");
    }

    @Test
    void aConditionThatAsksForALargeEnoughRadiusNamesWhatIsGood() {
        refused(
                "--fail-if: a condition states what is bad, and it is bad where a small shift is enough; write"
                        + " 'radius-to(loss 0.6) < 3', found 'radius-to(loss 0.6) > 3'",
                "eval.csv",
                LOG,
                "--shift",
                "O",
                "--fail-if",
                "radius-to(loss 0.6) > 3");
    }
}
