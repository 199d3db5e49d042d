/**
 * A shift is a change of measure over attributes, while the pictures given the attributes stay as they are.
 *
 * <p>{@link org.shiftbed.shift.Shift#apply} makes rows, weights and roles ({@link org.shiftbed.shift.Split}) out of an attribute table.
 * Nothing here reads files or knows libtorch.
 */
@NullMarked
package org.shiftbed.shift;

import org.jspecify.annotations.NullMarked;
