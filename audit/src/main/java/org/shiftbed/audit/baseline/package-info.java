/**
 * What other ways of asking for a worst case answer on the same rows.
 */
@NullMarked
package org.shiftbed.audit.baseline;

import org.jspecify.annotations.NullMarked;
