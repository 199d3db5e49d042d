package org.shiftbed.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.shiftbed.base.AtomicFiles;
import org.shiftbed.base.UserError;

/**
 * What a study's folder can do without: weights of trials that no rule of the study chose, where attempts stood whose trial is done, and the index. Records,
 * predictions, logs and the weights of chosen trials stay; so does every weight of a search that is not complete, for it may still be chosen.
 */
public final class Cleaning {
    private final Map<Kind, List<Path>> found = new LinkedHashMap<>();

    /** What is dropped. */
    public enum Kind {
        /** Folders {@code weights/}. */
        WEIGHTS("weights that no rule chose"),
        /** Attempts, or the part of them that a later attempt would have gone on from. */
        CHECKPOINTS("checkpoints of attempts that are over"),
        /** {@value RecordIndex#FILE}. */
        INDEX("the index, which the next report makes again");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /** For people. */
        public String words() {
            return words;
        }
    }

    private Cleaning() {}

    /**
     * Looks for it; nothing is removed.
     *
     * @throws UserError where the folder holds no study, or a run is at work in it
     */
    public static Cleaning of(Path root) throws IOException {
        StudyFolder folder = new StudyFolder(root);
        ExpectedStudy study = ExpectedStudy.read(root);
        StudyGlance glance = StudyGlance.at(folder);
        if (glance.process().isPresent()) {
            throw new UserError(root + ": a run is at work here (process "
                    + glance.process().get() + "); wait for it, or stop it");
        }
        Cleaning cleaning = new Cleaning();
        cleaning.weights(folder, study);
        cleaning.checkpoints(folder, study);
        Path index = root.resolve(RecordIndex.FILE);
        if (Files.exists(index)) {
            cleaning.add(Kind.INDEX, index);
        }
        return cleaning;
    }

    private void weights(StudyFolder folder, ExpectedStudy study) throws IOException {
        StudyResults results = StudyResults.read(folder.root());
        Set<String> needed = new HashSet<>();
        for (Outcome outcome : Outcomes.of(results)) {
            if (outcome.trial() != null) {
                needed.add(outcome.trial());
            }
        }
        for (ExpectedTrial trial : study.trials()) {
            Path weights = folder.trial(trial.id()).resolve("weights");
            if (!needed.contains(trial.id()) && Files.isDirectory(weights) && decided(trial, results)) {
                add(Kind.WEIGHTS, weights);
            }
        }
    }

    /** Whether every trial of the same method on the same data, whatever its search, has come to its end. */
    private static boolean decided(ExpectedTrial trial, StudyResults results) {
        return results.runs().stream()
                .filter(run -> run.trial().dataset().equals(trial.dataset())
                        && run.trial().shift().equals(trial.shift())
                        && run.trial().setting().equals(trial.setting())
                        && run.trial().method().equals(trial.method())
                        && run.trial().seed() == trial.seed())
                .allMatch(run -> run.state() == TrialState.DONE
                        || run.state() == TrialState.DIVERGED
                        || run.state() == TrialState.REFUSED);
    }

    private void checkpoints(StudyFolder folder, ExpectedStudy study) throws IOException {
        Set<String> planned = new HashSet<>();
        study.trials().forEach(trial -> planned.add(trial.id()));
        for (Path place : List.of(folder.running(), folder.failed())) {
            for (Path attempt : list(place)) {
                String name = String.valueOf(attempt.getFileName());
                int dot = name.lastIndexOf('.');
                String id = dot > 0 ? name.substring(0, dot) : name;
                if (planned.contains(id) && !folder.isPublished(id)) {
                    continue;
                }
                Path checkpoint = attempt.resolve(StudyFolder.CHECKPOINT);
                if (place.equals(folder.running())) {
                    add(Kind.CHECKPOINTS, attempt);
                } else if (Files.exists(checkpoint)) {
                    add(Kind.CHECKPOINTS, checkpoint);
                }
            }
        }
    }

    private static List<Path> list(Path place) throws IOException {
        try (Stream<Path> all = Files.list(place)) {
            return all.sorted().toList();
        } catch (NoSuchFileException e) {
            return List.of();
        }
    }

    private void add(Kind kind, Path path) {
        found.computeIfAbsent(kind, unused -> new ArrayList<>()).add(path);
    }

    /** What was found, by kind; a kind of which there is nothing is left out. */
    public Map<Kind, List<Path>> found() {
        return found;
    }

    /** Bytes of all that was found of a kind. */
    public long bytes(Kind kind) throws IOException {
        long sum = 0;
        for (Path path : found.getOrDefault(kind, List.of())) {
            try (Stream<Path> all = Files.walk(path)) {
                for (Path file : all.filter(Files::isRegularFile).toList()) {
                    sum += Files.size(file);
                }
            }
        }
        return sum;
    }

    /** Removes it. */
    public void remove() throws IOException {
        for (List<Path> paths : found.values()) {
            for (Path path : paths) {
                AtomicFiles.deleteTree(path);
            }
        }
    }
}
