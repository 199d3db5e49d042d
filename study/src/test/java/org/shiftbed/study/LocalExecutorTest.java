package org.shiftbed.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.learn.Protocol;
import org.shiftbed.study.worker.WorkerSettings;

/** Real processes, killed and crashing; no libtorch in them. */
@Timeout(120)
class LocalExecutorTest {
    private static ExpectedTrial trial(String id, String act, int seed) {
        return Expected.trial(id, Protocol.CONTROLLED, seed, 0, List.of(), Map.of("steps", 5, "act", act));
    }

    private static class Heard implements ExecutionListener {
        final List<String> events = new ArrayList<>();

        @Override
        public void begun(int trials, long steps, int done) {
            events.add("begun " + trials + " " + steps + " " + done);
        }

        @Override
        public void finished(ExpectedTrial trial, Ending ending) {
            events.add("finished " + trial.id() + " " + ending.state().text());
        }

        @Override
        public void retried(ExpectedTrial trial, String cause, int failures) {
            events.add("retried " + trial.id() + " " + failures + " " + cause);
        }

        @Override
        public void failed(ExpectedTrial trial, String cause) {
            events.add("failed " + trial.id() + " " + cause);
        }
    }

    @Test
    void aTrialThatFailsOrCrashesItsWorkerDoesNotStopTheOthers(@TempDir Path folder) throws Exception {
        ExpectedStudy study = new ExpectedStudy(
                "s",
                Protocol.CONTROLLED,
                List.of("id"),
                List.of(
                        trial("good", "train", 0),
                        trial("bad", "fail", 1),
                        trial("crash", "halt", 2),
                        trial("odd", "diverge", 3),
                        trial("loud", "shout", 4)));
        Heard heard = new Heard();
        try (TrialStore store = TrialStore.open(folder, study, Map.of("study.yaml", "study: s\n"))) {
            new LocalExecutor(StudyProcess.settings(1), StudyProcess.once()).run(store, study.trials(), heard);
        }
        assertThat(heard.events)
                .containsExactly(
                        "begun 5 50 0",
                        "finished good done",
                        "failed bad IOException: the data ran out",
                        "failed crash the worker process died: killed by signal 6",
                        "finished odd diverged",
                        "finished loud done");
        StudyStatus status = StudyStatus.of(folder);
        assertThat(status.trials())
                .extracting(StudyStatus.Entry::state)
                .containsExactly(
                        TrialState.DONE, TrialState.FAILED, TrialState.FAILED, TrialState.DIVERGED, TrialState.DONE);
        assertThat(status.running()).isEmpty();
        assertThat(status.complete()).isFalse();
        assertThat(status.trials().get(1).cause()).isEqualTo("IOException: the data ran out");
        assertThat(folder.resolve("failed/bad.1/log.txt")).content().contains("begins fail", "and more lines");
        assertThat(folder.resolve("trials/loud/log.txt")).content().contains("@shiftbed {torn");
        assertThat(folder.resolve("trials/good/done")).hasContent("done");
        assertThat(folder.resolve("trials/good/state.json")).doesNotExist();
        assertThat(folder.resolve("running")).isEmptyDirectory();

        // Run again: what is done is passed over, what failed gets a new attempt.
        Heard again = new Heard();
        try (TrialStore store = TrialStore.open(folder, study, Map.of())) {
            new LocalExecutor(StudyProcess.settings(1), StudyProcess.once()).run(store, study.trials(), again);
        }
        assertThat(again.events).startsWith("begun 2 20 3");
        assertThat(folder.resolve("failed/bad.2/cause.txt")).exists();
    }

