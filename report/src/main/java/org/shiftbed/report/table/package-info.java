/** A table as a value, and the text forms it is written in. Every name is escaped for the form it is written in. */
@NullMarked
package org.shiftbed.report.table;

import org.jspecify.annotations.NullMarked;
