/**
 * From rows to numbers: the quadratic loss model, its standard errors, importance sampling, diagnostics.
 */
@NullMarked
package org.shiftbed.audit.estimate;

import org.jspecify.annotations.NullMarked;
