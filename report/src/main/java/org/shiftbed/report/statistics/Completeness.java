package org.shiftbed.report.statistics;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.shiftbed.study.Outcome;

/**
 * What a report lacks.
 *
 * @param runs planned runs: one a rule, place, method and seed
 * @param filled of them with a number
 * @param gaps one line each for every run without a number, then for every search that chose among fewer trainings than planned
 */
public record Completeness(int runs, int filled, List<String> gaps) {
    public Completeness {
        gaps = List.copyOf(gaps);
    }

    /** Is nothing missing? A diverged training is a result, so a search that lost only such members is whole. */
    public boolean complete() {
        return gaps.isEmpty();
    }

    /** Looks through the outcomes that a report shows. */
    public static Completeness of(List<Outcome> outcomes) {
        List<String> gaps = new ArrayList<>();
        // The same search under several rules lacks the same trainings: said once, with the rules it touches.
        Map<String, LinkedHashSet<String>> partial = new LinkedHashMap<>();
        int filled = 0;
        for (Outcome outcome : outcomes) {
            if (outcome.state() == Outcome.State.DONE) {
                filled++;
                int lacking = outcome.planned() - outcome.finished() - outcome.diverged();
                if (lacking > 0) {
                    String line = where(outcome) + ": chosen among " + outcome.finished() + " of " + outcome.planned()
                            + " trainings" + lost(outcome);
                    partial.computeIfAbsent(line, unused -> new LinkedHashSet<>())
                            .add(outcome.selection());
                }
            } else {
                String state = outcome.state().name().toLowerCase(Locale.ROOT).replace('_', ' ');
                gaps.add(where(outcome) + ", selection " + outcome.selection() + ": " + state
                        + (outcome.reason().isEmpty() ? "" : ", " + outcome.reason()));
            }
        }
        partial.forEach((line, rules) -> gaps.add(line + ", selection " + String.join(", ", rules)));
        return new Completeness(outcomes.size(), filled, gaps);
    }

    private static String lost(Outcome outcome) {
        List<String> parts = new ArrayList<>();
        if (outcome.failed() > 0) {
            parts.add(outcome.failed() + " failed");
        }
        if (outcome.refused() > 0) {
            parts.add(outcome.refused() + " refused");
        }
        return parts.isEmpty() ? "" : " (" + String.join(", ", parts) + ")";
    }

    private static String where(Outcome outcome) {
        Place place = Place.of(outcome);
        String shift = place.isEnvironment() ? place.shift() + ", test on " + place.environment() : place.shiftLabel();
        Method method = Method.of(outcome);
        return outcome.dataset() + ", " + shift + ", " + method.algorithm() + " (" + method.form()
                + (method.strict().isEmpty() ? "" : ", strict: " + method.strictText()) + "), seed "
                + outcome.seed();
    }
}
