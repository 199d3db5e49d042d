package org.shiftbed.shift;

import java.util.List;

/** Draws the rows of one training batch after another, for ever. Not safe for several threads. */
public interface BatchSource {

    /**
     * The next batch, grouped by environment, in ascending order of the environment; under {@code protocol: controlled} an environment may be
     * absent and counts vary, under {@code protocol: domainbed} each training environment gives exactly its batch size.
     */
    List<EnvironmentRows> next();

    /**
     * Rows of one environment in a batch.
     *
     * @param environment index among {@link Split#trainingEnvironments()}
     * @param rows row numbers of the table, in the order drawn
     * @param labels the labels to train with, noise applied, same length
     */
    record EnvironmentRows(int environment, int[] rows, int[] labels) {}
}
