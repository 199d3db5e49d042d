package org.shiftbed.study;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Tells attempts whose owner lives from those that nobody works on any more. An attempt is given up when its owner said so, when the owner is a process of this
 * machine that has ended, or when its heartbeats have not gone on for as long as a lease lasts, by this process's own clock, which nobody sets back.
 * An owner that only slept loses nothing but time: its attempt goes on in its own folder, and the first that is published counts.
 */
final class LeaseWatch {
    private final long patience;
    private final LongSupplier nanos;
    private final Map<Path, Seen> seen = new HashMap<>();

    private record Seen(long beat, long at) {}

    /**
     * @param lease how long an owner may be silent
     * @param nanos a clock that only goes forward, as {@link System#nanoTime}
     */
    LeaseWatch(Duration lease, LongSupplier nanos) {
        this.patience = lease.toNanos();
        this.nanos = nanos;
    }

    /** Whether an attempt has no living owner. The first look at an owner on another machine never says so, unless it was released. */
    synchronized boolean givenUp(Path attempt) throws IOException {
        Optional<Lease> lease = Lease.read(attempt);
        if (lease.isPresent() && (lease.get().released() || lease.get().ownerGone())) {
            return true;
        }
        long beat = lease.map(Lease::beat).orElse(-1L);
        long now = nanos.getAsLong();
        Seen before = seen.get(attempt);
        if (before == null || before.beat() != beat) {
            seen.put(attempt, new Seen(beat, now));
            return false;
        }
        return now - before.at() > patience;
    }

    /** The attempt is over. */
    synchronized void forget(Path attempt) {
        seen.remove(attempt);
    }
}
