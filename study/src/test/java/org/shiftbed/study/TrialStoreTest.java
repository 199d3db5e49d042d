package org.shiftbed.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.base.UserError;
import org.shiftbed.learn.Protocol;

class TrialStoreTest {
    private static final ExpectedTrial TRIAL = Expected.controlled("aaaa", 0, 0);
    private static final ExpectedStudy STUDY =
            new ExpectedStudy("colours", Protocol.CONTROLLED, List.of("id"), List.of(TRIAL));

    @Test
    void aTrialIsPublishedOnceAndNeverClaimedAgain(@TempDir Path folder) throws Exception {
        try (TrialStore store = TrialStore.open(folder, STUDY, Map.of("study.yaml", "study: colours\n"))) {
            Attempt first = store.claim(TRIAL).orElseThrow();
            assertThat(store.claim(TRIAL)).isEmpty();
            store.release(first);
            Attempt second = store.claim(TRIAL).orElseThrow();
            assertThat(List.of(first.number(), second.number())).containsExactly(1, 2);
            assertThat(first.folder().resolve("trial.json")).hasContent("{\"note\":\"aaaa\"}");
            Files.writeString(first.folder().resolve("results.jsonl"), "{\"step\":1}\n");
            Files.writeString(second.folder().resolve("results.jsonl"), "{\"step\":2}\n");
            assertThat(store.publish(second, new Ending(TrialState.DONE, 9))).isTrue();
            assertThat(store.publish(first, new Ending(TrialState.DONE, 9))).isFalse();
            assertThat(store.claim(TRIAL)).isEmpty();
        }
        assertThat(folder.resolve("trials/aaaa/results.jsonl")).hasContent("{\"step\":2}\n");
        assertThat(folder.resolve("trials/aaaa/ending.json")).hasContent("{\"state\":\"done\",\"step\":9}\n");
        assertThat(folder.resolve("running")).isEmptyDirectory();
        assertThat(folder.resolve("study.yaml")).hasContent("study: colours\n");
        assertThat(ExpectedStudy.read(folder)).isEqualTo(STUDY);
    }

    @Test
    void aFailedAttemptKeepsItsCauseAndLogAndDropsWhatIsLarge(@TempDir Path folder) throws Exception {
        try (TrialStore store = TrialStore.open(folder, STUDY, Map.of())) {
            Attempt attempt = store.claim(TRIAL).orElseThrow();
            Files.createDirectory(attempt.folder().resolve("weights"));
            Files.writeString(attempt.folder().resolve("weights/id.safetensors"), "large");
            Files.writeString(attempt.folder().resolve("log.txt"), "what happened");
            store.fail(attempt, "no more memory\nsecond line");
            assertThat(store.claim(TRIAL).orElseThrow().number()).isEqualTo(2);
        }
        assertThat(folder.resolve("failed/aaaa.1/cause.txt")).hasContent("no more memory\n");
        assertThat(folder.resolve("failed/aaaa.1/log.txt")).exists();
        assertThat(folder.resolve("failed/aaaa.1/weights")).doesNotExist();
    }

