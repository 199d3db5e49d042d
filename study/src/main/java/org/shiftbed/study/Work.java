package org.shiftbed.study;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/**
 * Who is at work on an attempt, as far as this machine can tell.
 *
 * @param host name of the machine
 * @param process of the run there
 * @param since when the attempt began, by that machine's clock
 * @param from updates that an earlier attempt had done
 * @param step updates done
 * @param left seconds that are left at the pace so far; NaN where nothing can be told yet
 */
public record Work(String host, long process, String since, int from, int step, double left) {

    /**
     * That of an attempt's folder.
     *
     * @param updates of the whole trial
     * @return empty where nobody is at work on it any more
     */
    public static Optional<Work> of(Path attempt, int updates) throws IOException {
        return Lease.read(attempt).filter(RunMark::lives).map(lease -> of(lease, updates));
    }

    private static Work of(Lease lease, int updates) {
        double left = Double.NaN;
        int moved = lease.step() - lease.from();
        try {
            double seconds = Duration.between(Instant.parse(lease.since()), Instant.parse(lease.heartbeat()))
                            .toMillis()
                    / 1000.0;
            if (moved > 0 && seconds > 0) {
                left = Math.max(0, updates - lease.step()) * seconds / moved;
            }
        } catch (DateTimeParseException e) {
            left = Double.NaN;
        }
        return new Work(lease.host(), lease.owner(), lease.since(), lease.from(), lease.step(), left);
    }
}
