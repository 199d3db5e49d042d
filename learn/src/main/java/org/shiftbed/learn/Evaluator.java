package org.shiftbed.learn;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.shiftbed.learn.algorithm.Algorithm;
import org.shiftbed.learn.algorithm.AlgorithmFactory;
import org.shiftbed.learn.algorithm.TestTimeAdaptation;
import org.shiftbed.learn.torch.Tensors;
import org.shiftbed.shift.Part;
import org.shiftbed.shift.Role;
import org.shiftbed.shift.Split;

/**
 * Evaluates rows in evaluation mode, without gradients, each row at most once a checkpoint: parts that overlap share their rows.
 *
 * <p>Every batch has the same number of rows, the last one filled up with black pictures, so that the numbers of a row do not depend on what else
 * is evaluated with it: libtorch picks its kernels by the size of a batch.
 *
 * <p>An algorithm that takes a batch to predict as a sample of one environment ({@link AlgorithmFactory#PREDICTION_BATCHES}) gets batches of
 * {@value #SAMPLE} rows of one part of one environment, in the part's order and not filled up, as the reference's evaluation has them but for its shuffling.
 * A row of two parts has the numbers of the first part it was evaluated in.
 *
 * <p>An algorithm that adapts to what it is evaluated on ({@link TestTimeAdaptation}) is adapted to each environment of each part, whole batches of
 * training's size in the part's order, the last incomplete one left out unless it is the only one; at most {@value #VALIDATION_BATCHES} of them for
 * validation ({@code controlled-shifts.md} 3.5). The rows of two parts are again those of the first.
 */
final class Evaluator {
    /** Rows of a batch; a logit of small-cnn on 3x16x16 pictures moves by about 1e-7 between 1, 128 and 512 rows. */
    static final int BATCH = 128;

    /** Rows of a batch of the reference's evaluation ({@code domainbed-protocol.md} 4.3): a sample of an environment. */
    static final int SAMPLE = 64;

    /** Most batches that an environment of a validation part is adapted to. */
    private static final int VALIDATION_BATCHES = 1000;

    private final Split split;
    private final boolean samples;
    private final int trainingBatch;
    private final int classes;
    private final ImageLoader images;
    private final Algorithm algorithm;
    private final int[] rows;
    private final int[] slots;
    private final BitSet done = new BitSet();
    private final int[] predictions;
    private final float[] losses;
    private final float[] logProbabilities;
    private final double[] shifted;
    private final Runnable alive;
    private long evaluated;

    /**
     * @param samples whether the algorithm takes a batch as a sample of one environment
     * @param trainingBatch rows of a batch in training
     * @param parts all that may ever be asked for
     * @param alive called after every batch
     */
    Evaluator(
            Split split,
            int classes,
            ImageLoader images,
            Algorithm algorithm,
            boolean samples,
            int trainingBatch,
            Collection<String> parts,
            Runnable alive) {
        this.alive = alive;
        this.split = split;
        this.samples = samples;
        this.trainingBatch = trainingBatch;
        this.classes = classes;
        this.images = images;
        this.algorithm = algorithm;
        this.rows = parts.stream()
                .flatMapToInt(name -> Arrays.stream(split.part(name).rows()))
                .distinct()
                .sorted()
                .toArray();
        this.slots = new int[split.labels().length];
        Arrays.fill(slots, -1);
        for (int slot = 0; slot < rows.length; slot++) {
            slots[rows[slot]] = slot;
        }
        this.predictions = new int[rows.length];
        this.losses = new float[rows.length];
        this.logProbabilities = new float[Math.multiplyExact(rows.length, classes)];
        this.shifted = new double[classes];
    }

    /** The weights have changed: nothing that was evaluated counts any more. */
    void forget() {
        done.clear();
        images.changed();
    }

    /** Evaluates the rows of these parts that have not been evaluated since {@link #forget}. */
    void evaluate(Collection<String> parts) {
        algorithm.train(false);
        try {
            if (algorithm instanceof TestTimeAdaptation adapting) {
                apart(parts, (part, ofOne) -> adapted(adapting, part, ofOne));
            } else if (samples) {
                apart(parts, (part, ofOne) -> sampled(ofOne));
            } else {
                together(parts);
            }
        } finally {
            algorithm.train(true);
        }
    }

