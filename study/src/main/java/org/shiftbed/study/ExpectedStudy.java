package org.shiftbed.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.shiftbed.base.AtomicFiles;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.base.UserError;
import org.shiftbed.learn.Protocol;
import org.shiftbed.study.selection.OracleLimit;

/**
 * What a study's folder is expected to hold: {@code plan.json}.
 *
 * @param study its name, the identity of the folder
 * @param protocol of all its trials
 * @param selection rules that its report shows; the first is the headline
 * @param oracle how much of the test domain rules that look at it may see
 * @param baseline method that figures compare with, by data set; a data set that is not named has none
 * @param trials in the order they were planned; ids unique
 */
public record ExpectedStudy(
        String study,
        Protocol protocol,
        List<String> selection,
        OracleLimit oracle,
        Map<String, String> baseline,
        List<ExpectedTrial> trials) {
    /** Name of the file in a study's folder. */
    public static final String FILE = "plan.json";

    private static final int SCHEMA = 1;

    public ExpectedStudy {
        selection = List.copyOf(selection);
        baseline = Collections.unmodifiableMap(new TreeMap<>(baseline));
        trials = List.copyOf(trials);
        HashSet<String> ids = new HashSet<>();
        for (ExpectedTrial trial : trials) {
            if (!ids.add(trial.id())) {
                throw new IllegalArgumentException("two trials of the plan have the id " + trial.id());
            }
        }
    }

    /** Without a baseline. */
    public ExpectedStudy(String study, Protocol protocol, List<String> selection, List<ExpectedTrial> trials) {
        this(study, protocol, selection, OracleLimit.NONE, Map.of(), trials);
    }

    /** Without a limit of oracles. */
    public ExpectedStudy(
            String study,
            Protocol protocol,
            List<String> selection,
            Map<String, String> baseline,
            List<ExpectedTrial> trials) {
        this(study, protocol, selection, OracleLimit.NONE, baseline, trials);
    }

    /** What a plan leads to. */
    public static ExpectedStudy of(Plan plan) {
        return new ExpectedStudy(
                plan.study().name(),
                plan.study().protocol(),
                plan.study().selection(),
                plan.study().oracle(),
                Baselines.of(plan.study()),
                plan.trials().stream().map(ExpectedTrial::of).toList());
    }

    /** Writes {@code plan.json} into a study's folder, whole or not at all. */
    public void write(Path folder) throws IOException {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("schema", SCHEMA);
        json.put("study", study);
        json.put("protocol", protocol.name().toLowerCase(java.util.Locale.ROOT));
        json.put("selection", selection);
        if (oracle.limits()) {
            json.put("oracle", oracle.toJson());
        }
        if (!baseline.isEmpty()) {
            json.put("baseline", baseline);
        }
        json.put("trials", trials.stream().map(ExpectedTrial::toJson).toList());
        AtomicFiles.write(folder.resolve(FILE), CanonicalJson.pretty(json));
    }

    /**
     * Reads the plan of a study's folder.
     *
     * @throws UserError where the folder holds no study, or its plan is damaged
     */
    public static ExpectedStudy read(Path folder) {
        Path file = folder.resolve(FILE);
        try {
            JsonFields json = new JsonFields(file.toString(), CanonicalJson.parseObject(Files.readString(file)));
            if (json.whole("schema") != SCHEMA) {
                throw new UserError(file + ": 'schema' must be " + SCHEMA + ", found " + json.whole("schema")
                        + "; the folder was written by another version, report it with that one");
            }
            List<ExpectedTrial> trials = new ArrayList<>();
            for (JsonFields trial : json.objects("trials")) {
                trials.add(ExpectedTrial.read(trial));
            }
            OracleLimit oracle =
                    json.values().containsKey("oracle") ? OracleLimit.of(json.map("oracle")) : OracleLimit.NONE;
            Map<String, String> baseline = new TreeMap<>();
            if (json.values().containsKey("baseline")) {
                json.map("baseline").forEach((dataset, method) -> baseline.put(dataset, String.valueOf(method)));
            }
            return new ExpectedStudy(
                    json.text("study"),
                    ExpectedTrial.protocol(json),
                    json.texts("selection"),
                    oracle,
                    baseline,
                    trials);
        } catch (NoSuchFileException e) {
            throw new UserError(
                    folder + ": no study here (it has no " + FILE + "); give the folder that `shiftbed run` wrote", e);
        } catch (IOException e) {
            if (Files.isRegularFile(folder)) {
                throw new UserError(
                        folder + ": is a file, and a study is a folder; give the folder that `shiftbed run` wrote", e);
            }
            throw new UserError(file + ": cannot be read: " + e.getMessage(), e);
        } catch (IllegalArgumentException e) {
            throw new UserError(file + ": damaged: " + e.getMessage(), e);
        }
    }
}
