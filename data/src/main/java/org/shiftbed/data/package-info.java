/**
 * Examples as packed bytes, and the table of their attributes.
 *
 * <p>The central types are {@link org.shiftbed.data.Dataset}, whose rows are read in bulk into a caller's buffer and kept as bytes, never
 * as floats, and {@link org.shiftbed.data.AttributeTable}, one row an example. Both are immutable once opened and may be read from several
 * threads. {@link org.shiftbed.data.Datasets} finds a data set by its name. Nothing here knows shifts, libtorch or studies.
 */
@NullMarked
package org.shiftbed.data;

import org.jspecify.annotations.NullMarked;
