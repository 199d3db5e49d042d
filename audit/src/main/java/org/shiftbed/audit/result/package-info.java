/**
 * What an audit answers: the records behind {@code audit.json} and the page. Numbers only, no way back to the rows.
 */
@NullMarked
package org.shiftbed.audit.result;

import org.jspecify.annotations.NullMarked;
