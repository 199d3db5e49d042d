/**
 * {@code audit.html} and the text for the terminal: what an audit found, for a manager, a statistician, and for the reader who calls a
 * shift implausible and wants to look again.
 */
@NullMarked
package org.shiftbed.report.audit;

import org.jspecify.annotations.NullMarked;
