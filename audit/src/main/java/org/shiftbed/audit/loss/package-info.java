/**
 * The loss of a row: a column, or computed from label and prediction; ratio metrics as two losses.
 */
@NullMarked
package org.shiftbed.audit.loss;

import org.jspecify.annotations.NullMarked;
