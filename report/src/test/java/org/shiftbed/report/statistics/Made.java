package org.shiftbed.report.statistics;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shiftbed.study.Outcome;

/** Outcomes made by hand. */
public final class Made {
    private Made() {}

    public static Outcome done(String dataset, String shift, String algorithm, int seed, double test) {
        return outcome(dataset, shift, algorithm, "id", "all", -1, seed, test);
    }

    public static Outcome domainBed(
            String dataset, String algorithm, String rule, String label, int index, int seed, double test) {
        return outcome(dataset, "leave-domains-out", algorithm, rule, label, index, seed, test);
    }

    /** A run of this form with these layers strict. */
    public static Outcome strict(String algorithm, String form, String... layers) {
        return outcome("d", "unseen", algorithm, form, List.of(layers), "id", "all", -1, 0, 0.5);
    }

    public static Outcome outcome(
            String dataset,
            String shift,
            String algorithm,
            String rule,
            String label,
            int index,
            int seed,
            double test) {
        return outcome(dataset, shift, algorithm, "controlled", List.of(), rule, label, index, seed, test);
    }

    private static Outcome outcome(
            String dataset,
            String shift,
            String algorithm,
            String form,
            List<String> strict,
            String rule,
            String label,
            int index,
            int seed,
            double test) {
        return new Outcome(
                dataset,
                shift,
                "",
                algorithm,
                form,
                strict,
                rule,
                label,
                index,
                seed,
                Outcome.State.DONE,
                test,
                test,
                "id" + seed,
                100,
                1,
                1,
                0,
                0,
                0,
                0,
                "");
    }

    public static Outcome empty(
            String dataset, String shift, String algorithm, int seed, Outcome.State state, int diverged, int failed) {
        @Nullable Double none = null;
        return new Outcome(
                dataset,
                shift,
                "",
                algorithm,
                "controlled",
                List.of(),
                "id",
                "all",
                -1,
                seed,
                state,
                none,
                none,
                null,
                -1,
                2,
                0,
                diverged,
                failed,
                state == Outcome.State.REFUSED ? 2 : 0,
                0,
                "for a reason");
    }
}
