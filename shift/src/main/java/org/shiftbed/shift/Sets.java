package org.shiftbed.shift;

import java.util.List;

/**
 * The rows that a shift chose from the pools.
 *
 * @param training parts with at least one row each
 * @param validation rows distributed as training, each once, ascending
 * @param reweighted those rows part by part with the weights of training; empty where the weights change nothing
 * @param test rows, ascending
 * @param testFilter which rows of the test pool those are taken from
 */
record Sets(List<Part> training, int[] validation, List<Part> reweighted, int[] test, String testFilter) {}