    @Test
    void whatADeadRunLeftIsTakenOverAndItsStoppedWorkerIsEnded(@TempDir Path folder) throws Exception {
        Process worker = new ProcessBuilder("sleep", "600").start();
        Process gone = new ProcessBuilder("sleep", "600").start();
        try (TrialStore store = TrialStore.open(folder, STUDY, Map.of())) {
            Attempt attempt = store.claim(TRIAL).orElseThrow();
            store.hold(attempt, Leases.of(gone.toHandle(), worker.toHandle(), 7, 40));
            Files.writeString(attempt.folder().resolve("checkpoint.safetensors"), "where it stood");
            Files.writeString(attempt.folder().resolve("log.txt"), "so far");
            StudyStatus.Entry entry = StudyStatus.of(folder).trials().get(0);
            assertThat(entry.state()).isEqualTo(TrialState.RUNNING);
            assertThat(entry.step()).isEqualTo(40);
            assertThat(java.util.Objects.requireNonNull(entry.work()).process()).isEqualTo(gone.pid());
            assertThat(store.claim(TRIAL)).isEmpty();
        }
        gone.destroyForcibly().waitFor();
        assertThat(StudyStatus.of(folder).trials().get(0).state()).isEqualTo(TrialState.MISSING);
        try (TrialStore store = TrialStore.open(folder, STUDY, Map.of())) {
            assertThat(folder.resolve("running/aaaa.1")).isDirectory();
            Attempt next = store.claim(TRIAL).orElseThrow();
            assertThat(next.number()).isEqualTo(2);
            assertThat(next.folder().resolve("inherited.safetensors")).hasContent("where it stood");
            assertThat(next.folder().resolve("log.txt")).hasContent("so far");
            assertThat(worker.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(store.publish(next, new Ending(TrialState.DONE, 9))).isTrue();
        }
        assertThat(folder.resolve("running")).isEmptyDirectory();
        assertThat(folder.resolve("trials/aaaa/inherited.safetensors")).doesNotExist();
    }

    @Test
    void whatIsLeftOfTrialsThatAreDoneOrNotPlannedIsRemoved(@TempDir Path folder) throws Exception {
        Process gone = new ProcessBuilder("true").start();
        gone.waitFor();
        Lease dead = Leases.dead();
        try (TrialStore store = TrialStore.open(folder, STUDY, Map.of())) {
            store.publish(store.claim(TRIAL).orElseThrow(), new Ending(TrialState.DONE, 9));
            for (String name : List.of("aaaa.4", "bbbb.1", ".claim-1")) {
                dead.write(Files.createDirectory(folder.resolve("running").resolve(name)));
            }
        }
        TrialStore.open(folder, STUDY, Map.of()).close();
        assertThat(folder.resolve("running")).isEmptyDirectory();
    }

    @Test
    void whatAnAttemptWentOnFromIsNotUsedAgainOnceItFailed(@TempDir Path folder) throws Exception {
        try (TrialStore store = TrialStore.open(folder, STUDY, Map.of())) {
            Attempt first = store.claim(TRIAL).orElseThrow();
            Files.writeString(first.folder().resolve("checkpoint.safetensors"), "1");
            store.fail(first, "died");
            Attempt second = store.claim(TRIAL).orElseThrow();
            assertThat(second.folder().resolve("inherited.safetensors")).hasContent("1");
            Files.writeString(second.folder().resolve("checkpoint.safetensors"), "2");
            store.fail(second, "died");
            Attempt third = store.claim(TRIAL).orElseThrow();
            assertThat(third.folder().resolve("inherited.safetensors")).hasContent("2");
            store.fail(third, "died");
            assertThat(store.claim(TRIAL).orElseThrow().folder().resolve("inherited.safetensors"))
                    .doesNotExist();
        }
    }

    @Test
    void aResultThatIsDamagedIsNamedWithTheWayOut(@TempDir Path folder) throws Exception {
        try (TrialStore store = TrialStore.open(folder, STUDY, Map.of())) {
            store.publish(store.claim(TRIAL).orElseThrow(), new Ending(TrialState.DONE, 9));
        }
        Path ending = folder.resolve("trials/aaaa/ending.json");
        Files.writeString(ending, "{\"state\": ");
        assertThatThrownBy(() -> StudyStatus.of(folder))
                .isInstanceOf(UserError.class)
                .hasMessageStartingWith(ending + ": not JSON")
                .hasMessageContaining("remove the trial's folder");
    }

    @Test
    void aFolderThatIsNotOursIsLeftAlone(@TempDir Path folder) throws Exception {
        Path other = folder.resolve("other");
        TrialStore.open(other, STUDY, Map.of()).close();
        ExpectedStudy shapes = new ExpectedStudy("shapes", Protocol.CONTROLLED, List.of("id"), List.of());
        refused(other, shapes, "the folder holds the study 'colours', not 'shapes'");
        // The same name may be edited and run again.
        TrialStore.open(other, new ExpectedStudy("colours", Protocol.CONTROLLED, List.of("ood"), List.of()), Map.of())
                .close();

        Path file = Files.writeString(folder.resolve("file"), "x");
        refused(file, STUDY, "a file is in the way");
        refused(file.resolve("below"), STUDY, "a file is in the way");
        Path foreign = Files.createDirectory(folder.resolve("foreign"));
        Files.writeString(foreign.resolve("letters.txt"), "x");
        refused(foreign, STUDY, "holds something else than a study ('letters.txt')");
        assertThat(foreign.resolve("run.lock")).doesNotExist();
        Path blocked = Files.createDirectory(folder.resolve("blocked"));
        Files.writeString(blocked.resolve("trials"), "x");
        refused(blocked, STUDY, "a file is in the way where a folder must be");
        assertThat(blocked.resolve("plan.json")).doesNotExist();
    }

    @Test
    void aFolderWithoutPermissionIsRefused(@TempDir Path folder) throws Exception {
        Path closed = Files.createDirectory(folder.resolve("closed"));
        assumeTrue(closed.toFile().setWritable(false) && !Files.isWritable(closed), "this user may write anywhere");
        refused(closed, STUDY, "no permission to write here");
        refused(closed.resolve("new"), STUDY, "no permission to write here");
    }

    @Test
    void aFullDiskFailsTheTrialAndLeavesTheStoreWhole(@TempDir Path folder) throws Exception {
        Path small = Files.createDirectory(folder.resolve("small"));
        assumeTrue(
                succeeds("mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", small.toString()),
                "this user may not mount a small disk");
        try {
            ExpectedTrial full =
                    Expected.trial("full", Protocol.CONTROLLED, 0, 0, List.of(), Map.of("steps", 5, "act", "full"));
            ExpectedTrial good =
                    Expected.trial("good", Protocol.CONTROLLED, 1, 0, List.of(), Map.of("steps", 5, "act", "train"));
            ExpectedStudy study = new ExpectedStudy("tight", Protocol.CONTROLLED, List.of("id"), List.of(full, good));
            Path out = small.resolve("out");
            try (TrialStore store = TrialStore.open(out, study, Map.of())) {
                new LocalExecutor(StudyProcess.settings(1)).run(store, study.trials(), ExecutionListener.NONE);
            }
            StudyStatus status = StudyStatus.of(out);
            assertThat(status.trials())
                    .extracting(StudyStatus.Entry::state)
                    .containsExactly(TrialState.FAILED, TrialState.DONE);
            assertThat(status.trials().get(0).cause()).contains("No space left on device");
        } finally {
            assertThat(succeeds("umount", small.toString())).isTrue();
        }
    }

    private static void refused(Path folder, ExpectedStudy study, String message) {
        assertThatThrownBy(() -> TrialStore.open(folder, study, Map.of()))
                .isInstanceOf(UserError.class)
                .hasMessageContaining(message)
                .hasMessageStartingWith(folder.getRoot().toString());
    }

    private static boolean succeeds(String... command) throws Exception {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getInputStream().readAllBytes();
            return process.waitFor() == 0;
        } catch (java.io.IOException e) {
            return false;
        }
    }
}
