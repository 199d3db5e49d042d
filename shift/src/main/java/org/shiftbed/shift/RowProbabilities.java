package org.shiftbed.shift;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The exact probability of every row per draw, under the three samplers ({@code controlled-shifts.md} 1.7). */
final class RowProbabilities {
    private RowProbabilities() {}

    /**
     * @param maxWeight most that p* / p_train of a cell counts under {@code IMPORTANCE}; infinite: no cap
     * @param parts training parts; those without weight or rows give nothing
     * @param labels of all rows of the table
     * @param environmentOf of all rows of the table
     * @return for every row of the table, summing to 1; 0 outside the training parts
     */
    static double[] of(SamplingWeights sampler, double maxWeight, List<Part> parts, int[] labels, int[] environmentOf) {
        double[] probability = new double[labels.length];
        switch (sampler) {
            case PARTS -> {
                double total = drawn(parts).stream().mapToDouble(Part::weight).sum();
                for (Part part : drawn(parts)) {
                    for (int row : part.rows()) {
                        probability[row] += part.weight() / total / part.size();
                    }
                }
            }
            case IMPORTANCE -> {
                List<int[]> cells = cells(distinctRows(parts), labels, environmentOf);
                double[] share = cellProbabilities(cells, maxWeight);
                for (int i = 0; i < share.length; i++) {
                    for (int row : cells.get(i)) {
                        probability[row] = share[i] / cells.get(i).length;
                    }
                }
            }
            case NONE -> {
                int[] rows = distinctRows(parts);
                for (int row : rows) {
                    probability[row] = 1.0 / rows.length;
                }
            }
        }
        return probability;
    }

    /**
     * The probability of each cell: alike for all, or, where p* / p_train = n / (cells * rows of the cell) is capped, what the capped ratios of
     * its rows give after normalising.
     */
    static double[] cellProbabilities(List<int[]> cells, double maxWeight) {
        double[] share = new double[cells.size()];
        if (maxWeight == Double.POSITIVE_INFINITY) {
            Arrays.fill(share, 1.0 / share.length);
            return share;
        }
        double rows = cells.stream().mapToInt(cell -> cell.length).sum();
        double total = 0;
        for (int i = 0; i < share.length; i++) {
            int size = cells.get(i).length;
            share[i] = size * Math.min(rows / ((double) share.length * size), maxWeight);
            total += share[i];
        }
        for (int i = 0; i < share.length; i++) {
            share[i] /= total;
        }
        return share;
    }

    /** Parts that batches are drawn from. */
    static List<Part> drawn(List<Part> parts) {
        return parts.stream()
                .filter(part -> part.role() == Role.TRAIN && part.weight() > 0 && part.size() > 0)
                .toList();
    }

    /** Rows of those parts, each once, ascending. */
    static int[] distinctRows(List<Part> parts) {
        return drawn(parts).stream()
                .flatMapToInt(part -> IntStream.of(part.rows()))
                .sorted()
                .distinct()
                .toArray();
    }

    /** Rows by (label, environment), non-empty cells only, in the order of their first row. */
    static List<int[]> cells(int[] rows, int[] labels, int[] environmentOf) {
        Map<List<Integer>, IntStream.Builder> cells = new LinkedHashMap<>();
        for (int row : rows) {
            cells.computeIfAbsent(List.of(labels[row], environmentOf[row]), cell -> IntStream.builder())
                    .add(row);
        }
        return cells.values().stream().map(cell -> cell.build().toArray()).toList();
    }
}
