package org.shiftbed.audit.spec;

/**
 * A radius measured from history: the shift between two past tables, in the same parameters (parametric-robustness 6). It is the
 * radius where none is given, one more beside the usual radii, and told beside radii that are given.
 *
 * @param before path of the earlier table
 * @param after path of the later table
 */
public record LikeSpec(String before, String after) {}
