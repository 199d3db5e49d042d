package org.shiftbed.app;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.learn.TrainingTask;
import org.shiftbed.learn.torch.Devices;
import org.shiftbed.study.DatasetSpec;
import org.shiftbed.study.ExpectedStudy;
import org.shiftbed.study.KeptWeights;
import org.shiftbed.study.Plan;
import org.shiftbed.study.Study;
import org.shiftbed.study.TrainingSpec;
import org.shiftbed.study.worker.WorkerSettings;

/** A plan, run to its report, as {@code run} and {@code train} do it. */
final class StudyRun {
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
     * @param options how
     * @param written the study as the user wrote it; empty where no file was
     * @return exit code
     */
    int execute(RunOptions options, String written) throws IOException {
        // Before anything is written: without the device every trial would fail.
        Devices.checkThere(device, "--device");
        ExpectedStudy expected = ExpectedStudy.of(plan);
        int threads = plan.study().training().threads();
        Map<String, Object> told = told(options.saveEvery());
        WorkerSettings settings = WorkerSettings.forThisMachine(options.workers(), threads, Map.of(), told);
        return new TrialsRun(here, root, expected, settings, options.policy())
                .execute(expected.trials(), documents(written, told, threads), () -> {
                    plan.warnings().forEach(warning -> here.err().println("warning: " + warning));
                    weightsThatAreNotThere(expected);
                    Refusals.print(plan, here.out());
                });
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

    /** What workers are told beside the trial. */
    private Map<String, Object> told(double saveEvery) {
        TrainingSpec training = plan.study().training();
        Map<String, Object> options = new TreeMap<>();
        options.put("save_every", saveEvery);
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
        return options;
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

    private Map<String, String> documents(String written, Map<String, Object> told, int threads) {
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
        local.put(LocalSettings.WORKER, told);
        local.put(LocalSettings.THREADS, threads);
        documents.put("local.json", CanonicalJson.pretty(local));
        return documents;
    }
}
