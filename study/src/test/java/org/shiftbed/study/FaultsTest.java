package org.shiftbed.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shiftbed.learn.Protocol;

/** What days of a cluster do to a study, on real processes: whatever happens, each trial has one result, and the numbers are those of a quiet run. */
@Tag("faults")
@Timeout(1800)
class FaultsTest {
    private static final int TRIALS = 12;

    private static Map<String, String> quiet(Path folder) throws Exception {
        Path quiet = folder.resolve("quiet");
        StudyProcess.main(new String[] {quiet.toString(), String.valueOf(TRIALS), "1"});
        Map<String, String> results = StudyProcess.results(quiet);
        assertThat(results).hasSize(TRIALS);
        return results;
    }

    /** kill -9 of a worker, of the parent, of both, at a hundred random instants. */
    @Test
    void aHundredKillsOfWorkersAndParentsChangeNothing(@TempDir Path folder) throws Exception {
        Map<String, String> expected = quiet(folder);
        SplittableRandom random = new SplittableRandom(7);
        int kills = 0;
        for (int round = 0; kills < 100; round++) {
            Path out = folder.resolve("killed" + round);
            boolean done = false;
            while (!done) {
                Process run = StudyProcess.start(out, TRIALS, 40);
                if (run.waitFor(random.nextLong(300, 2500), TimeUnit.MILLISECONDS)) {
                    assertThat(run.exitValue()).isZero();
                    done = true;
                    continue;
                }
                kills++;
                List<ProcessHandle> workers = run.descendants().toList();
                int whom = random.nextInt(3);
                if (whom != 1 && !workers.isEmpty()) {
                    workers.get(random.nextInt(workers.size())).destroyForcibly();
                }
                if (whom == 0) {
                    // The parent lives on and makes another worker.
                    assertThat(run.waitFor(120, TimeUnit.SECONDS)).isTrue();
                    assertThat(run.exitValue()).isZero();
                    done = true;
                } else {
                    run.destroyForcibly().waitFor();
                    for (ProcessHandle worker : workers) {
                        worker.onExit().get(20, TimeUnit.SECONDS);
                    }
                }
            }
            assertThat(StudyProcess.results(out)).isEqualTo(expected);
            assertThat(out.resolve("running")).isEmptyDirectory();
            assertThat(Outcomes.of(StudyResults.read(out)))
                    .isEqualTo(Outcomes.of(StudyResults.read(folder.resolve("quiet"))));
        }
    }

    /** The whole process group of an owner sleeps past its lease, another run takes over, and the sleeper wakes up. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anOwnerThatSleptPastItsLeaseGivesNoSecondResult(boolean withWorkers, @TempDir Path folder) throws Exception {
        Map<String, String> expected = quiet(folder);
        Path out = folder.resolve("slept");
        Process first = StudyProcess.start(out, TRIALS, 60, 1500);
        while (first.isAlive() && count(out.resolve("trials")) < 2) {
            Thread.sleep(20);
        }
        List<Long> asleep = new ArrayList<>(List.of(first.pid()));
        if (withWorkers) {
            first.descendants().forEach(worker -> asleep.add(worker.pid()));
        }
        signal("STOP", asleep);
        Process second = StudyProcess.start(out, TRIALS, 20, 1500);
        assertThat(second.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(second.exitValue()).isZero();
        assertThat(StudyProcess.results(out)).isEqualTo(expected);
        signal("CONT", asleep);
        assertThat(first.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(first.exitValue()).isZero();
        assertThat(StudyProcess.results(out)).isEqualTo(expected);
        assertThat(out.resolve("failed")).isEmptyDirectory();
        TrialStore.open(out, StudyProcess.study(TRIALS, 20), Map.of()).close();
        assertThat(out.resolve("running")).isEmptyDirectory();
    }

    /** No memory on the heap or outside it, a segmentation fault, a hang: the attempt fails, and the next one gives the numbers. */
    @ParameterizedTest
    @ValueSource(strings = {"heap once", "native once", "segfault once", "halt once", "hang once", "fail once"})
    void aWorkerThatBreaksDownIsReplaced(String act, @TempDir Path folder) throws Exception {
        ExpectedTrial good =
                Expected.trial("t", Protocol.CONTROLLED, 0, 0, List.of(), Map.of("steps", 5, "act", "train"));
        ExpectedTrial bad = Expected.trial("t", Protocol.CONTROLLED, 0, 0, List.of(), Map.of("steps", 5, "act", act));
        for (ExpectedTrial trial : List.of(good, bad)) {
            ExpectedStudy study = new ExpectedStudy("s", Protocol.CONTROLLED, List.of("id"), List.of(trial));
            RunPolicy policy = new RunPolicy(
                    1, Duration.ZERO, false, Duration.ofMillis(600), Duration.ofSeconds(2), Duration.ofSeconds(8));
            Path out = folder.resolve(trial == good ? "good" : "bad");
            try (TrialStore store = TrialStore.open(out, study, Map.of())) {
                new LocalExecutor(StudyProcess.settings(1), policy).run(store, study.trials(), ExecutionListener.NONE);
            }
            assertThat(count(out.resolve("failed"))).isEqualTo(trial == good ? 0 : 1);
        }
        assertThat(StudyProcess.results(folder.resolve("bad"))).isEqualTo(StudyProcess.results(folder.resolve("good")));
    }

