package org.shiftbed.shift;

/**
 * A part as it is asked for ({@code controlled-shifts.md} 1.3).
 *
 * @param filter in the filter language
 * @param count 0 = all matching rows of the training pool; else that many, uniformly without replacement
 * @param weight probability that an element of a batch comes from it, before normalising
 */
record PartRequest(String filter, int count, double weight) {}
