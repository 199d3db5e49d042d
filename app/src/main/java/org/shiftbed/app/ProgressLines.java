package org.shiftbed.app;

import java.time.Duration;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;
import org.shiftbed.data.Progress;

/** Shows how far work on data is: a bar where a person looks on, otherwise a line now and then. What is done at once is not shown. */
final class ProgressLines implements Progress {
    private static final long LINE_NANOS = Duration.ofSeconds(30).toNanos();

    /** Work that is smaller is done before anybody could read of it. */
    private static final long SHOWN = 500;

    private final Surroundings here;
    private @Nullable ProgressBar bar;
    private String what = "";
    private long total;
    private long lastLine;

    ProgressLines(Surroundings here) {
        this.here = here;
    }

    @Override
    public synchronized void begun(String what, long total) {
        this.what = what;
        this.total = total;
        lastLine = System.nanoTime();
        if (here.terminal() && (total < 0 || total >= SHOWN)) {
            bar = new ProgressBarBuilder()
                    .setTaskName(what)
                    .setInitialMax(total)
                    .setStyle(ProgressBarStyle.ASCII)
                    .setUpdateIntervalMillis(500)
                    .build();
        }
    }

    @Override
    public synchronized void advanced(long done) {
        if (bar != null) {
            bar.stepTo(Math.max(done, bar.getCurrent()));
        } else if (System.nanoTime() - lastLine >= LINE_NANOS) {
            lastLine = System.nanoTime();
            here.err().println(what + ": " + done + (total > 0 ? " of " + total : ""));
        }
    }

    @Override
    public synchronized void ended() {
        if (bar != null) {
            bar.close();
            bar = null;
        }
    }
}
