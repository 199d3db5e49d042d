/**
 * Rendered pictures on a grid of known factors: dSprites, MPI3D and 3D Shapes, from the files of their makers ({@code controlled-shifts.md} 2.3, 2.5,
 * 2.6).
 */
@NullMarked
package org.shiftbed.data.factors;

import org.jspecify.annotations.NullMarked;
