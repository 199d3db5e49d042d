/**
 * Exponential families: the statistic T(w) of a shifting variable and its cumulants, tilted or not.
 */
@NullMarked
package org.shiftbed.audit.family;

import org.jspecify.annotations.NullMarked;