    private void together(Collection<String> parts) {
        BitSet wanted = new BitSet();
        for (String name : parts) {
            for (int row : split.part(name).rows()) {
                wanted.set(slots[row]);
            }
        }
        wanted.andNot(done);
        int[] missing = wanted.stream().map(slot -> rows[slot]).toArray();
        for (int from = 0; from < missing.length; from += BATCH) {
            batch(missing, from, Math.min(BATCH, missing.length - from), BATCH);
        }
        done.or(wanted);
        evaluated += missing.length;
    }

    /** Evaluates the rows of a part that belong to one environment, in the part's order. */
    private interface OneEnvironment {
        void evaluate(Part part, int[] rows);
    }

    /** Each part whole, environment by environment, as long as one of its rows is missing: which rows stand together must not depend on the past. */
    private void apart(Collection<String> parts, OneEnvironment each) {
        for (String name : parts) {
            Part part = split.part(name);
            Map<Integer, List<Integer>> byEnvironment = new TreeMap<>();
            BitSet wanted = new BitSet();
            for (int row : part.rows()) {
                byEnvironment
                        .computeIfAbsent(split.environmentOf()[row], unused -> new ArrayList<>())
                        .add(row);
                wanted.set(slots[row]);
            }
            wanted.andNot(done);
            if (wanted.isEmpty()) {
                continue;
            }
            for (List<Integer> ofOne : byEnvironment.values()) {
                each.evaluate(part, ofOne.stream().mapToInt(Integer::intValue).toArray());
                evaluated += ofOne.size();
            }
            done.or(wanted);
        }
    }

    private void sampled(int[] ofOne) {
        for (int from = 0; from < ofOne.length; from += SAMPLE) {
            int count = Math.min(SAMPLE, ofOne.length - from);
            batch(ofOne, from, count, count);
        }
    }

    /** Rows without an environment belong to no value, and are predicted as trained. */
    private void adapted(TestTimeAdaptation adapting, Part part, int[] ofOne) {
        boolean some = split.environmentOf()[ofOne[0]] >= 0 && adapting.adapts(ofOne.length, trainingBatch);
        if (some) {
            int size = Math.min(trainingBatch, ofOne.length);
            int batches = ofOne.length / size;
            for (int i = 0; i < (part.role() == Role.TEST ? batches : Math.min(VALIDATION_BATCHES, batches)); i++) {
                try (PointerScope scope = new PointerScope()) {
                    adapting.collect(images.evaluated(ofOne, i * size, size, size));
                }
            }
            adapting.mix();
        }
        try {
            for (int from = 0; from < ofOne.length; from += BATCH) {
                batch(ofOne, from, Math.min(BATCH, ofOne.length - from), BATCH);
            }
        } finally {
            adapting.forget();
        }
    }

    /** @param filled rows of the batch, black pictures included */
    private void batch(int[] missing, int from, int count, int filled) {
        double[] logits;
        try (PointerScope scope = new PointerScope();
                NoGradGuard guard = new NoGradGuard()) {
            logits = Tensors.toDoubles(algorithm.predict(images.evaluated(missing, from, count, filled)));
        }
        alive.run();
        if (logits.length != filled * classes) {
            throw new IllegalStateException(
                    "expected " + classes + " logits a row, got " + (double) logits.length / filled);
        }
        for (int i = 0; i < count; i++) {
            int slot = slots[missing[from + i]];
            if (done.get(slot)) {
                continue;
            }
            int best = 0;
            for (int k = 1; k < classes; k++) {
                if (logits[i * classes + k] > logits[i * classes + best]) {
                    best = k;
                }
            }
            predictions[slot] = best;
            double largest = logits[i * classes + best];
            double sum = 0;
            for (int k = 0; k < classes; k++) {
                shifted[k] = logits[i * classes + k] - largest;
                sum += StrictMath.exp(shifted[k]);
            }
            double logSum = StrictMath.log(sum);
            for (int k = 0; k < classes; k++) {
                logProbabilities[slot * classes + k] = (float) (shifted[k] - logSum);
            }
            losses[slot] = (float) (logSum - shifted[split.labels()[missing[from + i]]]);
        }
    }

