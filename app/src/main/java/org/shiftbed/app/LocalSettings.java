package org.shiftbed.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.base.UserError;

/**
 * What {@code local.json} keeps of the last run, so that trials can be run again without the study file.
 *
 * @param worker what workers are told beside the trial
 * @param threads of libtorch in one trial
 */
record LocalSettings(Map<String, Object> worker, int threads) {
    static final String WORKER = "worker";
    static final String THREADS = "threads";
    private static final String FILE = "local.json";

    /**
     * Those of a study's folder.
     *
     * @throws UserError where the folder has none: it was imported, or written by a version that kept none
     */
    static LocalSettings read(Path root) throws IOException {
        Path file = root.resolve(FILE);
        try {
            Map<String, Object> json = CanonicalJson.parseObject(Files.readString(file));
            if (json.get(WORKER) instanceof Map<?, ?> worker && json.get(THREADS) instanceof Integer threads) {
                Map<String, Object> told = new TreeMap<>();
                worker.forEach((name, value) -> told.put(String.valueOf(name), value));
                return new LocalSettings(told, threads);
            }
        } catch (NoSuchFileException | IllegalArgumentException e) {
            throw new UserError(
                    file
                            + ": does not say how workers are started here; run the study file again instead: `shiftbed run`",
                    e);
        }
        throw new UserError(
                file + ": does not say how workers are started here; run the study file again instead: `shiftbed run`");
    }
}
