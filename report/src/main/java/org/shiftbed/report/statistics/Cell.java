package org.shiftbed.report.statistics;

import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.shiftbed.study.Outcome;

/**
 * What all runs of one method at one place came to under one selection rule.
 *
 * <p>A run here is one search at one seed: it gives one number. {@code planned} counts runs; {@code failed} and {@code diverged} count the
 * trainings inside them, so that a diverged member of a search is said even where the search still has a winner.
 *
 * @param place where
 * @param method what
 * @param selection rule
 * @param values accuracy in [0, 1] of each run that has one, by seed
 * @param summary of the values; null where there is none
 * @param planned runs
 * @param emptyDiverged runs without a number because every training diverged
 * @param emptyFailed runs without a number because trainings failed
 * @param emptyRefused runs without a number because every training was refused
 * @param notEvaluated runs without a number because the rule cannot be applied to their records
 * @param failed trainings
 * @param refused trainings that the plan did not run, and says why
 * @param diverged trainings
 * @param notRun trainings that have not run, or not finished
 * @param testQueries looks at test labels that the rule took to choose, over all runs
 */
public record Cell(
        Place place,
        Method method,
        String selection,
        TreeMap<Integer, Double> values,
        @Nullable Summary summary,
        int planned,
        int emptyDiverged,
        int emptyFailed,
        int emptyRefused,
        int notEvaluated,
        int failed,
        int refused,
        int diverged,
        int notRun,
        int testQueries) {

    /**
     * Sums up the outcomes of one place, method and rule.
     *
     * @param outcomes one a seed
     * @throws IllegalArgumentException where a seed stands twice: two searches must not be averaged as if they were one
     */
    static Cell of(Place place, Method method, String selection, List<Outcome> outcomes) {
        TreeMap<Integer, Double> values = new TreeMap<>();
        TreeMap<Integer, Outcome> seeds = new TreeMap<>();
        int emptyDiverged = 0;
        int emptyFailed = 0;
        int emptyRefused = 0;
        int notEvaluated = 0;
        int failed = 0;
        int refused = 0;
        int diverged = 0;
        int notRun = 0;
        int queries = 0;
        for (Outcome outcome : outcomes) {
            if (seeds.put(outcome.seed(), outcome) != null) {
                throw new IllegalArgumentException("seed " + outcome.seed() + " stands twice at " + place + ", "
                        + method + ", selection " + selection);
            }
            failed += outcome.failed();
            refused += outcome.refused();
            diverged += outcome.diverged();
            notRun += Math.max(
                    0,
                    outcome.planned() - outcome.finished() - outcome.diverged() - outcome.failed() - outcome.refused());
            queries += outcome.testQueries();
            Double test = outcome.test();
            switch (outcome.state()) {
                case DONE -> {
                    if (test == null || !(test >= 0 && test <= 1)) {
                        throw new IllegalArgumentException("a run that is done has an accuracy in [0, 1], got " + test
                                + " at " + place + ", " + method + ", seed " + outcome.seed());
                    }
                    values.put(outcome.seed(), test);
                }
                case DIVERGED -> emptyDiverged++;
                case FAILED -> emptyFailed++;
                case REFUSED -> emptyRefused++;
                case NOT_EVALUATED -> notEvaluated++;
                case MISSING -> {
                    // Whatever is neither of the others is missing: planned - n - the four counts.
                }
            }
        }
        return new Cell(
                place,
                method,
                selection,
                values,
                Summary.of(List.copyOf(values.values())),
                outcomes.size(),
                emptyDiverged,
                emptyFailed,
                emptyRefused,
                notEvaluated,
                failed,
                refused,
                diverged,
                notRun,
                queries);
    }

    /** Runs that have a number. */
    public int n() {
        return values.size();
    }

    /** Runs that have not run, or not finished. */
    public int missing() {
        return planned - n() - emptyDiverged - emptyFailed - emptyRefused - notEvaluated;
    }
}
