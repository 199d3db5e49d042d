package org.shiftbed.study;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.InParallel;
import org.shiftbed.study.rows.RowLayouts;
import org.shiftbed.study.rows.RowReader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a study's folder again and again: a file of records that has not changed since it was last read is not read anew, nor one that the folder's {@link
 * RecordIndex} knows. What comes out is the same in every case. Not for several threads at once.
 */
public final class ResultsReader {
    private static final Logger LOG = LoggerFactory.getLogger(ResultsReader.class);

    /** Bytes of records below which an index spares nobody any time. */
    private static final long WORTH = 16 << 20;

    private final Path root;
    private final long worth;
    private final RowLayouts layouts = new RowLayouts();
    private Map<String, RecordIndex.Entry> known = Map.of();
    private boolean indexRead;
    /** Bytes of files that neither the index nor an earlier reading knew, and of all. */
    private long fresh;

    private long all;

    /** @param root a study's folder */
    public ResultsReader(Path root) {
        this(root, WORTH);
    }

    /** @param worth bytes of records from which on an index is written */
    ResultsReader(Path root, long worth) {
        this.root = root;
        this.worth = worth;
    }

    /** One trial, where it stands, what its file holds, and by what that file will be known again. */
    private record Found(
            StudyResults.Run run, List<String> warnings, RecordIndex.@Nullable Entry entry, long size, boolean fresh) {}

    /**
     * Reads the folder as it is now. Nothing is written.
     *
     * @throws org.shiftbed.base.UserError where there is no study, or its plan is damaged
     * @throws IOException where a file cannot be read
     */
    public StudyResults read() throws IOException {
        FutureTask<Map<String, RecordIndex.Entry>> index = null;
        if (!indexRead) {
            // Beside the plan, which takes as long.
            index = new FutureTask<>(() -> RecordIndex.read(root.resolve(RecordIndex.FILE), layouts));
            Thread thread = new Thread(index, "read-index");
            thread.setDaemon(true);
            thread.start();
        }
        ExpectedStudy plan = ExpectedStudy.read(root);
        if (index != null) {
            known = result(index);
            indexRead = true;
        }
        StudyFolder folder = new StudyFolder(root);
        StudyGlance glance = StudyGlance.at(folder);
        List<Found> found = InParallel.map(plan.trials(), () -> {
            RowReader rows = new RowReader(layouts);
            return trial -> find(folder, glance, trial, rows);
        });
        Map<String, RecordIndex.Entry> now = new HashMap<>();
        List<StudyResults.Run> runs = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        all = 0;
        for (Found one : found) {
            runs.add(one.run());
            String id = one.run().trial().id();
            one.warnings().forEach(warning -> warnings.add("trials/" + id + "/" + warning));
            if (one.entry() != null) {
                now.put(id, one.entry());
            }
            all += one.size();
            fresh += one.fresh() ? one.size() : 0;
        }
        known = now;
        return new StudyResults(plan, runs, warnings);
    }

    private static Map<String, RecordIndex.Entry> result(FutureTask<Map<String, RecordIndex.Entry>> index)
            throws IOException {
        try {
            return index.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private Found find(StudyFolder folder, StudyGlance glance, ExpectedTrial trial, RowReader rows) throws IOException {
        TrialState state = glance.state(trial);
        String cause = state == TrialState.REFUSED ? String.valueOf(trial.refused()) : "";
        if (state == TrialState.FAILED) {
            cause = glance.cause(trial.id());
        }
        Path place = folder.trial(trial.id());
        Path file = place.resolve(RecordFile.FILE);
        long now = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
        Optional<FileMark> mark = FileMark.of(file);
        if (mark.isEmpty()) {
            return new Found(new StudyResults.Run(trial, state, List.of(), cause), List.of(), null, 0, false);
        }
        RecordIndex.Entry earlier = known.get(trial.id());
        boolean same = earlier != null && earlier.mark().equals(mark.get());
        RecordFile read = same && earlier != null ? earlier.file() : RecordFile.read(place, rows);
        boolean trusted = same || mark.get().settled(now) && FileMark.of(file).equals(mark);
        return new Found(
                new StudyResults.Run(trial, state, read.records(), cause),
                read.warnings(),
                trusted ? new RecordIndex.Entry(mark.get(), read) : null,
                mark.get().size(),
                !same);
    }

    /**
     * Writes the index for the next report where it would spare that some reading. An index is a convenience: where it cannot be written, nothing happens.
     *
     * @return whether it was written
     */
    public boolean keepIndex() {
        if (fresh < worth || fresh < all / 8) {
            return false;
        }
        try {
            RecordIndex.write(root.resolve(RecordIndex.FILE), new LinkedHashMap<>(known));
            fresh = 0;
            return true;
        } catch (IOException e) {
            LOG.debug("no index in {}: {}", root, e.getMessage());
            return false;
        }
    }
}
