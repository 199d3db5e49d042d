/**
 * Rows of a large file, turned once into a file of plain rows in the cache, which every process maps: memory does not grow with the data set. Found by
 * the content of the file that they come from, so moving it makes nothing anew.
 */
@NullMarked
package org.shiftbed.data.converted;

import org.jspecify.annotations.NullMarked;
