package org.shiftbed.shift;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.shiftbed.base.Seed;

/**
 * The batch rule of controlled studies ({@code controlled-shifts.md} 1.3, 1.7): each element of a batch draws a part by its weight, then takes
 * the next row of that part's own endless shuffled stream. Under {@link SamplingWeights#IMPORTANCE} an element draws a non-empty cell of
 * (label, environment), then a row of it, both uniformly (cells as their capped weights say, where there is a cap); under {@link SamplingWeights#NONE} there is one stream of all training rows.
 */
public final class PartBatches implements BatchSource {
    private final Split split;
    private final int batch;
    private final BatchGroups groups;
    private final NoisyCodes labels;
    private final NoisyCodes environments;
    private final RowDraw draw;

    /**
     * @param split with at least one training row
     * @param batch rows of one batch in all, at least 1
     * @param seed names the run; the streams {@code batches} and {@code noise} below it are used
     */
    public PartBatches(Split split, int batch, Seed seed) {
        if (batch < 1) {
            throw new IllegalArgumentException("a batch needs at least 1 row, got " + batch);
        }
        List<Part> parts = RowProbabilities.drawn(split.parts());
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("the split has no training row");
        }
        this.split = split;
        this.batch = batch;
        this.groups = new BatchGroups(split);
        this.labels = NoisyCodes.labels(split, seed);
        this.environments = NoisyCodes.environments(split, seed);
        Seed streams = seed.child("batches");
        this.draw = switch (split.sampler()) {
            case PARTS -> byPart(parts, streams);
            case IMPORTANCE -> byCell(split, parts, streams);
            case NONE -> new RowStream(RowProbabilities.distinctRows(parts), streams.random())::next;
        };
    }

    @Override
    public List<EnvironmentRows> next() {
        int[] rows = new int[batch];
        int[] drawn = new int[batch];
        int[] observed = new int[batch];
        for (int i = 0; i < batch; i++) {
            rows[i] = draw.next();
            drawn[i] = labels.of(rows[i]);
            observed[i] = environments.of(rows[i]);
        }
        return groups.group(rows, observed, drawn);
    }

    private interface RowDraw {
        int next();
    }

    private static RowDraw byPart(List<Part> parts, Seed streams) {
        double[] below = new double[parts.size()];
        RowStream[] rows = new RowStream[parts.size()];
        double sum = 0;
        for (int i = 0; i < below.length; i++) {
            Part part = parts.get(i);
            sum += part.weight();
            below[i] = sum;
            rows[i] = new RowStream(part.rows(), streams.child(part.name()).random());
        }
        double total = sum;
        SplittableRandom choice = streams.random();
        return () -> {
            int found = Arrays.binarySearch(below, choice.nextDouble() * total);
            int part = found >= 0 ? found + 1 : -found - 1;
            return rows[Math.min(part, rows.length - 1)].next();
        };
    }

    private static RowDraw byCell(Split split, List<Part> parts, Seed streams) {
        List<int[]> cells =
                RowProbabilities.cells(RowProbabilities.distinctRows(parts), split.labels(), split.environmentOf());
        SplittableRandom random = streams.random();
        if (split.maxWeight() < Double.POSITIVE_INFINITY) {
            return byUnequalCell(cells, RowProbabilities.cellProbabilities(cells, split.maxWeight()), random);
        }
        return () -> {
            int[] cell = cells.get(random.nextInt(cells.size()));
            return cell[random.nextInt(cell.length)];
        };
    }

    private static RowDraw byUnequalCell(List<int[]> cells, double[] share, SplittableRandom random) {
        return () -> {
            double u = random.nextDouble();
            int i = 0;
            while (i < share.length - 1 && u >= share[i]) {
                u -= share[i];
                i++;
            }
            int[] cell = cells.get(i);
            return cell[random.nextInt(cell.length)];
        };
    }
}
