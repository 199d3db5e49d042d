package org.shiftbed.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.shiftbed.base.AtomicFiles;
import org.shiftbed.base.CanonicalJson;

/**
 * Who works on an attempt: {@code state.json}. The owner counts {@code beat} up as long as it lives; whoever waits for it looks at the count and at its own
 * clock ({@link LeaseWatch}), so that clocks of several machines need not agree.
 *
 * @param machine {@link Machine#identity} of the owner
 * @param host name of its host, for people
 * @param owner process of the run
 * @param ownerStarted when that process started
 * @param worker process that trains; -1 before there is one
 * @param workerStarted when that process started
 * @param beat heartbeats so far
 * @param heartbeat time of the last one by the owner's clock, for people
 * @param since when the attempt began, by the owner's clock, for people
 * @param from updates that an earlier attempt had done
 * @param step updates done
 * @param released the owner has left the attempt to others
 */
record Lease(
        String machine,
        String host,
        long owner,
        String ownerStarted,
        long worker,
        String workerStarted,
        long beat,
        String heartbeat,
        String since,
        int from,
        int step,
        boolean released) {

    /** One heartbeat later, now. */
    Lease beating() {
        return new Lease(
                machine,
                host,
                owner,
                ownerStarted,
                worker,
                workerStarted,
                beat + 1,
                Instant.now().toString(),
                since,
                from,
                step,
                released);
    }

    /** Left to others. */
    Lease leave() {
        return new Lease(machine, host, owner, ownerStarted, -1, "", beat + 1, heartbeat, since, from, step, true);
    }

    /** Whether the owner is known to have ended: a process of this machine that is not there any more. */
    boolean ownerGone() {
        return machine.equals(Machine.identity()) && !Machine.runs(owner, ownerStarted);
    }

    /** Writes it into the folder of an attempt, whole or not at all; it may be lost with the machine's power. */
    void write(Path attempt) throws IOException {
        Map<String, Object> json = new TreeMap<>();
        json.put("machine", machine);
        json.put("host", host);
        json.put("owner", owner);
        json.put("owner_started", ownerStarted);
        json.put("worker", worker);
        json.put("worker_started", workerStarted);
        json.put("beat", beat);
        json.put("heartbeat", heartbeat);
        json.put("since", since);
        json.put("from", from);
        json.put("step", step);
        if (released) {
            json.put("released", true);
        }
        String text = CanonicalJson.text(json) + "\n";
        AtomicFiles.replace(attempt.resolve(StudyFolder.STATE), part -> Files.writeString(part, text));
    }

    /** That of an attempt's folder; empty where there is none, or none that can be read. */
    static Optional<Lease> read(Path attempt) throws IOException {
        Path file = attempt.resolve(StudyFolder.STATE);
        try {
            JsonFields json = new JsonFields(file.toString(), CanonicalJson.parseObject(Files.readString(file)));
            return Optional.of(new Lease(
                    json.text("machine"),
                    json.text("host"),
                    json.large("owner"),
                    json.text("owner_started"),
                    json.large("worker"),
                    json.text("worker_started"),
                    json.large("beat"),
                    json.text("heartbeat"),
                    json.text("since"),
                    json.whole("from"),
                    json.whole("step"),
                    Boolean.TRUE.equals(json.values().get("released"))));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IllegalArgumentException | org.shiftbed.base.UserError e) {
            // Of a machine that lost its power, or of another version: nobody holds it.
            return Optional.empty();
        }
    }
}
