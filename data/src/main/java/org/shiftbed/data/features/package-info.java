/**
 * Tables as data sets: rows of numbers and categories in place of pictures, scaled and encoded from the training rows of a split alone.
 */
@NullMarked
package org.shiftbed.data.features;

import org.jspecify.annotations.NullMarked;
