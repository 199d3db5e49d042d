package org.shiftbed.learn;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shiftbed.base.Seed;
import org.shiftbed.learn.algorithm.Algorithm;
import org.shiftbed.learn.algorithm.AlgorithmFactory;
import org.shiftbed.learn.algorithm.SeededDraws;
import org.shiftbed.learn.torch.Tensors;

/** A run that is stopped again and again, and goes on from a file each time, is the run that never stopped: records, weights, predictions. */
class ResumedRunTest {
    @TempDir
    Path folder;

    /** All but one: the networks of BNAdapt are large, it trains as ERM, and running statistics are part of every state. */
    static Stream<String> algorithms() {
        return Algorithms.all().stream().map(factory -> factory.info().name()).filter(name -> !name.equals("BNAdapt"));
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void stoppedRunsOfEveryAlgorithmEndAsIfTheyHadNeverStopped(String algorithm) throws IOException {
        same(target -> task(algorithm, target, Map.of()), algorithm.equals("CycleGAN") ? 2 : 4);
    }

    /** Ours draw elsewhere; an algorithm of a plugin may not. */
    @Test
    void generatorOfLibtorchGoesOnToo() {
        TrainingTask task = task("ERM", null, Map.of());
        SeededDraws draws = new SeededDraws(Seed.of("resumed"));
        try (PointerScope scope = new PointerScope();
                Algorithm erm = new TrainingRun(task, new TinyRun.Log(), Trainer.batches(task), RateControl.NONE, null)
                        .create()) {
            RunMemory memory = new RunMemory(erm, draws, "cpu");
            torch.manual_seed(5);
            torch.rand(3);
            draws.uniform(2);
            RunState state = memory.state("main", 1, 1, Map.of());
            double[] expected = Tensors.toDoubles(torch.rand(4));
            double[] own = draws.uniform(2);
            torch.manual_seed(6);
            memory.restore(state);
            assertThat(Tensors.toDoubles(torch.rand(4))).isEqualTo(expected);
            assertThat(draws.uniform(2)).isEqualTo(own);
        }
    }

    @Test
    void bothStagesOfARateThatFallsByItselfGoOn() throws IOException {
        same(target -> AutoLrRunTest.task(40, Set.of(), Map.of("linear_steps", 4L), target), 7);
        same(target -> AutoLrRunTest.task(40, Set.of("algorithm"), Map.of("linear_steps", 4L), target), 9);
    }

    @Test
    void stateSavedOnTheWayIsTheStateOfAStoppedRun() throws IOException {
        Pieces stopped = new Pieces(folder.resolve("stopped"), 7);
        stopped.piece(task("IRM", null, Map.of()));
        Path file = folder.resolve("passing");
        TinyRun.Log log = new TinyRun.Log();
        Trainer.train(task("IRM", null, Map.of()), new Passing(log, 7, file));
        RunState passing = Objects.requireNonNull(RunState.read(file));
        RunState end = Objects.requireNonNull(RunState.read(stopped.file));
        assertThat(passing.tensors()).isEqualTo(end.tensors());
        assertThat(without(passing, "nanos")).isEqualTo(without(end, "nanos"));
        assertThat(passing.done()).isEqualTo(7);
    }

    @Test
    void damagedStateIsNone() throws IOException {
        Pieces stopped = new Pieces(folder.resolve("stopped"), 7);
        stopped.piece(task("CORAL", null, Map.of()));
        byte[] whole = Files.readAllBytes(stopped.file);
        assertThat(RunState.read(stopped.file)).isNotNull();
        assertThat(RunState.read(folder.resolve("absent"))).isNull();
        for (int length : new int[] {0, 4, 20, whole.length / 2, whole.length - 1}) {
            Files.write(stopped.file, Arrays.copyOf(whole, length));
            assertThat(RunState.read(stopped.file))
                    .as("cut to %s bytes", length)
                    .isNull();
        }
        for (int at : new int[] {9, 200, whole.length / 2, whole.length - 3}) {
            byte[] wrong = whole.clone();
            wrong[at] ^= 1;
            Files.write(stopped.file, wrong);
            assertThat(RunState.read(stopped.file)).as("byte %s changed", at).isNull();
        }
    }

    private interface Tasks {
        TrainingTask into(@Nullable Path target);
    }

    private void same(Tasks tasks, int every) throws IOException {
        Path once = folder.resolve("once" + every);
        Path pieces = folder.resolve("pieces" + every);
        TinyRun.Log expected = new TinyRun.Log();
        assertThat(Trainer.train(tasks.into(once), expected)).isEqualTo(Trainer.Ending.FINISHED);
        Pieces stopped = new Pieces(folder.resolve("state" + every), every);
        Trainer.Ending ending = Trainer.Ending.CANCELLED;
        while (ending == Trainer.Ending.CANCELLED) {
            // Whatever the process did before must not count.
            torch.manual_seed(stopped.pieces);
            ending = stopped.piece(tasks.into(pieces));
        }
        assertThat(ending).isEqualTo(Trainer.Ending.FINISHED);
        assertThat(stopped.pieces).isGreaterThan(2);
        assertThat(stopped.log.numbers()).isEqualTo(expected.numbers());
        assertThat(stopped.log.steps).isEqualTo(expected.steps);
        assertThat(files(pieces)).isEqualTo(files(once)).isNotEmpty();
    }

    /** Where three channels are needed, other pictures than the rest. */
    private static TrainingTask task(String algorithm, @Nullable Path target, Map<String, Object> given) {
        return switch (algorithm) {
            case "CycleGAN" ->
                ColouredSquares.task(algorithm, target, "mlp", 2, 8, Map.of("width", 2L, AlgorithmFactory.STAGE, 1.5));
            default ->
                TinyRun.with(TinyRun.task(algorithm, target, Precision.FLOAT32, TinyRun.PLAN, 3, given), "mlp", 14, 16);
        };
    }

    private static Map<String, Object> without(RunState state, String name) {
        Map<String, Object> values = new TreeMap<>(state.values());
        values.remove(name);
        return values;
    }

    /** Hashes of contents by name. */
    private static Map<String, Integer> files(Path root) throws IOException {
        Map<String, Integer> found = new TreeMap<>();
        try (Stream<Path> walk = Files.walk(root)) {
            for (Path file : walk.filter(Files::isRegularFile).toList()) {
                found.put(root.relativize(file).toString(), Arrays.hashCode(Files.readAllBytes(file)));
            }
        }
        return found;
    }

    /** One run in pieces of so many updates, with one log. */
    private static final class Pieces {
        final TinyRun.Log log = new TinyRun.Log();
        final Path file;
        private final int every;
        int pieces;

        Pieces(Path file, int every) {
            this.file = file;
            this.every = every;
        }

        Trainer.Ending piece(TrainingTask task) throws IOException {
            RunState from = RunState.read(file);
            pieces++;
            return Trainer.train(task, new Stopping(log, every, file), from);
        }
    }

    /** Stops after so many updates, and writes where the run stands. */
    private static class Stopping implements TrainingListener {
        private final TinyRun.Log log;
        private final int after;
        private final Path file;
        private int updates;

        Stopping(TinyRun.Log log, int after, Path file) {
            this.log = log;
            this.after = after;
            this.file = file;
        }

        @Override
        public void step(int done, int steps) {
            updates++;
            log.step(done, steps);
        }

        @Override
        public void checkpoint(Checkpoint checkpoint) {
            log.checkpoint(checkpoint);
        }

        @Override
        public boolean cancelled() {
            return updates >= after;
        }

        @Override
        public boolean takesState(boolean stopping) {
            return stopping;
        }

        @Override
        public void state(RunState state) {
            try {
                state.write(file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Writes where the run stands after so many updates, and lets it go on. */
    private static final class Passing extends Stopping {
        private final int at;
        private int updates;

        Passing(TinyRun.Log log, int at, Path file) {
            super(log, Integer.MAX_VALUE, file);
            this.at = at;
        }

        @Override
        public void step(int done, int steps) {
            super.step(done, steps);
            updates++;
        }

        @Override
        public boolean takesState(boolean stopping) {
            return updates == at;
        }
    }
}
