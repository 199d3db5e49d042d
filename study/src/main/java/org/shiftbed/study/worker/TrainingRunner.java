package org.shiftbed.study.worker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.AtomicFiles;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.base.Seed;
import org.shiftbed.base.plugin.Plugins;
import org.shiftbed.data.Dataset;
import org.shiftbed.learn.Checkpoint;
import org.shiftbed.learn.Libraries;
import org.shiftbed.learn.Protocol;
import org.shiftbed.learn.RunState;
import org.shiftbed.learn.Trainer;
import org.shiftbed.learn.TrainingListener;
import org.shiftbed.learn.TrainingTask;
import org.shiftbed.learn.weights.LoadReport;
import org.shiftbed.study.CheckpointLine;
import org.shiftbed.study.CheckpointRecord;
import org.shiftbed.study.Curves;
import org.shiftbed.study.Ending;
import org.shiftbed.study.EvaluationPlans;
import org.shiftbed.study.RecordFile;
import org.shiftbed.study.TrainingSpec;
import org.shiftbed.study.Trial;
import org.shiftbed.study.TrialSetup;
import org.shiftbed.study.TrialState;
import org.shiftbed.study.tensorboard.EventFile;

/**
 * Trains a trial: data, split, training, records, manifest.
 *
 * <p>Options: {@code data_dir} and {@code weights} (paths, may be absent), {@code places} (paths by data set and parameter, may be absent), {@code evaluate} ({@code needed}, {@code full}), {@code keep} ({@code best}, {@code last},
 * {@code all}, {@code none}), {@code tensorboard} (true: an event file too), {@code save_every} (seconds between two savings of where the trial stands), {@code device} ({@code cpu}, {@code cuda:K}; default: that of the trial).
 */
public final class TrainingRunner implements TrialRunner {
    private static final String MANIFEST = "manifest.json";

    /** For the worker, which knows the name only. */
    public TrainingRunner() {}

    /** {@inheritDoc} Loads libtorch. */
    @Override
    public void warmUp() {
        Libraries.versions(1);
    }

    @Override
    public @Nullable Ending run(Job job, Progress progress) throws Exception {
        Trial trial = Trial.fromJson(job.trial());
        try (TrialSetup setup = TrialSetup.open(trial, path(job, "data_dir"), places(job, trial.dataset()))) {
            Map<String, Object> manifest = manifest(trial, setup);
            AtomicFiles.write(job.folder().resolve(MANIFEST), CanonicalJson.pretty(manifest));
            CheckpointLine lines = new CheckpointLine(
                    trial,
                    setup.split(),
                    setup.dataset()
                            .attributes()
                            .attribute(setup.split().label())
                            .values());
            boolean wanted = Boolean.TRUE.equals(job.options().get("tensorboard"));
            TrainingTask task = task(trial, setup, job);
            SavedRun saved = SavedRun.in(job, trial, task);
            try (EventFile events = wanted ? EventFile.open(job.folder()) : null) {
                Listener listener = new Listener(
                        job.folder().resolve(RecordFile.FILE), trial, lines, progress, manifest, events, saved);
                listener.goOn();
                Trainer.Ending ending = Trainer.train(task, listener, saved.state());
                if (ending == Trainer.Ending.CANCELLED) {
                    return null;
                }
                return new Ending(
                        ending == Trainer.Ending.DIVERGED ? TrialState.DIVERGED : TrialState.DONE, listener.lastStep);
            }
        }
    }

    private static TrainingTask task(Trial trial, TrialSetup setup, Job job) {
        return new TrainingTask(
                setup.dataset(),
                setup.split(),
                trial.protocol(),
                trial.algorithm(),
                trial.form(),
                Set.copyOf(trial.strict()),
                trial.hyperparameters(),
                trial.network(),
                trial.steps(),
                trial.batch(),
                trial.checkpointEvery(),
                trial.precision(),
                trial.threads(),
                option(job, "device", trial.device()),
                // Of the run seed alone: under the controlled protocol all methods of a seed see the same batches.
                Seed.of("training", trial.runSeed()),
                trial.runSeed(),
                EvaluationPlans.of(
                                setup.split(),
                                TrainingSpec.Evaluate.valueOf(constant(job, "evaluate", "needed")),
                                TrainingTask.Keep.valueOf(constant(
                                        job, "keep", trial.protocol() == Protocol.DOMAINBED ? "none" : "best")))
                        .with(trial.patience()),
                TrialSetup.weights(trial, weights(job, trial.dataset())),
                job.folder());
    }

    private static Map<String, Object> manifest(Trial trial, TrialSetup setup) {
        Map<String, Object> manifest = new LinkedHashMap<>();
        manifest.put("trial", trial.id());
        manifest.put("fingerprint", setup.dataset().fingerprint());
        manifest.put("data", data(setup.dataset()));
        manifest.put("split", setup.split().manifest());
        manifest.put("threads", trial.threads());
        manifest.put("libraries", Libraries.versions(trial.threads()));
        Map<String, String> plugins = Plugins.current().hashes();
        if (!plugins.isEmpty()) {
            // SHA-256 by name of the jar.
            manifest.put("plugins", plugins);
        }
        return manifest;
    }

