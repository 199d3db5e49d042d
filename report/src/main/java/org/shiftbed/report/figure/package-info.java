/** Drawings as files, for papers and slides: the numbers of the tables, nothing computed anew. */
@NullMarked
package org.shiftbed.report.figure;

import org.jspecify.annotations.NullMarked;
