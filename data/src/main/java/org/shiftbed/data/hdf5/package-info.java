/** Arrays of HDF5 files, read in bands of rows, so that one of many GB never lies in memory. */
@NullMarked
package org.shiftbed.data.hdf5;

import org.jspecify.annotations.NullMarked;
