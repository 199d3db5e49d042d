package org.shiftbed.study;

import java.time.Duration;

/**
 * How a run deals with what goes wrong. None of it changes a number.
 *
 * @param retries how often a trial is tried again in this run after an attempt that ended badly, at least 0; a trial that is wrong as it is given is not
 * @param backoff wait before the first of them, doubled for each one after it up to {@value #LONGEST_BACKOFF_SECONDS} seconds
 * @param stopOnFailure whether no further trial is begun once one has failed for good
 * @param lease how long another run may be silent before its trials are taken over
 * @param stall how long a worker may show no update and no evaluated batch before it is ended; four times as long before its first; zero: for ever
 * @param grace how long workers have to save where they are when the run is stopped
 */
public record RunPolicy(
        int retries, Duration backoff, boolean stopOnFailure, Duration lease, Duration stall, Duration grace) {
    private static final int LONGEST_BACKOFF_SECONDS = 60;

    /** One retry after a second, and on with the others; leases of two minutes, an hour without an update. */
    public static final RunPolicy DEFAULT = new RunPolicy(
            1, Duration.ofSeconds(1), false, Duration.ofMinutes(2), Duration.ofHours(1), Duration.ofSeconds(8));

    public RunPolicy {
        if (retries < 0) {
            throw new IllegalArgumentException("retries must be 0 or more, got " + retries);
        }
        if (backoff.isNegative() || stall.isNegative() || grace.isNegative() || lease.isNegative() || lease.isZero()) {
            throw new IllegalArgumentException("durations must not be negative, and a lease not 0");
        }
    }

    /** Wait after so many failures, at least 1. */
    Duration wait(int failures) {
        long factor = 1L << Math.min(20, failures - 1);
        Duration longest = Duration.ofSeconds(LONGEST_BACKOFF_SECONDS);
        Duration wait = backoff.multipliedBy(factor);
        return wait.compareTo(longest) > 0 ? longest : wait;
    }

    /** Between two heartbeats, and between two looks at what another run is doing. */
    Duration pulse() {
        Duration twelfth = lease.dividedBy(12);
        Duration most = Duration.ofSeconds(5);
        return twelfth.compareTo(most) > 0 ? most : twelfth;
    }
}
