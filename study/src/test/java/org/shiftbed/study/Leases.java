package org.shiftbed.study;

import java.time.Instant;

/** Leases of others. */
final class Leases {
    private Leases() {}

    /** Of a process of this machine. */
    static Lease of(ProcessHandle owner, ProcessHandle worker, long beat, int step) {
        String now = Instant.now().toString();
        return new Lease(
                Machine.identity(),
                Machine.host(),
                owner.pid(),
                Machine.started(owner),
                worker.pid(),
                Machine.started(worker),
                beat,
                now,
                now,
                0,
                step,
                false);
    }

    /** Of a process of this machine that has ended. */
    static Lease dead() {
        String then = Instant.now().minusSeconds(60).toString();
        return new Lease(
                Machine.identity(), Machine.host(), 1, "1970-01-01T00:00:00Z", -1, "", 5, then, then, 0, 3, false);
    }

    /** Of another machine, with its own idea of the time. */
    static Lease elsewhere(long beat, Instant clock) {
        return new Lease("other", "other", 17, "then", -1, "", beat, clock.toString(), clock.toString(), 0, 3, false);
    }
}
