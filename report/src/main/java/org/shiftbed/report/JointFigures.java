package org.shiftbed.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.report.figure.ControlledFigures;
import org.shiftbed.report.figure.Figure;
import org.shiftbed.report.figure.JointMaps;
import org.shiftbed.report.page.SplitFacts;
import org.shiftbed.study.ExpectedTrial;
import org.shiftbed.study.StudyFolder;
import org.shiftbed.study.StudyResults;
import org.shiftbed.study.TrialState;

/** How the rows of training and test lie over label and attribute under each shift ({@code controlled-shifts.md} 5, figure 1), from manifests. */
final class JointFigures {
    private static final int MOST_PANELS = 12;

    private JointFigures() {}

    /** One figure a data set, by the name of its files without ending: the first finished trial of each setting, then its test rows once. */
    static Map<String, Figure> of(Path folder, StudyResults study) throws IOException {
        Map<String, List<JointMaps.Map>> maps = new LinkedHashMap<>();
        Map<String, JointMaps.Map> tests = new LinkedHashMap<>();
        Set<List<String>> seen = new LinkedHashSet<>();
        for (StudyResults.Run run : study.runs()) {
            ExpectedTrial trial = run.trial();
            boolean ended = run.state() == TrialState.DONE || run.state() == TrialState.DIVERGED;
            List<String> key = List.of(trial.dataset(), trial.shift(), trial.setting());
            if (!ended || !trial.testEnvironments().isEmpty() || seen.contains(key)) {
                continue;
            }
            Map<String, Object> manifest = manifest(folder, trial);
            SplitFacts.Joint train = manifest == null ? null : ManifestFacts.joint(manifest, "train");
            SplitFacts.Joint test = manifest == null ? null : ManifestFacts.joint(manifest, "test");
            if (train != null) {
                seen.add(key);
                String label = trial.setting().isEmpty() ? trial.shift() : trial.shift() + ": " + trial.setting();
                maps.computeIfAbsent(trial.dataset(), unused -> new ArrayList<>())
                        .add(map(label + ", training, seed " + trial.seed(), train));
            }
            if (test != null) {
                tests.putIfAbsent(trial.dataset(), map("test", test));
            }
        }
        Map<String, Figure> all = new LinkedHashMap<>();
        maps.forEach((dataset, own) -> {
            List<JointMaps.Map> shown = new ArrayList<>(own.subList(0, Math.min(MOST_PANELS - 1, own.size())));
            JointMaps.Map test = tests.get(dataset);
            if (test != null) {
                shown.add(test);
            }
            String left = own.size() > MOST_PANELS - 1 ? ", the first of " + own.size() + " settings" : "";
            all.put(
                    "joint-" + ControlledFigures.plain(dataset),
                    new JointMaps("Rows by label and attribute on " + dataset + left, shown).figure());
        });
        return all;
    }

    private static JointMaps.Map map(String label, SplitFacts.Joint joint) {
        return new JointMaps.Map(
                label,
                joint.rowAttribute() + " \\ " + joint.columnAttribute(),
                joint.rows(),
                joint.columns(),
                joint.counts());
    }

    /** Null where there is none or it is damaged, which the page says. */
    private static @Nullable Map<String, Object> manifest(Path folder, ExpectedTrial trial) throws IOException {
        Path file = new StudyFolder(folder).trial(trial.id()).resolve("manifest.json");
        if (!Files.exists(file)) {
            return null;
        }
        try {
            return CanonicalJson.parseObject(Files.readString(file));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
