package org.shiftbed.app;

import java.time.Duration;
import java.util.List;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;
import org.shiftbed.study.RunPolicy;
import picocli.CommandLine.Option;

/** What every command that trains takes: how many at a time, and what is done about what goes wrong. None of it changes a number. */
final class RunOptions {
    private static final double LONGEST_SECONDS = 1e7;

    @Option(
            names = "--workers",
            paramLabel = "N",
            defaultValue = "0",
            description = "Trials at a time; 0, the default: as many as fit, cores / threads of a trial.")
    private int workers;

    @Option(
            names = "--retries",
            paramLabel = "N",
            defaultValue = "1",
            description = "How often a trial whose worker died or failed is tried again, from where it was saved last"
                    + " (default: ${DEFAULT-VALUE}).")
    private int retries;

    @Option(
            names = "--on-failure",
            paramLabel = "WHAT",
            defaultValue = "continue",
            description =
                    "continue with the other trials (default), or stop: begin no more once one has failed for good.")
    private String onFailure;

    @Option(
            names = "--save-every",
            paramLabel = "SECONDS",
            defaultValue = "30",
            description = "Seconds between two savings of where a trial stands, at most a fiftieth of the time in all"
                    + " (default: ${DEFAULT-VALUE}).")
    private double saveEvery;

    @Option(
            names = "--lease",
            paramLabel = "SECONDS",
            defaultValue = "120",
            description = "How long another run in the same folder may be silent before its trials are taken over"
                    + " (default: ${DEFAULT-VALUE}).")
    private double lease;

    @Option(
            names = "--stall",
            paramLabel = "SECONDS",
            defaultValue = "3600",
            description =
                    "How long a worker may make no update before it is ended and its trial counts as failed; 0: for"
                            + " ever (default: ${DEFAULT-VALUE}; four times as long before its first).")
    private double stall;

    /** Trials at a time; 0: as many as fit. */
    int workers() {
        if (workers < 0) {
            throw new UserError(
                    "--workers: must be a whole number, 1 or more (0: cores / threads of a trial), found " + workers);
        }
        return workers;
    }

    /** Seconds between two savings of where a trial stands. */
    double saveEvery() {
        return seconds("--save-every", saveEvery, true);
    }

    RunPolicy policy() {
        if (retries < 0) {
            throw new UserError("--retries: must be a whole number, 0 or more, found " + retries);
        }
        if (!onFailure.equals("continue") && !onFailure.equals("stop")) {
            throw Names.unknown("--on-failure", "way", onFailure, List.of("continue", "stop"));
        }
        RunPolicy standard = RunPolicy.DEFAULT;
        return new RunPolicy(
                retries,
                standard.backoff(),
                onFailure.equals("stop"),
                duration(seconds("--lease", lease, false)),
                duration(seconds("--stall", stall, true)),
                standard.grace());
    }

    private static double seconds(String option, double value, boolean zero) {
        if (!(zero ? value >= 0 : value > 0) || value > LONGEST_SECONDS) {
            throw new UserError(option + ": must be a number of seconds, " + (zero ? "0 or more" : "above 0")
                    + " and at most " + (long) LONGEST_SECONDS + ", found " + value);
        }
        return value;
    }

    private static Duration duration(double seconds) {
        return Duration.ofNanos((long) (seconds * 1e9));
    }
}