    /** What was read of the data set and what was not. */
    private static Map<String, Object> data(Dataset dataset) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("examples", dataset.size());
        data.put("notes", dataset.notes());
        data.put("left_out", dataset.leftOut());
        data.put("provenance", dataset.provenance());
        return data;
    }

    private static @Nullable Path path(Job job, String name) {
        Object given = job.options().get(name);
        return given == null ? null : Path.of(String.valueOf(given));
    }

    /** That of the data set, where it has one of its own. */
    private static @Nullable Path weights(Job job, String dataset) {
        return job.options().get("weights_on") instanceof Map<?, ?> all && all.get(dataset) instanceof String own
                ? Path.of(own)
                : path(job, "weights");
    }

    private static Map<String, Object> places(Job job, String dataset) {
        Map<String, Object> places = new LinkedHashMap<>();
        if (job.options().get("places") instanceof Map<?, ?> all && all.get(dataset) instanceof Map<?, ?> own) {
            own.forEach((parameter, place) -> places.put(String.valueOf(parameter), String.valueOf(place)));
        }
        return places;
    }

    private static String constant(Job job, String name, String standard) {
        return option(job, name, standard).toUpperCase(Locale.ROOT);
    }

    private static String option(Job job, String name, String standard) {
        return String.valueOf(job.options().getOrDefault(name, standard));
    }

    /** Appends a line a checkpoint. */
    private static final class Listener implements TrainingListener {
        private final Path file;
        private final Trial trial;
        private final CheckpointLine lines;
        private final Progress progress;
        private final Map<String, Object> manifest;
        private final long started = System.nanoTime();
        private final @Nullable EventFile events;
        private final SavedRun saved;
        private int done;
        private int lastStep = -1;

        Listener(
                Path file,
                Trial trial,
                CheckpointLine lines,
                Progress progress,
                Map<String, Object> manifest,
                @Nullable EventFile events,
                SavedRun saved) {
            this.events = events;
            this.saved = saved;
            this.manifest = manifest;
            this.file = file;
            this.trial = trial;
            this.lines = lines;
            this.progress = progress;
        }

        /** The records of the part that an earlier attempt trained. */
        void goOn() throws IOException {
            if (saved.state() == null) {
                return;
            }
            System.out.println("goes on after " + saved.state().done() + " updates of an earlier attempt");
            saved.restoreFiles();
            AtomicFiles.write(
                    file,
                    String.join(
                            "",
                            saved.records().stream().map(line -> line + "\n").toList()));
            for (String line : saved.records()) {
                CheckpointRecord record = new CheckpointRecord(CanonicalJson.parseObject(line));
                lastStep = record.step();
                if (events != null) {
                    events.write(record.step(), Curves.measures(record));
                }
            }
        }

        @Override
        public void built(long parameters) {
            if (parameters >= 0) {
                manifest.put("parameters", parameters);
                writeManifest();
            }
        }

        @Override
        public void weightsLoaded(LoadReport report) {
            System.out.println("weights: " + report.summary());
            Map<String, Object> told = new LinkedHashMap<>(report.toJson());
            told.put("sha256", String.valueOf(trial.weights()));
            manifest.put("weights", told);
            writeManifest();
        }

        private void writeManifest() {
            try {
                AtomicFiles.write(file.resolveSibling(MANIFEST), CanonicalJson.pretty(manifest));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void step(int done, int steps) {
            this.done = done;
            progress.step(done);
        }

        @Override
        public void evaluated() {
            progress.step(done);
        }

        @Override
        public void checkpoint(Checkpoint checkpoint) {
            lastStep = checkpoint.step();
            if (checkpoint.diverged() && trial.protocol() == Protocol.DOMAINBED) {
                // DomainBed's collector stops at a line without accuracies; ending.json says where the run diverged.
                return;
            }
            Map<String, Object> line = lines.of(checkpoint);
            if (line.get(CheckpointRecord.EXTRAS) instanceof Map<?, ?> extras) {
                Map<Object, Object> timed = new TreeMap<>(extras);
                // Not of the trial's identity: two runs of one trial differ in it.
                timed.put("wall_seconds", saved.seconds() + (System.nanoTime() - started) / 1e9);
                line.put(CheckpointRecord.EXTRAS, timed);
            }
            try {
                String text = CanonicalJson.text(line);
                AtomicFiles.appendLine(file, text);
                saved.record(text);
                if (events != null) {
                    events.write(checkpoint.step(), Curves.measures(new CheckpointRecord(line)));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public boolean cancelled() {
            return progress.stopping();
        }

        @Override
        public boolean takesState(boolean stopping) {
            return stopping || saved.due();
        }

        @Override
        public void state(RunState state) {
            try {
                saved.write(state, saved.seconds() + (System.nanoTime() - started) / 1e9);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
