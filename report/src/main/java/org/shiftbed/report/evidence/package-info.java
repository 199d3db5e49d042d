/** What runs allow to be said of methods: tests over pairs and over many data sets, ranks, robust averages and their intervals. */
@NullMarked
package org.shiftbed.report.evidence;

import org.jspecify.annotations.NullMarked;