    /** The score of a part; all of its rows have been evaluated. */
    Checkpoint.Score score(String name) {
        Part part = split.part(name);
        long[][][] cells = new long[classes][split.environments().size()][2];
        long[] right = new long[classes];
        long[] labelled = new long[classes];
        long[] predicted = new long[classes];
        boolean[] rareRows = split.rare();
        long[] rare = new long[rareRows.length == 0 ? 0 : 2];
        long correct = 0;
        double loss = 0;
        for (int row : part.rows()) {
            int slot = slots[row];
            if (!done.get(slot)) {
                throw new IllegalStateException("row " + row + " of part '" + name + "' was not evaluated");
            }
            int label = split.labels()[row];
            int hit = predictions[slot] == label ? 1 : 0;
            correct += hit;
            loss += losses[slot];
            right[label] += hit;
            labelled[label]++;
            predicted[predictions[slot]]++;
            if (rareRows.length > 0 && rareRows[row]) {
                rare[0] += hit;
                rare[1]++;
            }
            int environment = split.environmentOf()[row];
            if (environment >= 0) {
                cells[label][environment][0] += hit;
                cells[label][environment][1]++;
            }
        }
        return new Checkpoint.Score(correct, part.size(), loss / part.size(), cells, right, labelled, predicted, rare);
    }

    /**
     * The unweighted mean of the mean cross-entropies, in nats, of batches of {@value #SAMPLE} rows in the part's order, the last one as long as it is: a row
     * of a short last batch weighs more. All rows of the part have been evaluated.
     */
    double batchLoss(String name) {
        int[] of = split.part(name).rows();
        double sum = 0;
        int batches = 0;
        for (int from = 0; from < of.length; from += SAMPLE) {
            int to = Math.min(of.length, from + SAMPLE);
            double batch = 0;
            for (int i = from; i < to; i++) {
                batch += losses[slots[of[i]]];
            }
            sum += batch / (to - from);
            batches++;
        }
        return sum / batches;
    }

    /** A copy of everything evaluated since {@link #forget}. */
    Evaluated copy(int step) {
        return new Evaluated(
                step,
                (BitSet) done.clone(),
                slots,
                classes,
                predictions.clone(),
                losses.clone(),
                logProbabilities.clone());
    }

    /** Puts back what was evaluated at an earlier step, whose weights the algorithm has again. */
    void restore(Evaluated earlier) {
        done.clear();
        done.or(earlier.done());
        System.arraycopy(earlier.predictions(), 0, predictions, 0, predictions.length);
        System.arraycopy(earlier.losses(), 0, losses, 0, losses.length);
        System.arraycopy(earlier.logProbabilities(), 0, logProbabilities, 0, logProbabilities.length);
    }

    /** Goes on after so many evaluated rows. */
    void evaluated(long rows) {
        evaluated = rows;
    }

    /** What was evaluated at an earlier step, out of what was kept of it. */
    Evaluated evaluated(int step, BitSet done, int[] predictions, float[] losses, float[] logProbabilities) {
        return new Evaluated(step, done, slots, classes, predictions, losses, logProbabilities);
    }

    /** Rows evaluated since the start; rows that fill up a batch do not count. */
    long evaluated() {
        return evaluated;
    }

    /**
     * What was evaluated at one step.
     *
     * @param step index of the update
     * @param done slots with values
     * @param slots slot of each row of the table, -1 where it has none
     * @param classes how many
     * @param predictions by slot
     * @param losses cross-entropy in nats by slot
     * @param logProbabilities by slot and class
     */
    record Evaluated(
            int step,
            BitSet done,
            int[] slots,
            int classes,
            int[] predictions,
            float[] losses,
            float[] logProbabilities) {

        /** Whether every row of a part has values. */
        boolean has(Part part) {
            return IntStream.of(part.rows()).allMatch(row -> slots[row] >= 0 && done.get(slots[row]));
        }
    }
}
