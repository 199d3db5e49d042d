package org.shiftbed.study.domainbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.InParallel;
import org.shiftbed.base.UserError;
import org.shiftbed.learn.Protocol;
import org.shiftbed.learn.algorithm.AlgorithmFactory;
import org.shiftbed.study.CheckpointRecord;
import org.shiftbed.study.ExpectedStudy;
import org.shiftbed.study.ExpectedTrial;
import org.shiftbed.study.JsonFields;
import org.shiftbed.study.RecordFile;
import org.shiftbed.study.TrialStore;
import org.shiftbed.study.rows.RowLayouts;
import org.shiftbed.study.rows.RowReader;
import org.shiftbed.study.selection.Selections;

/**
 * Makes a study's folder out of DomainBed's output directories: each keyed by its folder name, in the order of names, finished or not. Lines are
 * copied as they stand.
 *
 * @param runs folders that were taken
 * @param finished of them with a {@code done}
 * @param records lines that are records
 * @param warnings one line each, with the folder's name: what was left out, and why
 */
public record Import(int runs, int finished, int records, List<String> warnings) {
    private static final Set<String> GROUP = Set.of("dataset", "algorithm", "test_envs", "trial_seed", "hparams_seed");

    public Import {
        warnings = List.copyOf(warnings);
    }

    /**
     * Reads every sub-directory of a folder and writes a study's folder.
     *
     * @param source DomainBed's {@code --output_dir} of a sweep
     * @param out where the study's folder is made; an earlier import of the same folder name is replaced
     * @throws UserError where the source is no folder or holds no run, or the target is something else's
     */
    public static Import from(Path source, Path out) throws IOException {
        if (!Files.isDirectory(source)) {
            throw new UserError(source + ": no folder; give DomainBed's output directory, which has one folder a run");
        }
        List<Path> folders;
        try (Stream<Path> all = Files.list(source)) {
            folders = all.filter(Files::isDirectory)
                    .sorted((a, b) -> name(a).compareTo(name(b)))
                    .toList();
        }
        RowLayouts layouts = new RowLayouts();
        List<Found> found = InParallel.map(folders, () -> {
            RowReader rows = new RowReader(layouts);
            return folder -> look(folder, rows);
        });
        List<String> warnings = new ArrayList<>();
        List<ExpectedTrial> trials = new ArrayList<>();
        int finished = 0;
        int records = 0;
        for (Found one : found) {
            warnings.addAll(one.warnings());
            if (one.trial() != null) {
                trials.add(one.trial());
                finished += one.finished() ? 1 : 0;
                records += one.records();
            }
        }
        if (trials.isEmpty()) {
            throw new UserError(source + ": no run of DomainBed here (a folder with " + RecordFile.FILE
                    + " and its args); give the folder above the runs");
        }
        ExpectedStudy study = new ExpectedStudy(
                "import " + name(source.toAbsolutePath().normalize()),
                Protocol.DOMAINBED,
                Selections.standard(Protocol.DOMAINBED, trials.stream().anyMatch(ExpectedTrial::autoLr)),
                trials);
        try (TrialStore store = TrialStore.open(out, study, Map.of())) {
            InParallel.map(trials, () -> trial -> {
                copy(source.resolve(trial.id()), store.folder().trial(trial.id()));
                return trial;
            });
        }
        return new Import(trials.size(), finished, records, warnings);
    }

    /** What one folder comes to; its records are counted and let go. */
    private record Found(@Nullable ExpectedTrial trial, boolean finished, int records, List<String> warnings) {}

    private static Found look(Path folder, RowReader rows) throws IOException {
        String name = name(folder);
        RecordFile file = RecordFile.read(folder, rows);
        List<String> warnings = new ArrayList<>();
        file.warnings().forEach(warning -> warnings.add(name + ": " + warning));
        if (file.records().isEmpty()) {
            warnings.add(name + ": left out, no " + RecordFile.FILE + " with a record");
            return new Found(null, false, 0, warnings);
        }
        ExpectedTrial trial;
        try {
            trial = trial(name, file.records());
        } catch (UserError | IllegalArgumentException e) {
            warnings.add(name + ": left out, " + e.getMessage());
            return new Found(null, false, 0, warnings);
        }
        boolean finished = Files.exists(folder.resolve("done"));
        if (!finished) {
            warnings.add(name + ": not finished (it has no 'done'); its "
                    + file.records().size() + " records count in the style of DomainBed only");
        }
        return new Found(trial, finished, file.records().size(), warnings);
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        for (String file : List.of(RecordFile.FILE, "done")) {
            if (Files.exists(from.resolve(file))) {
                Files.copy(from.resolve(file), to.resolve(file), StandardCopyOption.REPLACE_EXISTING);
            } else {
                Files.deleteIfExists(to.resolve(file));
            }
        }
    }

    /** What the records of a run say of it: all of them the same. A run that was started again may have other folders in its args. */
    private static ExpectedTrial trial(String name, List<CheckpointRecord> records) {
        CheckpointRecord first = records.get(0);
        boolean twoStages = records.stream().anyMatch(CheckpointRecord::fullData);
        for (CheckpointRecord record : records) {
            // Nearly all records of a run have the very same args.
            if (record.args() != first.args() && !group(record).equals(group(first))) {
                throw new UserError("its records are of several runs: args of step " + record.step()
                        + " differ from those of step " + first.step());
            }
        }
        // train_autolr has this argument, whatever its value, and no other script has.
        boolean autoLr = twoStages || first.args().containsKey("auto_lr");
        int environments =
                records.stream().mapToInt(CheckpointRecord::environments).max().orElse(0);
        JsonFields args = new JsonFields("args", first.args());
        String dataset = args.text("dataset");
        List<String> labels = DomainBedRegistry.environments(dataset);
        List<Integer> held = args.wholes("test_envs");
        if (held.isEmpty() || held.stream().anyMatch(i -> i < 0 || i >= Math.max(1, environments))) {
            throw new UserError(
                    "args: 'test_envs' must name some of its " + environments + " environments, found " + held);
        }
        return new ExpectedTrial(
                name,
                Protocol.DOMAINBED,
                dataset,
                "leave-domains-out",
                "",
                args.text("algorithm"),
                autoLr ? AlgorithmFactory.AUTO_LR : "domainbed",
                List.of("algorithm", "data", "network"),
                args.whole("trial_seed"),
                args.whole("hparams_seed"),
                first.args().get("steps") instanceof Integer steps ? steps : -1,
                held,
                labels.size() == environments ? labels : numbered(environments),
                null,
                null);
    }

    /** What DomainBed's collector groups by. */
    private static Map<String, Object> group(CheckpointRecord record) {
        Map<String, Object> args = new TreeMap<>(record.args());
        args.keySet().retainAll(GROUP);
        return args;
    }

    private static List<String> numbered(int environments) {
        List<String> labels = new ArrayList<>();
        for (int i = 0; i < environments; i++) {
            labels.add(String.valueOf(i));
        }
        return labels;
    }

    private static String name(Path folder) {
        return String.valueOf(folder.getFileName());
    }
}
