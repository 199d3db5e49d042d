package org.shiftbed.report.page;

/**
 * How the trainings of a study ended; the last four and {@code done} sum to {@code planned}.
 *
 * @param planned all
 * @param done with a usable result
 * @param diverged stopped because a loss or weight was not finite
 * @param failed last attempt ended badly
 * @param refused cannot be run as planned
 * @param missing not run, or not finished
 */
public record TrialCounts(int planned, int done, int diverged, int failed, int refused, int missing) {
    public TrialCounts {
        if (done + diverged + failed + refused + missing != planned) {
            throw new IllegalArgumentException("trials must add up: " + done + " + " + diverged + " + " + failed + " + "
                    + refused + " + " + missing + " is not " + planned);
        }
    }
}
