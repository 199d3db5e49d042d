package org.shiftbed.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.base.UserError;

/**
 * The places of a study's folder, and what can be seen in them without changing anything.
 *
 * @param root the folder that {@code shiftbed run --out} names
 */
public record StudyFolder(Path root) {
    /** Written last into a trial's folder; its text is {@code done}. */
    static final String DONE = "done";
    /** How a published trial ended: {@code state}, and {@code step} where it diverged. */
    static final String ENDING = "ending.json";
    /** The trial, canonical. */
    static final String TRIAL = "trial.json";
    /** Why an attempt failed: one line. */
    static final String CAUSE = "cause.txt";
    /** Which process is at work on an attempt, and how far it is. */
    static final String STATE = "state.json";
    /** Where an unfinished attempt stands: what its worker saved last. */
    public static final String CHECKPOINT = "checkpoint.safetensors";
    /** Where an earlier attempt stood that this one goes on from. */
    public static final String INHERITED = "inherited.safetensors";
    /** What a worker wrote. */
    static final String LOG = "log.txt";

    /** Names that a run writes into its folder; a folder that holds others only is somebody else's. */
    private static final Set<String> OWN = Set.of(
            "study.yaml",
            "study.json",
            "local.json",
            ExpectedStudy.FILE,
            RecordIndex.FILE,
            "running",
            "trials",
            "failed",
            "report",
            ".DS_Store");

    /**
     * Whether a study may be run in this folder. Nothing is written.
     *
     * @param study name of the study
     * @throws UserError where a file is in the way, the folder holds another study or foreign files, or may not be written to
     */
    public void check(String study) throws IOException {
        if (!Files.exists(root)) {
            Path parent = root.toAbsolutePath();
            while (parent != null && !Files.exists(parent)) {
                parent = parent.getParent();
            }
            if (parent == null || !Files.isDirectory(parent)) {
                throw new UserError(root + ": a file is in the way at " + parent + "; give another folder with --out");
            }
            writable(parent);
            return;
        }
        if (!Files.isDirectory(root)) {
            throw new UserError(root + ": a file is in the way where a folder must be; give another one with --out");
        }
        writable(root);
        if (Files.exists(root.resolve(ExpectedStudy.FILE))) {
            String found = ExpectedStudy.read(root).study();
            if (!found.equals(study)) {
                throw new UserError(root + ": the folder holds the study '" + found + "', not '" + study
                        + "'; give another one with --out");
            }
        } else {
            try (Stream<Path> all = Files.list(root)) {
                Optional<String> foreign = all.map(path -> String.valueOf(path.getFileName()))
                        .filter(name -> !OWN.contains(name) && !name.startsWith(".part-"))
                        .sorted()
                        .findFirst();
                if (foreign.isPresent()) {
                    throw new UserError(root + ": the folder holds something else than a study ('" + foreign.get()
                            + "'); give an empty or a new one with --out");
                }
            }
        }
        for (Path place : List.of(running(), trials(), failed())) {
            if (Files.exists(place)) {
                if (!Files.isDirectory(place)) {
                    throw new UserError(place + ": a file is in the way where a folder must be; move it away");
                }
                writable(place);
            }
        }
    }

    private static void writable(Path folder) {
        if (!Files.isWritable(folder)) {
            throw new UserError(folder + ": no permission to write here; give another folder with --out");
        }
    }

    /** Published trials: one folder an id. */
    public Path trials() {
        return root.resolve("trials");
    }

    /** The folder of a published trial. */
    public Path trial(String id) {
        return trials().resolve(id);
    }

    /** Attempts that are going on: {@code <id>.<attempt>}. */
    public Path running() {
        return root.resolve("running");
    }

    /** Attempts that ended badly: {@code <id>.<attempt>}. */
    public Path failed() {
        return root.resolve("failed");
    }

    /** The process that is running a study in this folder, as far as this machine can tell. */
    public Optional<Long> process() {
        try {
            return RunMark.atWork(running()).stream().map(Lease::owner).findFirst();
        } catch (IOException e) {
            // The folder is gone, or cannot be read: no run can be seen in it.
            return Optional.empty();
        }
    }

    /** The attempts of a trial in {@link #running()} or {@link #failed()}, oldest first. */
    public static List<Path> attempts(Path place, String id) throws IOException {
        try (Stream<Path> all = Files.list(place)) {
            return all.filter(path -> numbered(path, id) >= 0)
                    .sorted(Comparator.comparingInt(path -> numbered(path, id)))
                    .toList();
        } catch (NoSuchFileException e) {
            return List.of();
        }
    }

    /** The number of an attempt's folder; -1 where it belongs to another trial or to none. */
    static int numbered(Path folder, String id) {
        String name = String.valueOf(folder.getFileName());
        if (!name.startsWith(id + ".")) {
            return -1;
        }
        try {
            return Integer.parseUnsignedInt(name.substring(id.length() + 1));
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /** Whether a trial has its result. */
    boolean isPublished(String id) {
        return Files.exists(trial(id).resolve(DONE));
    }

    /** How a published trial ended; the step is -1 where it is not told. */
    Ending published(String id) throws IOException {
        Path file = trial(id).resolve(ENDING);
        if (!Files.exists(file)) {
            return new Ending(TrialState.DONE, -1);
        }
        try {
            Map<String, Object> json = CanonicalJson.parseObject(Files.readString(file));
            return new Ending(
                    "diverged".equals(json.get("state")) ? TrialState.DIVERGED : TrialState.DONE,
                    json.get("step") instanceof Number last ? last.intValue() : -1);
        } catch (IllegalArgumentException e) {
            throw new UserError(
                    file + ": " + e.getMessage() + "; remove the trial's folder " + trial(id)
                            + " and run the study again",
                    e);
        }
    }
}
