package org.shiftbed.app.serve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.UserError;
import org.shiftbed.report.StudyReport;
import org.shiftbed.report.table.Table;
import org.shiftbed.study.ExpectedStudy;
import org.shiftbed.study.ExpectedTrial;
import org.shiftbed.study.ResultsReader;
import org.shiftbed.study.StudyFolder;
import org.shiftbed.study.StudyResults;
import org.shiftbed.study.TrialState;

/**
 * One study as it is now. What is cheap (running trials) is looked at every time, the rest when names in its folders have changed, and never for more than a
 * sixth of the time.
 */
final class LiveStudy {
    private static final long LOOK_ANYWAY = TimeUnit.SECONDS.toNanos(60);
    private static final long WINDOW = TimeUnit.MINUTES.toNanos(10);
    private static final long LEAST = TimeUnit.SECONDS.toNanos(5);

    private final FoundStudies.Found found;
    private final FoundStudies studies;
    private final ResultsReader reader;
    private final LiveCourses courses;
    private final ArrayDeque<long[]> progress = new ArrayDeque<>();
    private List<Object> mark = List.of();
    private long read = Long.MIN_VALUE;
    private long took;
    private long version;
    private @Nullable StudyReport report;
    /** The report whose methods were compared last, when that was and how long it took. */
    private @Nullable StudyReport compared;

    private long comparing;
    private long comparedAt = Long.MIN_VALUE;
    private List<Table> comparisons = List.of();
    private Map<String, ExpectedTrial> trials = Map.of();
    /** Read by requests while the watching thread makes the next. */
    private volatile State state = State.NONE;

    LiveStudy(FoundStudies.Found found, FoundStudies studies) {
        this.found = found;
        this.studies = studies;
        this.reader = new ResultsReader(found.folder());
        this.courses = new LiveCourses(new StudyFolder(found.folder()));
    }

    /**
     * What a visitor sees.
     *
     * @param version rises with every change of what is read rarely
     * @param report null before it was first read
     * @param comparisons of the methods; of an earlier report, or none yet, while they are worked out
     * @param trials by id
     * @param running by attempt
     * @param process at work in the folder; -1 where none is
     * @param secondsLeft -1 where it cannot be told yet
     * @param mistake why the study cannot be read; empty where it can
     */
    record State(
            long version,
            @Nullable StudyReport report,
            List<Table> comparisons,
            Map<String, StudyResults.Run> trials,
            Map<String, LiveCourses.Running> running,
            long process,
            long secondsLeft,
            String mistake) {
        static final State NONE = new State(0, null, List.of(), Map.of(), Map.of(), -1, -1, "");
    }

    FoundStudies.Found found() {
        return found;
    }

    State state() {
        return state;
    }

    /** Looks at the folder. Called by one thread. */
    void look(long now) {
        String mistake = "";
        Map<String, LiveCourses.Running> running = Map.of();
        try {
            List<Object> current = mark();
            boolean due = report == null || !current.equals(mark) || now - read > LOOK_ANYWAY;
            if (due && (report == null || now - read > 5 * took)) {
                long begun = System.nanoTime();
                StudyReport fresh = StudyReport.read(found.folder(), reader, List.of());
                // Made here, so that no request waits for it.
                fresh.results();
                report = fresh;
                Map<String, ExpectedTrial> all = new HashMap<>();
                fresh.study().runs().forEach(run -> all.put(run.trial().id(), run.trial()));
                trials = all;
                mark = current;
                took = System.nanoTime() - begun;
                read = System.nanoTime();
                version++;
            } else {
                compare();
            }
            running = courses.read(trials);
        } catch (UserError e) {
            mistake = String.valueOf(e.getMessage());
        } catch (IOException | RuntimeException e) {
            // The folder may change under our feet, or hold what no run of ours writes: seen again in a second.
            mistake = "cannot be read at the moment: " + e.getMessage();
        }
        StudyReport shown = report;
        Map<String, StudyResults.Run> runs = state.trials();
        if (shown != null && shown != state.report()) {
            Map<String, StudyResults.Run> byId = new HashMap<>();
            shown.study().runs().forEach(run -> byId.put(run.trial().id(), run));
            runs = byId;
        }
        long process =
                shown == null ? -1 : new StudyFolder(found.folder()).process().orElse(-1L);
        state = new State(
                version, shown, comparisons, runs, running, process, left(now, shown, running, process), mistake);
    }

    /** Draws its intervals thousands of times: after what is quick has been shown, and for a sixth of the time at most. */
    private void compare() {
        StudyReport current = report;
        if (current == null
                || current == compared
                || (compared != null && System.nanoTime() - comparedAt < 5 * comparing)) {
            return;
        }
        long begun = System.nanoTime();
        comparisons = current.comparisons();
        compared = current;
        comparedAt = System.nanoTime();
        comparing = comparedAt - begun;
        version++;
    }

    Map<String, Path> pages() {
        return studies.pages(found);
    }

    /** By what it is seen that trials began, ended or failed: the times of the folders that hold them, and of the plan. */
    private List<Object> mark() {
        List<Object> times = new ArrayList<>();
        for (String name : List.of(ExpectedStudy.FILE, "trials", "failed", "running", "run.lock", "report")) {
            try {
                BasicFileAttributes now = Files.readAttributes(found.folder().resolve(name), BasicFileAttributes.class);
                times.add(now.lastModifiedTime());
                times.add(now.isDirectory() ? 0 : now.size());
            } catch (IOException e) {
                times.add(name);
            }
        }
        return times;
    }

    /** From the updates of the last minutes. */
    private long left(long now, @Nullable StudyReport shown, Map<String, LiveCourses.Running> running, long process) {
        if (shown == null || process < 0) {
            progress.clear();
            return -1;
        }
        long done = 0;
        long all = 0;
        for (StudyResults.Run run : shown.study().runs()) {
            TrialState is = run.state();
            long updates = Math.max(1, run.trial().updates());
            if (is != TrialState.REFUSED && is != TrialState.FAILED) {
                all += updates;
                done += is == TrialState.DONE || is == TrialState.DIVERGED ? updates : 0;
            }
        }
        for (LiveCourses.Running one : running.values()) {
            done += Math.max(0, one.step());
        }
        progress.addLast(new long[] {now, done});
        while (now - progress.getFirst()[0] > WINDOW) {
            progress.removeFirst();
        }
        long[] first = progress.getFirst();
        if (now - first[0] < LEAST || done <= first[1]) {
            return -1;
        }
        double rate = (done - first[1]) / ((now - first[0]) / 1e9);
        return Math.max(0, Math.round((all - done) / rate));
    }
}
