package org.shiftbed.app;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.learn.TrainingTask;
import org.shiftbed.learn.torch.Devices;
import org.shiftbed.report.Format;
import org.shiftbed.report.StudyReport;
import org.shiftbed.report.Style;
import org.shiftbed.study.DatasetSpec;
import org.shiftbed.study.ExpectedStudy;
import org.shiftbed.study.KeptWeights;
import org.shiftbed.study.LocalExecutor;
import org.shiftbed.study.Plan;
import org.shiftbed.study.Study;
import org.shiftbed.study.StudyStatus;
import org.shiftbed.study.TrainingSpec;
import org.shiftbed.study.TrialState;
import org.shiftbed.study.TrialStore;
import org.shiftbed.study.worker.WorkerSettings;

/** A plan, run to its report, as {@code run} and {@code train} do it. */
final class StudyRun {
    private static final int STOP_SECONDS = 20;

    private final Surroundings here;
    private final Plan plan;
    private final Path root;
    private final @Nullable Path dataFolder;
    private final String device;

    StudyRun(Surroundings here, Plan plan, Path root, @Nullable Path dataFolder, String device) {
        this.here = here;
        this.plan = plan;
        this.root = root;
        this.dataFolder = dataFolder;
        this.device = device;
    }

    /**
     * Trains what is not there yet, and reports.
     *
     * @param workers trials at a time; 0 = as many as fit
     * @param written the study as the user wrote it; empty where no file was
     * @return exit code
     */
    int execute(int workers, String written) throws IOException {
        // Before anything is written: without the device every trial would fail.
        Devices.checkThere(device, "--device");
        ExpectedStudy expected = ExpectedStudy.of(plan);
        CountDownLatch ended = new CountDownLatch(1);
        Thread hook = stopHook(Thread.currentThread(), ended);
        try {
            if (train(expected, workers, written, hook)) {
                return report();
            }
            StudyStatus status = StudyStatus.of(root);
            here.err()
                    .println("stopped: " + finished(status) + " of "
                            + status.trials().size() + " trials have ended; the same command goes on from there");
            return ExitCodes.INCOMPLETE;
        } finally {
            ended.countDown();
            remove(hook);
        }
    }

    /** Whether training came to its end; false where it was interrupted. */
    private boolean train(ExpectedStudy expected, int workers, String written, Thread hook) throws IOException {
        try (TrialStore store = TrialStore.open(root, expected, documents(written))) {
            plan.warnings().forEach(warning -> here.err().println("warning: " + warning));
            weightsThatAreNotThere(expected);
            Refusals.print(plan, here.out());
            Runtime.getRuntime().addShutdownHook(hook);
            try (TrainingProgress progress =
                    new TrainingProgress(here, plan.refused().size())) {
                new LocalExecutor(settings(workers)).run(store, expected.trials(), progress);
                return true;
            } catch (InterruptedException e) {
                // The store is closed and the number of finished trials printed: nothing is asked of this thread any
                // more.
                return false;
            }
        }
    }

    private void weightsThatAreNotThere(ExpectedStudy expected) throws IOException {
        TrainingTask.Keep keep = plan.study().training().keep();
        List<String> lacking = KeptWeights.lacking(root, expected, keep);
        if (!lacking.isEmpty()) {
            boolean one = lacking.size() == 1;
            here.err()
                    .println("warning: training.keep is " + keep.name().toLowerCase(Locale.ROOT) + " now, and "
                            + lacking.size()
                            + (one ? " trial that is done kept" : " trials that are done kept")
                            + " no such weights, for it ran under another; a trial that is done is not trained again: remove "
                            + root.resolve("trials").resolve(lacking.get(0))
                            + (one ? "" : " and the like") + " and run again to have them");
        }
    }

