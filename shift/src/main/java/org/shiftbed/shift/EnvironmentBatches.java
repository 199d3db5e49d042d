package org.shiftbed.shift;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.shiftbed.base.Seed;

/**
 * DomainBed's batch rule ({@code domainbed-protocol.md} 4.3): every training environment gives the same number of rows, drawn uniformly with
 * replacement and grouped into batches; a pass has as many draws as the environment has rows, and its trailing partial batch is discarded. Each
 * environment has its own stream. Part weights and samplers do not count here.
 *
 * <p>With balanced classes each row is drawn with probability 1 / (classes of the environment * rows of its class): first a class, then a row of it,
 * both uniformly. A pass is one batch then, so that an environment may be smaller than its batch.
 *
 * <p>Without replacement ({@code domainbed-protocol.md} 8.4) a pass is the rows of the environment in a new order, each once, and the rows that do
 * not fill a batch are left out of it. With balanced classes no row comes twice in a batch: each draw has the probabilities above, among the rows that are left.
 */
public final class EnvironmentBatches implements BatchSource {
    private final int perEnvironment;
    private final NoisyCodes labels;
    private final List<Draws> passes = new ArrayList<>();

    /**
     * @param split with at least one training row
     * @param perEnvironment rows that each training environment gives, at least 1
     * @param seed names the run; the streams {@code batches} and {@code noise} below it are used
     * @throws EnvironmentTooSmall where an environment has fewer training rows than that
     */
    public EnvironmentBatches(Split split, int perEnvironment, Seed seed) {
        this(split, perEnvironment, false, seed);
    }

    /**
     * @param split with at least one training row
     * @param perEnvironment rows that each training environment gives, at least 1
     * @param classBalanced whether classes, by their clean labels, are drawn alike within each environment
     * @param seed as in {@link #EnvironmentBatches(Split, int, Seed)}
     * @throws EnvironmentTooSmall where an environment has fewer training rows than that, and classes are not balanced
     */
    public EnvironmentBatches(Split split, int perEnvironment, boolean classBalanced, Seed seed) {
        this(split, perEnvironment, classBalanced, true, seed);
    }

    /**
     * @param split with at least one training row
     * @param perEnvironment rows that each training environment gives, at least 1
     * @param classBalanced whether classes, by their clean labels, are drawn alike within each environment
     * @param replacement whether a row may come again before the others have come
     * @param seed as in {@link #EnvironmentBatches(Split, int, Seed)}
     * @throws EnvironmentTooSmall where an environment has fewer training rows than that; not where balanced classes are drawn with replacement
     */
    public EnvironmentBatches(Split split, int perEnvironment, boolean classBalanced, boolean replacement, Seed seed) {
        if (perEnvironment < 1) {
            throw new IllegalArgumentException(
                    "a batch needs at least 1 row of each environment, got " + perEnvironment);
        }
        if (split.noise().attribute() != null && !split.noise().clean()) {
            throw new IllegalArgumentException("batches of every environment alike know no noise of environments");
        }
        int[] all = RowProbabilities.distinctRows(split.parts());
        if (all.length == 0) {
            throw new IllegalArgumentException("the split has no training row");
        }
        this.perEnvironment = perEnvironment;
        this.labels = NoisyCodes.labels(split, seed);
        BatchGroups groups = new BatchGroups(split);
        for (int k = 0; k < groups.count(); k++) {
            int group = k;
            int[] rows = IntStream.of(all)
                    .filter(row -> groups.of(split, row) == group)
                    .toArray();
            List<Integer> training = split.trainingEnvironments();
            String name = training.isEmpty()
                    ? "all"
                    : split.environments().get(training.get(k)).name();
            SplittableRandom random = seed.child("batches", name).random();
            if (rows.length < perEnvironment && !(classBalanced && replacement)) {
                throw new EnvironmentTooSmall(name, rows.length, perEnvironment);
            }
            if (classBalanced) {
                passes.add(balanced(rows, split.labels(), random, perEnvironment, replacement));
            } else if (replacement) {
                passes.add(new Pass(rows, random, perEnvironment)::batch);
            } else {
                passes.add(shuffled(rows, random, perEnvironment));
            }
        }
    }

    @Override
    public List<EnvironmentRows> next() {
        List<EnvironmentRows> batch = new ArrayList<>();
        for (int k = 0; k < passes.size(); k++) {
            int[] rows = passes.get(k).batch();
            int[] drawn = new int[perEnvironment];
            for (int i = 0; i < perEnvironment; i++) {
                drawn[i] = labels.of(rows[i]);
            }
            batch.add(new EnvironmentRows(k, rows, drawn));
        }
        return batch;
    }

    /** The next batch of one environment. */
    private interface Draws {
        int[] batch();
    }

    private static Draws shuffled(int[] rows, SplittableRandom random, int batch) {
        RowStream stream = new RowStream(rows, random);
        return () -> {
            stream.finishPassBelow(batch);
            int[] chosen = new int[batch];
            Arrays.setAll(chosen, i -> stream.next());
            return chosen;
        };
    }

    private static Draws balanced(int[] rows, int[] labels, SplittableRandom random, int batch, boolean replacement) {
        TreeMap<Integer, IntStream.Builder> byClass = new TreeMap<>();
        for (int row : rows) {
            byClass.computeIfAbsent(labels[row], label -> IntStream.builder()).add(row);
        }
        List<int[]> classes = byClass.values().stream()
                .map(builder -> builder.build().toArray())
                .toList();
        if (!replacement) {
            return () -> distinct(classes, random, batch);
        }
        return () -> {
            int[] chosen = new int[batch];
            for (int i = 0; i < batch; i++) {
                int[] same = classes.get(random.nextInt(classes.size()));
                chosen[i] = same[random.nextInt(same.length)];
            }
            return chosen;
        };
    }

    /** Rows one after the other, each with probability 1 / (rows of its class), normalised over the rows not yet drawn. */
    private static int[] distinct(List<int[]> classes, SplittableRandom random, int batch) {
        int[] left = classes.stream().mapToInt(rows -> rows.length).toArray();
        int[] chosen = new int[batch];
        for (int i = 0; i < batch; i++) {
            double total = 0;
            for (int k = 0; k < left.length; k++) {
                total += (double) left[k] / classes.get(k).length;
            }
            double u = random.nextDouble() * total;
            int k = -1;
            for (int next = 0; next < left.length && (k < 0 || u >= 0); next++) {
                if (left[next] > 0) {
                    k = next;
                    u -= (double) left[next] / classes.get(next).length;
                }
            }
            int[] rows = classes.get(k);
            int at = random.nextInt(left[k]);
            left[k]--;
            int row = rows[at];
            rows[at] = rows[left[k]];
            rows[left[k]] = row;
            chosen[i] = row;
        }
        return chosen;
    }

    /** The draws of one environment in passes over as many rows as it has. */
    private static final class Pass {
        private final int[] rows;
        private final SplittableRandom random;
        private final int batch;
        private int drawn;

        Pass(int[] rows, SplittableRandom random, int batch) {
            this.rows = rows;
            this.random = random;
            this.batch = batch;
        }

        int[] batch() {
            if (rows.length - drawn < batch) {
                // What is left of the pass does not fill a batch: its draws are made and thrown away.
                for (; drawn < rows.length; drawn++) {
                    random.nextInt(rows.length);
                }
                drawn = 0;
            }
            int[] chosen = new int[batch];
            for (int i = 0; i < batch; i++) {
                chosen[i] = rows[random.nextInt(rows.length)];
            }
            drawn += batch;
            return chosen;
        }
    }
}
