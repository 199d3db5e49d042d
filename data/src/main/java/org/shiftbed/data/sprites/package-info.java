/**
 * The embedded data set {@code sprites}: three shapes at known scales, orientations, positions and colours, on the factor grid of dSprites,
 * drawn by formulas and needing no file ({@code controlled-shifts.md} 2.3 and 2.4).
 */
@NullMarked
package org.shiftbed.data.sprites;

import org.jspecify.annotations.NullMarked;
