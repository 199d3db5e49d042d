/**
 * A shift is a change of measure over attributes, while the pictures given the attributes stay as they are.
 *
 * <p>{@link org.shiftbed.shift.Shift#apply} makes rows, weights and roles ({@link org.shiftbed.shift.Split}) out of an attribute table.
 * {@link org.shiftbed.shift.Shifts} finds kinds by name. {@link org.shiftbed.shift.PartBatches} and
 * {@link org.shiftbed.shift.EnvironmentBatches} draw the batches of the two protocols from a split, and
 * {@link org.shiftbed.shift.RowFilter} reads the language in which parts say which rows they mean. Nothing here reads files or knows libtorch.
 */
@NullMarked
package org.shiftbed.shift;

import org.jspecify.annotations.NullMarked;