    @Test
    void whatDiesIsTriedAgainAsOftenAsThePolicySaysAndWhatHangsIsEnded(@TempDir Path folder) throws Exception {
        ExpectedStudy study = new ExpectedStudy(
                "s",
                Protocol.CONTROLLED,
                List.of("id"),
                List.of(trial("never", "halt", 0), trial("once", "halt once", 1), trial("hangs", "hang once", 2)));
        RunPolicy policy = new RunPolicy(
                2, Duration.ofMillis(10), false, Duration.ofMillis(600), Duration.ofSeconds(2), Duration.ofSeconds(8));
        Heard heard = new Heard();
        try (TrialStore store = TrialStore.open(folder, study, Map.of())) {
            new LocalExecutor(StudyProcess.settings(1), policy).run(store, study.trials(), heard);
        }
        String died = "the worker process died: killed by signal 6";
        assertThat(heard.events)
                .containsExactlyInAnyOrder(
                        "begun 3 30 0",
                        "retried never 1 " + died,
                        "retried never 2 " + died,
                        "failed never " + died,
                        "retried once 1 " + died,
                        "finished once done",
                        "retried hangs 1 no update within 2 s: the worker process was ended",
                        "finished hangs done");
        assertThat(folder.resolve("failed/never.3/cause.txt")).exists();
        assertThat(folder.resolve("failed/hangs.1/log.txt")).content().contains("no update within 2 s");
    }

    @Test
    void withStopOnFailureNothingIsBegunAfterTheFirst(@TempDir Path folder) throws Exception {
        ExpectedStudy study = new ExpectedStudy(
                "s",
                Protocol.CONTROLLED,
                List.of("id"),
                List.of(trial("good", "train", 0), trial("bad", "fail", 1), trial("late", "train", 2)));
        RunPolicy once = StudyProcess.once();
        RunPolicy policy = new RunPolicy(0, once.backoff(), true, once.lease(), once.stall(), once.grace());
        Heard heard = new Heard();
        try (TrialStore store = TrialStore.open(folder, study, Map.of())) {
            new LocalExecutor(StudyProcess.settings(1), policy).run(store, study.trials(), heard);
        }
        assertThat(heard.events)
                .containsExactly("begun 3 30 0", "finished good done", "failed bad IOException: the data ran out");
    }

    @Test
    void aWorkerThatIsSentAwaySavesWhereItIsAndAnotherOneGoesOn(@TempDir Path folder) throws Exception {
        ExpectedStudy study = StudyProcess.study(1, 300);
        RunPolicy policy =
                new RunPolicy(0, Duration.ZERO, false, Duration.ofMillis(600), Duration.ZERO, Duration.ofSeconds(8));
        try (TrialStore store = TrialStore.open(folder, study, Map.of())) {
            Heard heard = new Heard() {
                @Override
                public void progress(ExpectedTrial trial, int step) {
                    if (step >= 2 && !Files.exists(folder.resolve("running/t0.2"))) {
                        ProcessHandle.current().children().forEach(ProcessHandle::destroy);
                    }
                }
            };
            new LocalExecutor(StudyProcess.settings(1), policy).run(store, study.trials(), heard);
            assertThat(heard.events).containsExactly("begun 1 10 0", "finished t0 done");
        }
        assertThat(folder.resolve("failed")).isEmptyDirectory();
        assertThat(folder.resolve("running")).isEmptyDirectory();
    }

    @Test
    void noWorkerAtAllIsAnErrorThatShowsWhatItSaid(@TempDir Path folder) throws Exception {
        ExpectedStudy study =
                new ExpectedStudy("s", Protocol.CONTROLLED, List.of("id"), List.of(trial("good", "train", 0)));
        WorkerSettings broken = new WorkerSettings(1, "no.such.Runner", List.of("-Xmx64m"), Map.of(), Map.of());
        try (TrialStore store = TrialStore.open(folder, study, Map.of())) {
            assertThatThrownBy(() -> new LocalExecutor(broken).run(store, study.trials(), ExecutionListener.NONE))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("no worker process can be started (exit code 1)")
                    .hasMessageContaining("no.such.Runner");
        }
    }

