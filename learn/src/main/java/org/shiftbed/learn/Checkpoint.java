package org.shiftbed.learn;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one checkpoint measured.
 *
 * @param step index of the last update, from 0 ({@code domainbed-protocol.md} 4.4)
 * @param epoch step / steps per epoch: under {@code domainbed} by the smallest environment; under {@code controlled} images drawn / training rows
 * @param stepSeconds mean wall seconds of an update, fetching included, since the previous checkpoint
 * @param losses means, since the previous checkpoint (in a strict first stage: since the start), of what the algorithm's updates returned, by the reference's names
 * @param scores of the parts evaluated at this checkpoint, by part name
 * @param improved rules whose best this checkpoint is so far
 * @param imagesTrained examples drawn since the start of the stage
 * @param imagesEvaluated examples evaluated since the start of the stage
 * @param residentBytes resident memory of the process now; -1 where the platform does not tell
 * @param diverged the loss or a weight is not finite: the run stops here, and nothing was evaluated
 * @param stage which of two stages this is; null where the run has one, and in the second stage of a {@link
 *     org.shiftbed.learn.algorithm.TwoStage}, whose records are those of any other
 */
public record Checkpoint(
        int step,
        double epoch,
        double stepSeconds,
        Map<String, Double> losses,
        Map<String, Score> scores,
        List<String> improved,
        long imagesTrained,
        long imagesEvaluated,
        long residentBytes,
        boolean diverged,
        @Nullable Stage stage) {

    /** Of a run of one stage. */
    public Checkpoint(
            int step,
            double epoch,
            double stepSeconds,
            Map<String, Double> losses,
            Map<String, Score> scores,
            List<String> improved,
            long imagesTrained,
            long imagesEvaluated,
            long residentBytes,
            boolean diverged) {
        this(
                step,
                epoch,
                stepSeconds,
                losses,
                scores,
                improved,
                imagesTrained,
                imagesEvaluated,
                residentBytes,
                diverged,
                null);
    }

    /**
     * A stage of form {@link org.shiftbed.learn.algorithm.AlgorithmFactory#AUTO_LR}, or the first stage of a {@link
     * org.shiftbed.learn.algorithm.TwoStage}.
     *
     * @param number 1: the rate is sought, or something is trained that does not predict; 2: the rate is replayed on all rows, and parts {@code env{i}_in}
     *     are whole environments
     * @param rate from this checkpoint on; in a strict second stage up to it; NaN where the stage sets none
     */
    public record Stage(int number, double rate) {
        /** That of a {@link org.shiftbed.learn.algorithm.TwoStage}: nothing is evaluated in it. */
        public static final Stage FIRST = new Stage(1, Double.NaN);

        /** Whether it sets the learning rate. */
        public boolean setsRate() {
            return !Double.isNaN(rate);
        }
    }

    /**
     * Accuracy of a part.
     *
     * @param correct rows whose arg max (first maximum) equals the clean label
     * @param total rows of the part
     * @param loss mean cross-entropy in nats
     * @param cells per (label, environment) of the rows: {@code cells[label][environment] = {correct, total}}; environment -1 is not counted
     * @param right rows of each class that were taken for it; empty where it is not known
     * @param labelled rows of each class
     * @param predicted rows taken for each class
     * @param rare {@code {correct, total}} of the rows whose values are rare or missing in training; empty where the shift knows no such values
     */
    public record Score(
            long correct,
            long total,
            double loss,
            long[][][] cells,
            long[] right,
            long[] labelled,
            long[] predicted,
            long[] rare) {
        /** Without counts by class, of a shift that knows no rare values. */
        public Score(long correct, long total, double loss, long[][][] cells) {
            this(correct, total, loss, cells, new long[0], new long[0], new long[0], new long[0]);
        }

        /** correct / total. */
        public double accuracy() {
            return (double) correct / total;
        }

        /** Lowest accuracy of a cell that has rows; NaN where no row has a cell. */
        public double worstCell() {
            double worst = Double.NaN;
            for (long[][] byEnvironment : cells) {
                for (long[] cell : byEnvironment) {
                    if (cell[1] > 0) {
                        double accuracy = (double) cell[0] / cell[1];
                        worst = Double.isNaN(worst) ? accuracy : Math.min(worst, accuracy);
                    }
                }
            }
            return worst;
        }
    }
}
