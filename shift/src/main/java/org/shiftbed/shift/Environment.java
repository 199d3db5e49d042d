package org.shiftbed.shift;

/**
 * One value of the attribute along which the data shifts.
 *
 * @param index its place among the environments of the split; batches and record fields ({@code env0_in_acc}) use it
 * @param name the value, for example {@code red} or {@code +90%}
 */
public record Environment(int index, String name) {}
