package org.shiftbed.study;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.Seed;
import org.shiftbed.base.UserError;
import org.shiftbed.data.DataSource;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.Datasets;
import org.shiftbed.shift.Shifts;
import org.shiftbed.shift.Split;

/**
 * The data set and the split of a trial, rebuilt from its values alone.
 *
 * @param dataset open; closed with this
 * @param split built on {@code dataset.attributes()}
 */
public record TrialSetup(Dataset dataset, Split split) implements AutoCloseable {

    /**
     * Opens the data of a trial.
     *
     * @param dataFolder where named data sets lie; null where none was given
     * @throws UserError where files are missing or wrong, or hold other data than the trial was planned on
     */
    public static TrialSetup open(Trial trial, @Nullable Path dataFolder) {
        return open(trial, dataFolder, Map.of());
    }

    /**
     * Opens the data of a trial whose files lie where its data set was told.
     *
     * @param dataFolder where named data sets lie; null where none was given
     * @param places by parameter of the data set, whole paths; empty for a data set that needs none
     * @throws UserError where files are missing or wrong, or hold other data than the trial was planned on
     */
    public static TrialSetup open(Trial trial, @Nullable Path dataFolder, Map<String, ?> places) {
        Map<String, Object> parameters = new TreeMap<>(trial.datasetParameters());
        parameters.putAll(places);
        Dataset dataset = Datasets.open(
                trial.dataset(),
                parameters,
                new DataSource(dataFolder, trial.dataSeed(), trial.strict().contains("data")));
        try {
            verify(trial, dataset, dataFolder);
            Split split = Shifts.restore(trial.shift(), trial.shiftParameters())
                    .apply(dataset.attributes(), shiftSeed(trial.seed()));
            return new TrialSetup(dataset, split);
        } catch (RuntimeException e) {
            dataset.close();
            throw e;
        }
    }

    /** The stream that rows of limited parts are picked from: of the run seed alone, so that all methods of a seed share them. */
    static Seed shiftSeed(int seed) {
        return Seed.of("run", seed);
    }

    /**
     * Checks that the file of weights is the one that a trial was planned with; a trial that starts at random needs none.
     *
     * @param file where it lies; null where none was given
     * @return the file that the trial starts from; null where it starts at random
     * @throws UserError where it is missing, or is another
     */
    public static @Nullable Path weights(Trial trial, @Nullable Path file) {
        if (trial.weights() == null) {
            return null;
        }
        StartingWeights.verify(trial.weights(), file);
        return file;
    }

    private static void verify(Trial trial, Dataset dataset, @Nullable Path dataFolder) {
        if (!dataset.fingerprint().equals(trial.fingerprint())) {
            String place = dataFolder == null ? "" : " in " + dataFolder;
            throw new UserError("data set " + trial.dataset() + ": the data" + place + " (fingerprint "
                    + dataset.fingerprint() + ") are not those that this trial was planned on (fingerprint "
                    + trial.fingerprint()
                    + "); give the data that the study was planned on with --data-dir, or run it into a new folder");
        }
    }

    @Override
    public void close() {
        dataset.close();
    }
}
