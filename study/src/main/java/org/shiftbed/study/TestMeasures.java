package org.shiftbed.study;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.shiftbed.learn.Checkpoint;

/**
 * What a record tells of the test beside its accuracy ({@code controlled-shifts.md} 4): accuracy by cell of label and environment, the lowest of them,
 * balanced over environments, macro-F1, and apart for values that training has and those that are rare or missing there.
 *
 * @param labels value names of the label, by code
 * @param environments display labels, by index
 * @param scores of the parts that make the test
 */
record TestMeasures(List<String> labels, List<String> environments, List<Checkpoint.Score> scores) {

    /**
     * Writes all of them. What cannot be told is left out: the split into seen and unseen values where a shift names no such values.
     *
     * @param prefix of names that belong to a second stage; empty otherwise
     */
    void put(Map<String, @Nullable Object> extras, String prefix) {
        List<Object> cells = new ArrayList<>();
        double worst = Double.NaN;
        long[][] byEnvironment = new long[environments.size()][2];
        for (int label = 0; label < labels.size(); label++) {
            for (int environment = 0; environment < environments.size(); environment++) {
                long[] counts = cell(label, environment);
                if (counts[1] == 0) {
                    continue;
                }
                TreeMap<String, Object> cell = new TreeMap<>();
                cell.put("label", labels.get(label));
                cell.put("environment", environments.get(environment));
                cell.put("correct", counts[0]);
                cell.put("total", counts[1]);
                cells.add(cell);
                double accuracy = share(counts);
                worst = worst <= accuracy ? worst : accuracy;
                byEnvironment[environment][0] += counts[0];
                byEnvironment[environment][1] += counts[1];
            }
        }
        extras.put(prefix + "test_cells", cells);
        if (!cells.isEmpty()) {
            extras.put(prefix + "worst_cell", worst);
            extras.put(prefix + "balanced", balanced(byEnvironment));
        }
        if (scores.stream().allMatch(score -> score.labelled().length > 0)) {
            extras.put(prefix + "macro_f1", macroF1());
        }
        seenAndUnseen(extras, prefix);
    }

    private long[] cell(int label, int environment) {
        long[] sum = new long[2];
        for (Checkpoint.Score score : scores) {
            if (label < score.cells().length && environment < score.cells()[label].length) {
                sum[0] += score.cells()[label][environment][0];
                sum[1] += score.cells()[label][environment][1];
            }
        }
        return sum;
    }

    /** The mean of the accuracies on the rows of each environment that has some. */
    private static double balanced(long[][] byEnvironment) {
        double sum = 0;
        int count = 0;
        for (long[] counts : byEnvironment) {
            if (counts[1] > 0) {
                sum += share(counts);
                count++;
            }
        }
        return sum / count;
    }

    /** The mean over the classes that have test rows of 2 right / (labelled + predicted). */
    private double macroF1() {
        double sum = 0;
        int count = 0;
        for (int label = 0; label < labels.size(); label++) {
            long right = 0;
            long labelled = 0;
            long predicted = 0;
            for (Checkpoint.Score score : scores) {
                right += score.right()[label];
                labelled += score.labelled()[label];
                predicted += score.predicted()[label];
            }
            if (labelled > 0) {
                sum += 2.0 * right / (labelled + predicted);
                count++;
            }
        }
        return sum / count;
    }

    private void seenAndUnseen(Map<String, @Nullable Object> extras, String prefix) {
        long[] seen = new long[2];
        long[] unseen = new long[2];
        for (Checkpoint.Score score : scores) {
            if (score.rare().length == 0) {
                return;
            }
            unseen[0] += score.rare()[0];
            unseen[1] += score.rare()[1];
            seen[0] += score.correct() - score.rare()[0];
            seen[1] += score.total() - score.rare()[1];
        }
        if (seen[1] > 0 && unseen[1] > 0) {
            extras.put(prefix + "test_seen", share(seen));
            extras.put(prefix + "test_unseen", share(unseen));
        }
    }

    private static double share(long[] counts) {
        return (double) counts[0] / counts[1];
    }
}
