package org.shiftbed.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.data.table.Table;
import org.shiftbed.data.table.TableReader;
import org.shiftbed.learn.TrainingTask.EvaluationPlan;
import org.shiftbed.learn.TrainingTask.Keep;
import org.shiftbed.learn.TrainingTask.Tracker;

class PredictionsTest {
    @TempDir
    Path folder;

    @Test
    void accuracyAndLossRecomputedFromTheFileEqualTheRecords() {
        TinyRun.Log log = TrainerTest.run(TinyRun.task(folder));
        check(log, List.of("id", "oracle-best"));
    }

    @Test
    void partsThatThePlanLeftOutAreEvaluatedFromTheWeightsOfTheirStep() {
        EvaluationPlan least = new EvaluationPlan(
                List.of("val_id"), List.of(), List.of(), List.of(new Tracker("id", List.of("val_id"))), Keep.NONE);
        TinyRun.Log log = TrainerTest.run(TinyRun.task("ERM", folder.resolve("least"), Precision.FLOAT32, least, 3));
        Table fromLeast = TableReader.read(folder.resolve("least/predictions.parquet"));
        EvaluationPlan most = new EvaluationPlan(
                List.of("val_id", "val_oracle_best", "test"), List.of(), List.of(), least.trackers(), Keep.NONE);
        TrainerTest.run(TinyRun.task("ERM", folder.resolve("most"), Precision.FLOAT32, most, 3));
        Table fromMost = TableReader.read(folder.resolve("most/predictions.parquet"));
        assertThat(log.checkpoints.get(log.checkpoints.size() - 1).improved()).isEmpty();
        assertThat(fromLeast.rows()).isEqualTo(2 * 160).isEqualTo(fromMost.rows());
        assertThat(fromLeast.ints("step")).isEqualTo(fromMost.ints("step"));
        assertThat(fromLeast.longs("row")).isEqualTo(fromMost.longs("row"));
        assertThat(fromLeast.floats("loss")).isEqualTo(fromMost.floats("loss"));
        assertThat(fromLeast.floats("score_square")).isEqualTo(fromMost.floats("score_square"));
    }

    private void check(TinyRun.Log log, List<String> rules) {
        Table table = TableReader.read(folder.resolve("predictions.parquet"));
        assertThat(table.names())
                .containsExactly(
                        "step",
                        "part",
                        "row",
                        "environment",
                        "label",
                        "prediction",
                        "score_square",
                        "score_ellipse",
                        "loss",
                        "shape",
                        "color",
                        "attribute_label");
        List<Integer> expected = log.checkpoints.stream()
                .filter(c -> c.step() == 29 || rules.stream().anyMatch(rule -> isBest(log, rule, c)))
                .map(Checkpoint::step)
                .toList();
        int[] steps = table.ints("step");
        assertThat(IntStream.of(steps).distinct().boxed()).containsExactlyElementsOf(expected);
        assertThat(table.rows()).isEqualTo(expected.size() * (40 + 80 + 40));
        for (Checkpoint checkpoint : log.checkpoints) {
            if (expected.contains(checkpoint.step())) {
                for (String part : List.of("val_id", "val_oracle_best", "test")) {
                    checkPart(
                            table,
                            checkpoint.step(),
                            part,
                            Objects.requireNonNull(checkpoint.scores().get(part)));
                }
            }
        }
    }

    private static boolean isBest(TinyRun.Log log, String rule, Checkpoint checkpoint) {
        return log.checkpoints.stream()
                        .filter(c -> c.improved().contains(rule))
                        .mapToInt(Checkpoint::step)
                        .max()
                        .orElseThrow()
                == checkpoint.step();
    }

    private static void checkPart(Table table, int step, String part, Checkpoint.Score score) {
        int correct = 0;
        int total = 0;
        double loss = 0;
        for (int i = 0; i < table.rows(); i++) {
            if (table.ints("step")[i] != step || !part.equals(table.texts("part")[i])) {
                continue;
            }
            int row = (int) table.longs("row")[i];
            int label = table.ints("label")[i];
            float square = table.floats("score_square")[i];
            float ellipse = table.floats("score_ellipse")[i];
            total++;
            correct += table.ints("prediction")[i] == label ? 1 : 0;
            loss += table.floats("loss")[i];
            assertThat(label).isEqualTo(row % 2);
            assertThat(table.ints("prediction")[i]).isEqualTo(ellipse > square ? 1 : 0);
            assertThat(Math.exp(square) + Math.exp(ellipse)).isCloseTo(1, within(1e-6));
            assertThat((double) table.floats("loss")[i]).isCloseTo(-(label == 0 ? square : ellipse), within(1e-6));
            assertThat(table.texts("shape")[i]).isEqualTo(label == 0 ? "square" : "ellipse");
            assertThat(table.texts("color")[i]).isEqualTo(row / 2 % 2 == 0 ? "red" : "blue");
            assertThat(table.texts("environment")[i]).isEqualTo(row == 239 ? null : table.texts("color")[i]);
        }
        assertThat(total).isEqualTo((int) score.total());
        assertThat(correct).isEqualTo((int) score.correct());
        assertThat(loss / total).isEqualTo(score.loss());
    }
}
