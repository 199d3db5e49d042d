package org.shiftbed.learn;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.shiftbed.base.UserError;
import org.shiftbed.learn.TrainingTask.EvaluationPlan;
import org.shiftbed.learn.TrainingTask.Keep;

/** Tasks that cannot be trained in two stages. */
class AutoLrRefusalTest {
    @Test
    void formIsRefusedWhereItCannotBe() {
        TrainingTask task = AutoLrRunTest.task(12, Set.of(), Map.of(), null);
        assertThatThrownBy(() -> Trainer.train(task, new AutoLrRunTest.Log(), Trainer.batches(task)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("draws the batches of each of its stages itself");
        TrainingTask erm = with(task, "ERM", Protocol.DOMAINBED, task.evaluation());
        assertThatThrownBy(() -> Trainer.train(erm, new AutoLrRunTest.Log()))
                .isInstanceOf(UserError.class)
                .hasMessage("algorithm ERM has a form auto-lr without a learning rate that can be set between updates;"
                        + " leave the form out");
        TrainingTask controlled = with(task, "ERMPlusPlus", Protocol.CONTROLLED, task.evaluation());
        assertThatThrownBy(() -> Trainer.train(controlled, new AutoLrRunTest.Log()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("belongs to DomainBed's protocol");
        TrainingTask blind = with(
                task,
                "ERMPlusPlus",
                Protocol.DOMAINBED,
                new EvaluationPlan(List.of("env0_out"), List.of(), List.of(), List.of(), Keep.NONE));
        assertThatThrownBy(() -> Trainer.train(blind, new AutoLrRunTest.Log()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the rate goes by [env0_out, env2_out]");
    }

    private static TrainingTask with(TrainingTask task, String algorithm, Protocol protocol, EvaluationPlan plan) {
        return new TrainingTask(
                task.dataset(),
                task.split(),
                protocol,
                algorithm,
                task.form(),
                task.strict(),
                task.hyperparameters(),
                task.network(),
                task.steps(),
                task.batch(),
                task.checkpointEvery(),
                task.precision(),
                task.threads(),
                task.device(),
                task.seed(),
                task.torchSeed(),
                plan,
                task.folder());
    }
}
