package org.shiftbed.app.serve;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.shiftbed.study.Curve;
import org.shiftbed.study.Curves;
import org.shiftbed.study.ExpectedTrial;
import org.shiftbed.study.RecordFile;
import org.shiftbed.study.StudyFolder;
import org.shiftbed.study.StudyResults;
import org.shiftbed.study.TrialState;
import org.shiftbed.study.Work;

/** The courses of the trials that workers are at, read again only where a file has grown. */
final class LiveCourses {
    /** More lines than that nobody tells apart in a small chart. */
    private static final int MOST_CURVES = 8;
    /** Points of one. */
    private static final int MOST_POINTS = 400;

    private final StudyFolder folder;
    private final Map<String, Read> known = new TreeMap<>();

    LiveCourses(StudyFolder folder) {
        this.folder = folder;
    }

    /**
     * One running trial.
     *
     * @param trial as expected
     * @param attempt name of its folder
     * @param step updates done; -1 where it is not told
     * @param curves few of them
     */
    record Running(ExpectedTrial trial, String attempt, int step, List<Curve> curves) {}

    private record Read(long size, long time, List<Curve> curves) {}

    /** Every attempt under {@code running/} that belongs to a trial of the plan, by the name of its folder. */
    Map<String, Running> read(Map<String, ExpectedTrial> trials) throws IOException {
        Map<String, Running> running = new TreeMap<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder.running())) {
            for (Path attempt : all) {
                String name = String.valueOf(attempt.getFileName());
                int dot = name.lastIndexOf('.');
                ExpectedTrial trial = dot < 0 ? null : trials.get(name.substring(0, dot));
                Optional<Work> work = trial == null ? Optional.empty() : Work.of(attempt, trial.updates());
                if (trial != null && work.isPresent()) {
                    running.put(name, new Running(trial, name, work.get().step(), curves(trial, attempt)));
                }
            }
        } catch (NoSuchFileException e) {
            // Nothing has run yet, or the last attempt ended while we looked.
            known.clear();
        }
        known.keySet().retainAll(running.keySet());
        return running;
    }

    private List<Curve> curves(ExpectedTrial trial, Path attempt) throws IOException {
        String name = String.valueOf(attempt.getFileName());
        BasicFileAttributes now;
        try {
            now = Files.readAttributes(attempt.resolve(RecordFile.FILE), BasicFileAttributes.class);
        } catch (IOException e) {
            return List.of();
        }
        Read earlier = known.get(name);
        if (earlier != null
                && earlier.size() == now.size()
                && earlier.time() == now.lastModifiedTime().toMillis()) {
            return earlier.curves();
        }
        List<Curve> curves = shown(Curves.of(new StudyResults.Run(
                trial, TrialState.RUNNING, RecordFile.read(attempt).records(), "")));
        known.put(name, new Read(now.size(), now.lastModifiedTime().toMillis(), curves));
        return curves;
    }

    /** Losses first, then what is chosen by, then the rest. */
    static List<Curve> shown(List<Curve> all) {
        List<Curve> sorted = new ArrayList<>(all);
        sorted.sort((a, b) -> Integer.compare(rank(a.quantity()), rank(b.quantity())));
        return List.copyOf(sorted.subList(0, Math.min(MOST_CURVES, sorted.size())));
    }

    private static int rank(String quantity) {
        if (quantity.equals("loss")) {
            return 0;
        }
        if (quantity.startsWith("val_")) {
            return 1;
        }
        if (quantity.equals("test")) {
            return 2;
        }
        if (quantity.endsWith("_out_acc")) {
            return 3;
        }
        return quantity.contains("loss") ? 4 : 5;
    }

    /** A curve as the page takes it: few enough points to draw, the last one always; values that are not finite are null. */
    static Map<String, Object> json(Curve curve) {
        List<Integer> steps = new ArrayList<>();
        List<@Nullable Object> values = new ArrayList<>();
        int size = curve.steps().size();
        int every = (size + MOST_POINTS - 1) / MOST_POINTS;
        for (int i = 0; i < size; i++) {
            if (i % every == 0 || i == size - 1) {
                double value = curve.values().get(i);
                steps.add(curve.steps().get(i));
                values.add(Double.isFinite(value) ? (Object) value : null);
            }
        }
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("quantity", curve.quantity());
        json.put("steps", steps);
        json.put("values", values);
        return json;
    }
}
