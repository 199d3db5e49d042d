package org.shiftbed.shift;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Puts the rows of a batch into groups by training environment. */
final class BatchGroups {
    private final List<Integer> training;
    private final int[] groupOf;

    BatchGroups(Split split) {
        training = split.trainingEnvironments();
        groupOf = new int[split.environments().size()];
        Arrays.fill(groupOf, -1);
        for (int k = 0; k < training.size(); k++) {
            groupOf[training.get(k)] = k;
        }
    }

    /** How many groups there are: at least one, because rows without an environment make one together. */
    int count() {
        return Math.max(1, training.size());
    }

    /** The group of a row: its place among the training environments. A row without an environment is in group 0 if that is the only one. */
    int of(Split split, int row) {
        return of(row, split.environmentOf()[row]);
    }

    private int of(int row, int environment) {
        if (environment >= 0) {
            return groupOf[environment];
        }
        if (count() > 1) {
            throw new IllegalArgumentException(
                    "training row " + row + " belongs to no environment, and there are " + count());
        }
        return 0;
    }

    /**
     * Groups of a batch, ascending, rows in the order drawn; a group without rows is left out.
     *
     * @param environments of the rows, as the batch tells them
     */
    List<BatchSource.EnvironmentRows> group(int[] rows, int[] environments, int[] labels) {
        int[] sizes = new int[count()];
        int[] groups = new int[rows.length];
        for (int i = 0; i < rows.length; i++) {
            groups[i] = of(rows[i], environments[i]);
            sizes[groups[i]]++;
        }
        List<BatchSource.EnvironmentRows> batch = new ArrayList<>();
        for (int k = 0; k < sizes.length; k++) {
            if (sizes[k] > 0) {
                int[] groupRows = new int[sizes[k]];
                int[] groupLabels = new int[sizes[k]];
                int[] positions = new int[sizes[k]];
                int at = 0;
                for (int i = 0; i < rows.length; i++) {
                    if (groups[i] == k) {
                        groupRows[at] = rows[i];
                        positions[at] = i;
                        groupLabels[at++] = labels[i];
                    }
                }
                batch.add(new BatchSource.EnvironmentRows(k, groupRows, groupLabels, positions));
            }
        }
        return batch;
    }
}
