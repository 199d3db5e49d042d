/**
 * Regressions of the audit: conditional means of loss and statistics given parents, with cross-fitting.
 */
@NullMarked
package org.shiftbed.audit.nuisance;

import org.jspecify.annotations.NullMarked;
