/**
 * {@code report.html}: one file that needs no network and no server. Tables are the source of truth; every chart draws numbers that stand
 * in a table beside it.
 */
@NullMarked
package org.shiftbed.report.page;

import org.jspecify.annotations.NullMarked;
