package org.shiftbed.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.UserError;
import org.shiftbed.report.figure.ControlledFigures;
import org.shiftbed.report.figure.Figure;
import org.shiftbed.report.figure.Pictures;
import org.shiftbed.study.ExpectedTrial;
import org.shiftbed.study.SamplePictures;
import org.shiftbed.study.StudyResults;

/** Pictures of the test rows and of the training rows under each kind of shift ({@code controlled-shifts.md} 5, figures 2 and 13 to 18). */
final class SampleGrids {
    private static final int COLUMNS = 8;

    private SampleGrids() {}

    /**
     * One figure a data set and kind of shift (its first setting, the lowest seed), and one of the test, by the name of its files without ending.
     *
     * @param notes gets a line for each data set that is not at hand
     */
    static Map<String, Figure> of(Path folder, StudyResults study, List<String> notes) {
        Map<String, Figure> all = new LinkedHashMap<>();
        Set<List<String>> seen = new LinkedHashSet<>();
        Set<String> absent = new LinkedHashSet<>();
        for (StudyResults.Run run : study.runs()) {
            ExpectedTrial trial = run.trial();
            boolean wanted = trial.testEnvironments().isEmpty()
                    && trial.trial() != null
                    && trial.refused() == null
                    && !absent.contains(trial.dataset());
            if (!wanted || !seen.add(List.of(trial.dataset(), trial.shift()))) {
                continue;
            }
            try {
                List<SamplePictures> samples = SamplePictures.of(folder, trial, COLUMNS);
                for (SamplePictures one : samples) {
                    String of = one.test() ? "test" : trial.shift();
                    all.putIfAbsent(
                            "samples-" + ControlledFigures.plain(trial.dataset()) + "-" + ControlledFigures.plain(of),
                            figure(trial, one));
                }
            } catch (UserError | IllegalArgumentException e) {
                absent.add(trial.dataset());
                notes.add("no sample grids of " + trial.dataset() + ", its data are not at hand: "
                        + first(e.getMessage()));
            }
        }
        return all;
    }

    private static String first(@Nullable String message) {
        return message == null ? "" : message.lines().findFirst().orElse("");
    }

    private static Figure figure(ExpectedTrial trial, SamplePictures samples) {
        List<Pictures.Row> rows = new ArrayList<>();
        samples.rows().forEach((value, pictures) -> {
            List<Pictures.Picture> shown = new ArrayList<>();
            for (SamplePictures.Picture picture : pictures) {
                shown.add(new Pictures.Picture(
                        samples.width(), samples.height(), picture.rgb(), picture.label() + ", row " + picture.row()));
            }
            rows.add(new Pictures.Row(value, shown));
        });
        String setting = trial.setting().isEmpty() ? "" : ": " + trial.setting();
        return new Figure(
                samples.test()
                        ? "Samples of the test rows of " + trial.dataset()
                        : "Samples of the training rows of " + trial.dataset() + " under " + trial.shift() + setting,
                "Each row fixes one value of " + samples.attribute() + "; up to " + COLUMNS
                        + " rows drawn with a fixed stream, all equally likely"
                        + (samples.test()
                                ? "."
                                : ", of seed " + trial.seed() + "; a value with fewer pictures has no more."),
                new Pictures("", rows));
    }
}
