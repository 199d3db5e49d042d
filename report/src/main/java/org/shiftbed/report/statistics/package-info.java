/**
 * From the outcomes of single searches to numbers with their uncertainty: means, standard errors, t intervals, paired differences, and what
 * may honestly be said about them. Diverged, failed and missing runs are counted here and never enter a mean.
 */
@NullMarked
package org.shiftbed.report.statistics;

import org.jspecify.annotations.NullMarked;