    @Test
    void aRunThatIsKilledAgainAndAgainEndsWithTheResultsOfAnUndisturbedOne(@TempDir Path folder) throws Exception {
        Path quiet = folder.resolve("quiet");
        StudyProcess.main(new String[] {quiet.toString(), "6", "1"});
        Map<String, String> expected = StudyProcess.results(quiet);
        assertThat(expected).hasSize(6);

        Path killed = folder.resolve("killed");
        SplittableRandom random = new SplittableRandom(11);
        int kills = 0;
        boolean done = false;
        while (!done) {
            Process run = StudyProcess.start(killed, "6", "30");
            // The last tries are left alone, so that the test ends.
            long patience = kills < 4 ? random.nextLong(400, 1800) : 100_000;
            if (run.waitFor(patience, TimeUnit.MILLISECONDS)) {
                assertThat(run.exitValue()).isZero();
                done = true;
            } else {
                List<ProcessHandle> workers = run.descendants().toList();
                boolean workerFirst = kills % 2 == 1 && !workers.isEmpty();
                if (workerFirst) {
                    workers.get(0).destroyForcibly();
                    Thread.sleep(random.nextLong(200));
                }
                run.destroyForcibly().waitFor();
                kills++;
                for (ProcessHandle worker : workers) {
                    // Nobody is told to: a worker ends because its parent is gone.
                    worker.onExit().get(20, TimeUnit.SECONDS);
                }
            }
        }
        assertThat(kills).isPositive();
        assertThat(StudyProcess.results(killed)).isEqualTo(expected);
        assertThat(killed.resolve("running")).isEmptyDirectory();
        assertThat(Outcomes.of(StudyResults.read(killed))).isEqualTo(Outcomes.of(StudyResults.read(quiet)));
        assertThat(Curves.of(StudyResults.read(killed))).isEqualTo(Curves.of(StudyResults.read(quiet)));
    }

    @Test
    void severalRunsOnOneFolderShareTheTrials(@TempDir Path folder) throws Exception {
        Path quiet = folder.resolve("quiet");
        StudyProcess.main(new String[] {quiet.toString(), "9", "1"});
        Path out = folder.resolve("out");
        List<Process> runs =
                List.of(StudyProcess.start(out, 9, 40), StudyProcess.start(out, 9, 40), StudyProcess.start(out, 9, 40));
        for (Process run : runs) {
            assertThat(run.waitFor(100, TimeUnit.SECONDS)).isTrue();
            assertThat(run.exitValue()).isZero();
        }
        assertThat(StudyProcess.results(out)).isEqualTo(StudyProcess.results(quiet));
        assertThat(out.resolve("running")).isEmptyDirectory();
        assertThat(out.resolve("failed")).isEmptyDirectory();
        // Each trial was begun once: no second attempt was made of what another run was at.
        try (Stream<Path> logs = Files.walk(out.resolve("trials"))) {
            for (Path log : logs.filter(path -> path.endsWith("log.txt")).toList()) {
                assertThat(Files.readAllLines(log))
                        .filteredOn(line -> line.startsWith("begins"))
                        .hasSize(1);
            }
        }
    }

    @Test
    void aRunThatIsToldToEndLeavesAtOnceAndTheNextGoesOn(@TempDir Path folder) throws Exception {
        Path out = folder.resolve("out");
        Process first = StudyProcess.start(out, "2", "2000");
        while (first.isAlive() && StudyGlance.at(new StudyFolder(out)).process().isEmpty()) {
            Thread.sleep(20);
        }
        first.destroy();
        assertThat(first.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(first.exitValue()).isEqualTo(143);
        assertThat(StudyGlance.at(new StudyFolder(out)).process()).isEmpty();
        assertThat(out.resolve("failed")).isEmptyDirectory();
        StudyProcess.main(new String[] {out.toString(), "2", "1"});
        assertThat(StudyProcess.results(out)).hasSize(2);
        assertThat(out.resolve("running")).isEmptyDirectory();
    }
}
