package org.shiftbed.study.worker;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.study.Ending;
import org.shiftbed.study.TrialState;

/**
 * One line between a worker and its parent: a mark, then a JSON object with a field {@code type}. Whatever else arrives on the stream (a line
 * that a native library printed) is no message.
 */
public sealed interface Message {
    /** Begins every line that is a message. */
    String MARK = "@shiftbed ";

    /** The worker can take a trial. */
    record Ready() implements Message {}

    /**
     * Parent to worker: run a trial.
     *
     * @param id of the trial
     * @param trial content of {@code trial.json}
     * @param folder absolute path of the attempt's folder
     * @param options what the runner needs beyond the trial and what changes nothing in its numbers: {@code data_dir}, {@code evaluate}, …
     */
    record Run(String id, Map<String, Object> trial, String folder, Map<String, Object> options) implements Message {}

    /** Parent to worker: save where the trial stands and end it. */
    record Stop() implements Message {}

    /** The trial was ended before its end, because the worker was told to; where it stands is saved in its folder. */
    record Stopped() implements Message {}

    /** Updates done so far. */
    record Progress(int step) implements Message {}

    /** The trial came to its end; its folder is complete but for {@code done}. */
    record Finished(Ending ending) implements Message {}

    /**
     * The trial failed.
     *
     * @param cause one line
     * @param given whether it is wrong as it is given, so that another attempt would fail alike
     */
    record Failed(String cause, boolean given) implements Message {}

    /** The line, without its line feed. */
    default String line() {
        Map<String, Object> json = new TreeMap<>();
        if (this instanceof Run run) {
            json.put("id", run.id());
            json.put("trial", run.trial());
            json.put("folder", run.folder());
            json.put("options", run.options());
        } else if (this instanceof Progress progress) {
            json.put("step", progress.step());
        } else if (this instanceof Finished finished) {
            json.put("state", finished.ending().state().text());
            json.put("step", finished.ending().step());
        } else if (this instanceof Failed failed) {
            json.put("cause", failed.cause());
            json.put("given", failed.given());
        }
        json.put("type", getClass().getSimpleName());
        return MARK + CanonicalJson.text(json);
    }

    /** The message of a line; empty where it is none. */
    static Optional<Message> of(String line) {
        if (!line.startsWith(MARK)) {
            return Optional.empty();
        }
        try {
            Map<String, Object> json = CanonicalJson.parseObject(line.substring(MARK.length()));
            return switch (String.valueOf(json.get("type"))) {
                case "Ready" -> Optional.of(new Ready());
                case "Run" ->
                    Optional.of(new Run(
                            String.valueOf(json.get("id")),
                            object(json, "trial"),
                            String.valueOf(json.get("folder")),
                            object(json, "options")));
                case "Progress" -> Optional.of(new Progress(step(json)));
                case "Finished" ->
                    Optional.of(new Finished(new Ending(
                            TrialState.DIVERGED.text().equals(json.get("state"))
                                    ? TrialState.DIVERGED
                                    : TrialState.DONE,
                            step(json))));
                case "Stop" -> Optional.of(new Stop());
                case "Stopped" -> Optional.of(new Stopped());
                case "Failed" ->
                    Optional.of(new Failed(String.valueOf(json.get("cause")), Boolean.TRUE.equals(json.get("given"))));
                default -> Optional.empty();
            };
        } catch (IllegalArgumentException e) {
            // Two writers on one stream can tear a line; it is shown in the log like any other text.
            return Optional.empty();
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(Map<String, Object> json, String field) {
        if (json.get(field) instanceof Map<?, ?> map) {
            return (Map<String, Object>) map;
        }
        throw new IllegalArgumentException(field + " must be an object");
    }

    private static int step(Map<String, Object> json) {
        return (int) CanonicalJson.number(json.getOrDefault("step", 0));
    }
}
