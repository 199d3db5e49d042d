package org.shiftbed.shift;

import java.util.List;
import org.jspecify.annotations.Nullable;

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
     * @param positions of the rows in a batch drawn across environments, ascending; null where the environment has a batch of its own
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record EnvironmentRows(int environment, int[] rows, int[] labels, int @Nullable [] positions) {
        /** Of a batch of the environment's own. */
        public EnvironmentRows(int environment, int[] rows, int[] labels) {
            this(environment, rows, labels, null);
        }
    }
}
