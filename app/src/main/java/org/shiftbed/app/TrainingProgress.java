package org.shiftbed.app;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;
import org.shiftbed.study.Ending;
import org.shiftbed.study.ExecutionListener;
import org.shiftbed.study.ExpectedTrial;
import org.shiftbed.study.TrialState;

/** Shows how far a study is: a bar with the time left where a person looks on, otherwise a line now and then. Counts updates of all trials. */
final class TrainingProgress implements ExecutionListener, AutoCloseable {
    private static final long LINE_NANOS = Duration.ofSeconds(30).toNanos();

    private final Surroundings here;
    private final Map<String, Integer> stepOf = new HashMap<>();
    private final int refused;
    private @Nullable ProgressBar bar;
    private int trials;
    private int ended;
    private int failed;
    private int diverged;
    private long steps;
    private long stepsDone;
    private long begun;
    private long lastLine;

    /** @param refused trials of the plan that nobody will run */
    TrainingProgress(Surroundings here, int refused) {
        this.here = here;
        this.refused = refused;
    }

    @Override
    public void begun(int trials, long steps, int done) {
        this.trials = trials;
        this.steps = steps;
        begun = System.nanoTime();
        lastLine = begun;
        here.out().println(opening(trials, done));
        if (trials == 0) {
            return;
        }
        if (here.terminal()) {
            bar = new ProgressBarBuilder()
                    .setTaskName("training")
                    .setInitialMax(steps)
                    .setStyle(ProgressBarStyle.ASCII)
                    .setUpdateIntervalMillis(500)
                    .build();
            bar.setExtraMessage(counts());
        }
    }

    private String opening(int trials, int ended) {
        int runnable = trials + ended;
        String others = refused == 0 ? "" : ", " + refused + (refused == 1 ? " is" : " are") + " refused";
        if (runnable == 0) {
            return (refused == 1 ? "The trial is" : "All " + refused + " trials are")
                    + " refused: nothing can be trained.";
        }
        if (trials == 0) {
            return (ended == 1 ? "The trial has" : "All " + ended + " trials have") + " ended already" + others
                    + ": nothing to do.";
        }
        return ended == 0
                ? "Training " + trials + (trials == 1 ? " trial" : " trials") + others + "."
                : ended + " of " + runnable + " trials have ended already; training the other " + trials + others + ".";
    }

    @Override
    public void progress(ExpectedTrial trial, int step) {
        advance(trial, step);
    }

    @Override
    public void finished(ExpectedTrial trial, Ending ending) {
        ended++;
        if (ending.state() == TrialState.DIVERGED) {
            diverged++;
            if (bar == null) {
                here.err().println("diverged " + Refusals.describe(trial) + ": at step " + ending.step());
            }
        }
        advance(trial, trial.updates());
    }

    @Override
    public void retried(ExpectedTrial trial, String cause, int failures) {
        if (bar == null) {
            here.err().println("again " + Refusals.describe(trial) + ": " + cause);
        }
    }

    @Override
    public void failed(ExpectedTrial trial, String cause) {
        ended++;
        failed++;
        if (bar == null) {
            here.err().println("failed " + Refusals.describe(trial) + ": " + cause);
        }
        advance(trial, trial.updates());
    }

    private void advance(ExpectedTrial trial, int step) {
        Integer before = stepOf.put(trial.id(), step);
        stepsDone += step - (before == null ? 0 : before);
        if (bar != null) {
            bar.stepTo(stepsDone);
            bar.setExtraMessage(counts());
        } else if (System.nanoTime() - lastLine >= LINE_NANOS) {
            lastLine = System.nanoTime();
            here.err().println(line(Duration.ofNanos(lastLine - begun)));
        }
    }

    /** What is shown where no bar is. */
    String line(Duration elapsed) {
        // The first updates wait for libtorch to load: nothing can be told from them.
        String left = 20 * stepsDone < steps
                ? ""
                : ", about " + words(elapsed.multipliedBy(steps - stepsDone).dividedBy(stepsDone)) + " left";
        return counts() + ", " + 100 * stepsDone / Math.max(1, steps) + "% of updates" + left;
    }

    private String counts() {
        return ended + " of " + trials + " trials" + (diverged == 0 ? "" : ", " + diverged + " diverged")
                + (failed == 0 ? "" : ", " + failed + " failed");
    }

    /** {@code 40 s}, {@code 12 min}, {@code 3 h 05 min}. */
    static String words(Duration duration) {
        long seconds = duration.toSeconds();
        if (seconds < 90) {
            return seconds + " s";
        }
        long minutes = (seconds + 30) / 60;
        return minutes < 90 ? minutes + " min" : String.format("%d h %02d min", minutes / 60, minutes % 60);
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
