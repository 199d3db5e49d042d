/**
 * Reads numpy's files: an array in an NPY file, or several in an NPZ archive (stored, deflated, ZIP64). Arrays are streamed row by row, so that one of
 * many GB never lies in memory; what was pickled is never read.
 */
@NullMarked
package org.shiftbed.data.npz;

import org.jspecify.annotations.NullMarked;
