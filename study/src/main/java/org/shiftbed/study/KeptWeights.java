package org.shiftbed.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;
import org.shiftbed.learn.TrainingTask.Keep;
import org.shiftbed.learn.weights.ExportedModel;
import org.shiftbed.learn.weights.Safetensors;
import org.shiftbed.learn.weights.TensorFile;
import org.shiftbed.study.selection.Selections;

/**
 * The weights that a finished trial kept: one file a rule in {@code weights/}.
 *
 * @param folder of the trial
 * @param trial what ran
 * @param files by rule, {@code last} included; at least one
 */
public record KeptWeights(Path folder, Trial trial, Map<String, Path> files) {
    private static final String WEIGHTS = "weights";
    private static final String LAST = "last";
    private static final String SUFFIX = ".safetensors";

    public KeptWeights {
        files = Map.copyOf(files);
    }

    /**
     * Finds them.
     *
     * @param place a trial's folder, or that of a study with one trial
     * @throws UserError where there is no finished trial, or it kept none
     */
    public static KeptWeights of(Path place) throws IOException {
        Path folder = trialFolder(place);
        if (!Files.exists(folder.resolve(StudyFolder.DONE))) {
            throw new UserError(folder + ": this trial is not done; run its study to the end");
        }
        Trial trial;
        try {
            trial = Trial.fromJson(CanonicalJson.parseObject(Files.readString(folder.resolve(StudyFolder.TRIAL))));
        } catch (IllegalArgumentException e) {
            throw new UserError(folder.resolve(StudyFolder.TRIAL) + ": " + e.getMessage(), e);
        }
        Map<String, Path> files = files(folder.resolve(WEIGHTS));
        if (files.isEmpty()) {
            throw new UserError(folder + ": this trial kept no weights (keep: none, or it diverged); write"
                    + " 'training: {keep: best}' in the study file, remove this folder and run the study again");
        }
        return new KeptWeights(folder, trial, files);
    }

    private static Map<String, Path> files(Path weights) throws IOException {
        Map<String, Path> files = new TreeMap<>();
        if (Files.isDirectory(weights)) {
            try (Stream<Path> all = Files.list(weights)) {
                all.forEach(file -> {
                    String name = String.valueOf(file.getFileName());
                    if (name.endsWith(SUFFIX)) {
                        files.put(name.substring(0, name.length() - SUFFIX.length()), file);
                    }
                });
            }
        }
        return files;
    }

    private static Path trialFolder(Path place) throws IOException {
        if (Files.exists(place.resolve(StudyFolder.TRIAL))) {
            return place;
        }
        if (Files.exists(place.resolve(ExpectedStudy.FILE))) {
            Path trials = new StudyFolder(place).trials();
            try (Stream<Path> all = Files.isDirectory(trials) ? Files.list(trials) : Stream.empty()) {
                var done = all.filter(each -> Files.exists(each.resolve(StudyFolder.TRIAL)))
                        .toList();
                if (done.size() == 1) {
                    return done.get(0);
                }
                throw new UserError(place + ": this study has " + done.size()
                        + " finished trials; give the folder of one, " + trials.resolve("ID"));
            }
        }
        throw new UserError(place + ": no trial here (it has no " + StudyFolder.TRIAL
                + "); give a folder below trials/ of a study, for example runs/colours/trials/ID");
    }

    /**
     * Chooses among them.
     *
     * @param rule whose best; {@code last}: of the last step, whichever rule kept it; null: that of {@code step}, or of the study's headline rule
     * @param step index of the update after which they were kept; null: any
     * @return a key of {@link #files()}
     * @throws UserError where none is kept for it
     */
    public String choose(@Nullable String rule, @Nullable Integer step) throws IOException {
        if (LAST.equals(rule) && !files.containsKey(LAST)) {
            for (String kept : new TreeMap<>(files).keySet()) {
                if (step(kept) == trial.steps() - 1) {
                    return kept;
                }
            }
            throw new UserError("--rule: the weights after the last step were not kept, only those of " + steps()
                    + "; take one of these, or write 'training: {keep: all}' in the study file, remove this folder and"
                    + " run the study again");
        }
        if (rule != null) {
            if (!files.containsKey(rule)) {
                throw Names.unknown("--rule", "rule that kept weights", rule, files.keySet());
            }
            if (step != null && step(rule) != step) {
                throw new UserError(
                        "--step: the weights of rule '" + rule + "' are of step " + step(rule) + ", found " + step);
            }
            return rule;
        }
        if (step != null) {
            for (String kept : new TreeMap<>(files).keySet()) {
                if (step(kept) == step) {
                    return kept;
                }
            }
            throw new UserError("--step: no weights of step " + step + " were kept; there are those of " + steps());
        }
        String headline = headline();
        if (headline != null && files.containsKey(headline)) {
            return headline;
        }
        if (files.size() == 1) {
            return files.keySet().iterator().next();
        }
        throw new UserError(folder + ": "
                + (headline == null
                        ? "the study's headline rule is not known here"
                        : "the headline rule '" + headline + "' keeps no weights inside a trial")
                + "; choose with --rule: " + String.join(", ", new TreeMap<>(files).keySet()));
    }

    /** {@code id (step 40), oracle-best (step 20)}. */
    private String steps() throws IOException {
        List<String> all = new ArrayList<>();
        for (String kept : new TreeMap<>(files).keySet()) {
            all.add(kept + " (step " + step(kept) + ")");
        }
        return String.join(", ", all);
    }

    /**
     * The trials that are done and lack weights that a run would keep now: nothing is trained again for them.
     *
     * @param root folder of the study
     * @param keep what the study says now
     * @return ids in the order of the plan
     */
    public static List<String> lacking(Path root, ExpectedStudy study, Keep keep) throws IOException {
        StudyFolder folder = new StudyFolder(root);
        StudyGlance glance = StudyGlance.at(folder);
        List<String> lacking = new ArrayList<>();
        for (ExpectedTrial expected : study.trials()) {
            if (keep == Keep.NONE || glance.state(expected) != TrialState.DONE) {
                continue;
            }
            Set<String> kept =
                    files(folder.trial(expected.id()).resolve(WEIGHTS)).keySet();
            boolean last = keep == Keep.BEST || kept.contains(LAST);
            boolean best = keep == Keep.LAST || kept.stream().anyMatch(name -> !name.equals(LAST));
            if (!last || !best) {
                lacking.add(expected.id());
            }
        }
        return lacking;
    }

    /** The first rule of the study that the trial lies in; null where it lies in none. */
    private @Nullable String headline() {
        Path trials = folder.toAbsolutePath().normalize().getParent();
        Path root = trials == null ? null : trials.getParent();
        if (root == null || !Files.exists(root.resolve(ExpectedStudy.FILE))) {
            return null;
        }
        String rule = ExpectedStudy.read(root).selection().get(0);
        return rule.equals(Selections.OWN)
                ? Selections.declaredBy(trial.algorithm(), trial.form(), trial.protocol())
                        .name()
                : rule;
    }

    private int step(String rule) throws IOException {
        try (TensorFile open = TensorFile.open(file(rule))) {
            return Integer.parseInt(open.metadata().getOrDefault("step", "-1"));
        }
    }

    private Path file(String rule) {
        return Objects.requireNonNull(files.get(rule), rule);
    }

    /**
     * The model of a rule, under the names that others use.
     *
     * @param rule one of {@link #files()}
     */
    public ExportedModel model(String rule) throws IOException {
        return ExportedModel.of(Safetensors.read(file(rule)), trial.network(), trial.id());
    }
}
