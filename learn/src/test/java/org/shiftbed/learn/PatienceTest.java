package org.shiftbed.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.shiftbed.learn.TrainingTask.Patience;

/** A run with patience is the beginning of the run without it, and ends where its own scores say. */
class PatienceTest {
    private static List<Checkpoint> run(@Nullable Patience patience, long seed) {
        TrainingTask task = TinyRun.task("ERM", null, Precision.FLOAT32, TinyRun.PLAN.with(patience), seed);
        TinyRun.Log log = new TinyRun.Log();
        assertThat(Trainer.train(TinyRun.with(task, "mlp", 120, 16), log)).isEqualTo(Trainer.Ending.FINISHED);
        return log.checkpoints;
    }

    @Test
    void aRunEndsAfterSoManyCheckpointsWithoutANewBest() {
        List<Checkpoint> whole = run(null, 3);
        assertThat(whole).hasSize(25);
        for (int evaluations = 1; evaluations <= 3; evaluations++) {
            List<Checkpoint> part = run(new Patience(evaluations, "id"), 3);
            double best = -1;
            int since = 0;
            int end = 0;
            while (since < evaluations && end < whole.size()) {
                double score = Objects.requireNonNull(whole.get(end).scores().get("val_id"))
                        .accuracy();
                since = score > best ? 0 : since + 1;
                best = Math.max(best, score);
                end++;
            }
            assertThat(end).isLessThan(whole.size());
            assertThat(part).hasSize(end);
            Checkpoint last = part.get(end - 1);
            assertThat(last.losses()).isEqualTo(whole.get(end - 1).losses());
            // What is evaluated after the last update is evaluated there.
            assertThat(last.scores()).containsKey("test");
            assertThat(last.improved()).doesNotContain("id");
        }
    }

    @Test
    void theRuleIsOneThatTheRunDecides() {
        assertThatThrownBy(() -> TinyRun.PLAN.with(new Patience(2, "ood")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("rule 'ood', for which this split has no rows");
    }
}
