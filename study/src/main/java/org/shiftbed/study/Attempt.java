package org.shiftbed.study;

import java.nio.file.Path;

/**
 * One try at a trial. It owns its folder under {@code running/} and writes nowhere else.
 *
 * @param trial what is tried
 * @param number from 1, never given twice while anything of an earlier attempt is left
 * @param folder {@code running/<id>.<number>}
 */
public record Attempt(ExpectedTrial trial, int number, Path folder) {}