    /** Disks of every size from too small for anything to large enough: a run ends, and the next one on a larger disk has the numbers. */
    @Test
    void aDiskThatIsFullAtAnyWriteLosesNothing(@TempDir Path folder) throws Exception {
        Map<String, String> expected = quiet(folder);
        Path small = Files.createDirectory(folder.resolve("small"));
        assumeTrue(mount(small, 8), "this user may not mount a small disk");
        try {
            boolean done = false;
            for (int kib = 16; !done; kib += 40) {
                assertThat(succeeds("mount", "-o", "remount,size=" + kib + "k", small.toString()))
                        .isTrue();
                Process run = StudyProcess.start(small.resolve("out"), TRIALS, 1, 120_000, 0);
                assertThat(run.waitFor(120, TimeUnit.SECONDS)).isTrue();
                done = Files.isDirectory(small.resolve("out/trials")) && count(small.resolve("out/trials")) == TRIALS;
                assertThat(kib).isLessThan(4000);
            }
            assertThat(StudyProcess.results(small.resolve("out"))).isEqualTo(expected);
        } finally {
            assertThat(succeeds("umount", small.toString())).isTrue();
        }
    }

    /** Torn files of a machine that lost its power: lines, leases and where attempts stood are cut; the folder is moved besides. */
    @Test
    void whatIsCutIsNotUsedAndAFolderMayMove(@TempDir Path folder) throws Exception {
        Map<String, String> expected = quiet(folder);
        Path out = folder.resolve("cut");
        SplittableRandom random = new SplittableRandom(3);
        for (int round = 0; round < 6; round++) {
            Process run = StudyProcess.start(out, TRIALS, 60);
            run.waitFor(random.nextLong(900, 1800), TimeUnit.MILLISECONDS);
            List<ProcessHandle> workers = run.descendants().toList();
            run.destroyForcibly().waitFor();
            for (ProcessHandle worker : workers) {
                worker.onExit().get(20, TimeUnit.SECONDS);
            }
            try (var attempts = Files.walk(out.resolve("running"))) {
                for (Path file : attempts.filter(Files::isRegularFile).toList()) {
                    String name = String.valueOf(file.getFileName());
                    if (name.equals("results.jsonl") || name.equals("state.json") && random.nextBoolean()) {
                        byte[] whole = Files.readAllBytes(file);
                        Files.write(file, java.util.Arrays.copyOf(whole, whole.length / 2));
                    }
                }
            }
            Path moved = folder.resolve("cut" + round);
            Files.move(out, moved);
            out = moved;
        }
        // A lease that cannot be read is waited for; nobody else is here, so that a short one will do.
        Process last = StudyProcess.start(out, TRIALS, 1, 600);
        assertThat(last.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(last.exitValue()).isZero();
        assertThat(StudyProcess.results(out)).isEqualTo(expected);
        assertThat(out.resolve("running")).isEmptyDirectory();
    }

    private static int count(Path folder) throws Exception {
        if (!Files.isDirectory(folder)) {
            return 0;
        }
        try (var all = Files.list(folder)) {
            return (int) all.count();
        }
    }

    private static void signal(String name, List<Long> processes) throws Exception {
        for (long process : processes) {
            succeeds("kill", "-" + name, String.valueOf(process));
        }
    }

    private static boolean mount(Path folder, int kib) throws Exception {
        return succeeds("mount", "-t", "tmpfs", "-o", "size=" + kib + "k", "tmpfs", folder.toString());
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
