/**
 * The figures of the controlled study as numbers ({@code controlled-shifts.md} 5): change against the baseline, ranks with their medians, deviations of
 * an ablation, agreement of two orders. What is missing is left out and counted, never guessed.
 */
@NullMarked
package org.shiftbed.report.aggregate;

import org.jspecify.annotations.NullMarked;