    private int report() throws IOException {
        StudyReport report = StudyReport.read(root, List.of());
        Path page = report.write(root.resolve("report"));
        here.out().print(report.print(Style.OWN, Format.TEXT));
        report.warnings().forEach(warning -> here.err().println("warning: " + warning));
        StudyStatus status = StudyStatus.of(root);
        for (StudyStatus.Entry entry : status.trials()) {
            if (entry.state() == TrialState.FAILED) {
                here.out().println("failed " + Refusals.describe(entry.trial()) + ": " + entry.cause());
            } else if (entry.state() == TrialState.DIVERGED) {
                here.out().println("diverged " + Refusals.describe(entry.trial()) + ": at step " + entry.step());
            }
        }
        here.out().println();
        here.out().println("Report: " + page);
        int done = count(status, TrialState.DONE);
        if (done < status.trials().size()) {
            here.err()
                    .println("shiftbed: not every trial is done: of "
                            + status.trials().size() + ": " + status.words()
                            + "; the report counts them, `shiftbed status " + root + "` says why");
        }
        // A diverged trial is a result: something was found out about the method.
        return status.complete() ? ExitCodes.DONE : ExitCodes.INCOMPLETE;
    }

    private static int count(StudyStatus status, TrialState state) {
        return status.counts().getOrDefault(state, 0);
    }

    private static int finished(StudyStatus status) {
        return count(status, TrialState.DONE) + count(status, TrialState.DIVERGED);
    }

    private WorkerSettings settings(int workers) {
        TrainingSpec training = plan.study().training();
        Map<String, Object> options = new TreeMap<>();
        options.put("device", device);
        options.put("evaluate", training.evaluate().name().toLowerCase(Locale.ROOT));
        options.put("keep", training.keep().name().toLowerCase(Locale.ROOT));
        if (training.tensorboard()) {
            options.put("tensorboard", true);
        }
        if (dataFolder != null) {
            options.put("data_dir", dataFolder.toAbsolutePath().toString());
        }
        Map<String, Object> places = places();
        if (!places.isEmpty()) {
            options.put("places", places);
        }
        putWeights(options);
        return WorkerSettings.forThisMachine(workers, training.threads(), Map.of(), options);
    }

    /** The file that networks start from, and those of data sets that have another. */
    private void putWeights(Map<String, Object> target) {
        Study study = plan.study();
        if (study.weights() != null) {
            target.put("weights", study.weights().toAbsolutePath().toString());
        }
        Map<String, Object> own = new TreeMap<>();
        for (DatasetSpec dataset : study.datasets()) {
            Path file = study.weightsOn(dataset.name());
            if (file != null && !file.equals(study.weights())) {
                own.put(dataset.name(), file.toAbsolutePath().toString());
            }
        }
        if (!own.isEmpty()) {
            target.put("weights_on", own);
        }
    }

    /** Where the files of data sets lie that were told so, by data set and parameter. */
    private Map<String, Object> places() {
        Map<String, Object> places = new TreeMap<>();
        for (DatasetSpec dataset : plan.study().datasets()) {
            if (!dataset.places().isEmpty()) {
                places.put(dataset.name(), dataset.places());
            }
        }
        return places;
    }

    private Map<String, String> documents(String written) {
        Map<String, String> documents = new LinkedHashMap<>();
        if (!written.isEmpty()) {
            documents.put("study.yaml", written);
        }
        documents.put("study.json", CanonicalJson.pretty(plan.study().toJson()));
        Map<String, Object> local = new TreeMap<>();
        local.put("schema", 1);
        if (dataFolder != null) {
            local.put("data_dir", dataFolder.toAbsolutePath().toString());
        }
        Map<String, Object> places = places();
        if (!places.isEmpty()) {
            local.put("places", places);
        }
        putWeights(local);
        documents.put("local.json", CanonicalJson.pretty(local));
        return documents;
    }

    /** Ctrl-C: the training thread is interrupted, and the process waits until the store is closed. */
    private static Thread stopHook(Thread trainer, CountDownLatch ended) {
        return new Thread(
                () -> {
                    trainer.interrupt();
                    try {
                        if (!ended.await(STOP_SECONDS, TimeUnit.SECONDS)) {
                            System.err.println("shiftbed: a worker did not end; what is done is safe");
                        }
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "stop-study");
    }

    private static void remove(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            // The hook is at work: the process is ending.
            hook.setName("stopping-study");
        }
    }
}
