package org.shiftbed.study;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.shiftbed.study.selection.Choice;
import org.shiftbed.study.selection.OracleLimit;
import org.shiftbed.study.selection.Search;
import org.shiftbed.study.selection.Selection;
import org.shiftbed.study.selection.Selections;

/** Applies selection rules to what a folder holds: one {@link Outcome} a search and rule. */
public final class Outcomes {
    private Outcomes() {}

    /** {@link #of(StudyResults, List)} with the rules that the study itself names. */
    public static List<Outcome> of(StudyResults results) {
        return of(results, results.plan().selection());
    }

    /**
     * One outcome a search and rule: searches in the order of the plan, within a search the rules in the order given. Only published trials
     * that did not diverge are chosen from; what is missing, failed or diverged is counted.
     *
     * @param rules names of rules, {@code own} included
     * @throws org.shiftbed.base.UserError where a rule is unknown
     */
    public static List<Outcome> of(StudyResults results, List<String> rules) {
        rules.stream()
                .filter(rule -> !rule.equals(Selections.OWN))
                .forEach(rule -> Selections.require(rule, "selection"));
        Map<Place, List<StudyResults.Run>> searches = new LinkedHashMap<>();
        for (StudyResults.Run run : results.runs()) {
            ExpectedTrial trial = run.trial();
            List<Integer> held = trial.testEnvironments().isEmpty() ? List.of(-1) : trial.testEnvironments();
            for (int environment : held) {
                searches.computeIfAbsent(Place.of(trial, environment), place -> new ArrayList<>())
                        .add(run);
            }
        }
        List<Outcome> outcomes = new ArrayList<>();
        searches.forEach((place, runs) -> rules.forEach(
                rule -> outcomes.add(outcome(place, runs, rule, results.plan().oracle()))));
        return List.copyOf(outcomes);
    }

    /** What tells searches apart. */
    private record Place(
            String dataset,
            String shift,
            String setting,
            String algorithm,
            String form,
            List<String> strict,
            int environment,
            String label,
            int seed) {
        static Place of(ExpectedTrial trial, int environment) {
            return new Place(
                    trial.dataset(),
                    trial.shift(),
                    trial.setting(),
                    trial.method(),
                    trial.form(),
                    trial.strict(),
                    environment,
                    environment < 0 ? "all" : trial.environment(environment),
                    trial.seed());
        }
    }

    private static Outcome outcome(Place place, List<StudyResults.Run> all, String name, OracleLimit oracle) {
        ExpectedTrial first = all.get(0).trial();
        Selection rule = name.equals(Selections.OWN)
                ? Selections.declaredBy(first.algorithm(), place.form(), first.protocol())
                : Selections.require(name, "selection");
        List<StudyResults.Run> read =
                all.stream().filter(run -> rule.reads(run.trial())).toList();
        // How trials ended is told, also where the rule reads none of them.
        List<StudyResults.Run> runs = read.isEmpty() ? all : read;
        Choice choice;
        if (!rule.protocols().contains(first.protocol())) {
            choice = new Choice(
                    null,
                    0,
                    "the rule " + rule.name() + " does not read records of protocol "
                            + first.protocol().name().toLowerCase(java.util.Locale.ROOT));
        } else if (read.isEmpty()) {
            choice = new Choice(
                    null,
                    0,
                    "the rule " + rule.name() + " reads no trial that holds out "
                            + first.testEnvironments().size()
                            + (first.testEnvironments().size() == 1 ? " environment" : " environments")
                            + (rule.readsAutoLr() ? " unless it is of form auto-lr" : "")
                            + ", and this search has no other");
        } else {
            choice = oracle.on(rule)
                    .choose(new Search(
                            place.environment(),
                            runs.stream()
                                    .filter(run -> run.state() == TrialState.DONE)
                                    .map(run -> new Search.Run(run.trial(), run.records()))
                                    .toList()));
        }
        Choice.Picked picked = choice.picked();
        Double test = picked == null ? null : picked.test();
        Outcome.State state = Outcome.State.DONE;
        String reason = "";
        if (picked == null || test == null || !isAccuracy(test)) {
            state = stateWithoutNumber(runs, rule);
            reason = reason(state, runs, choice);
        }
        boolean number = state == Outcome.State.DONE && picked != null;
        return new Outcome(
                place.dataset(),
                place.shift(),
                place.setting(),
                place.algorithm(),
                place.form(),
                place.strict(),
                name,
                place.label(),
                place.environment(),
                place.seed(),
                state,
                number ? test : null,
                number && picked != null ? (Double) picked.validation() : null,
                number && picked != null ? picked.trial() : null,
                number && picked != null ? picked.step() : -1,
                runs.size(),
                count(runs, TrialState.DONE),
                count(runs, TrialState.DIVERGED),
                count(runs, TrialState.FAILED),
                count(runs, TrialState.REFUSED),
                number ? choice.testQueries() : 0,
                reason);
    }

    private static Outcome.State stateWithoutNumber(List<StudyResults.Run> runs, Selection rule) {
        int done = count(runs, TrialState.DONE);
        int diverged = count(runs, TrialState.DIVERGED);
        int failed = count(runs, TrialState.FAILED);
        int refused = count(runs, TrialState.REFUSED);
        if (done + diverged + failed + refused < runs.size()) {
            return Outcome.State.MISSING;
        }
        // Most rules choose among whatever is done; one that reads pairs needs all of them.
        boolean lacking = diverged + failed + refused > 0;
        if (done > 0 && !(rule.readsPairs() && lacking)) {
            return Outcome.State.NOT_EVALUATED;
        }
        if (failed > 0) {
            return Outcome.State.FAILED;
        }
        return diverged > 0 ? Outcome.State.DIVERGED : Outcome.State.REFUSED;
    }

    private static String reason(Outcome.State state, List<StudyResults.Run> runs, Choice choice) {
        Choice.Picked picked = choice.picked();
        return switch (state) {
            case MISSING ->
                (runs.size() - count(runs, TrialState.DONE) - count(runs, TrialState.DIVERGED)) + " of " + runs.size()
                        + " trials have no result yet";
            case DIVERGED, FAILED, REFUSED -> ends(runs);
            case NOT_EVALUATED -> picked == null ? choice.reason() : lacking(picked);
            case DONE -> "";
        };
    }

    private static String lacking(Choice.Picked picked) {
        if (picked.test() != null) {
            return "the test accuracy of trial " + picked.trial() + " at step " + picked.step() + " is recorded as "
                    + picked.test() + ", which is no number in [0, 1]";
        }
        return "trial " + picked.trial() + " was not evaluated on the test part at step " + picked.step()
                + "; evaluate: full records it at every checkpoint";
    }

    /** Imported records may hold anything: NaN where a training broke, percent. */
    private static boolean isAccuracy(double value) {
        return value >= 0 && value <= 1;
    }

    /** {@code 2 of 3 trials diverged, 1 of 3 trials refused (it needs two environments)}. */
    private static String ends(List<StudyResults.Run> runs) {
        List<String> ends = new ArrayList<>();
        for (TrialState state : List.of(TrialState.DIVERGED, TrialState.FAILED, TrialState.REFUSED)) {
            int count = count(runs, state);
            if (count > 0) {
                String of = count < runs.size()
                        ? count + " of " + runs.size() + " trials "
                        : count == 1 ? "the trial " : "all " + count + " trials ";
                String cause = runs.stream()
                        .filter(run -> run.state() == state && !run.cause().isEmpty())
                        .map(run -> " (" + run.cause() + ")")
                        .findFirst()
                        .orElse("");
                ends.add(
                        of + (state == TrialState.REFUSED ? count == 1 ? "was " : "were " : "") + state.text() + cause);
            }
        }
        return String.join(", ", ends);
    }

    private static int count(List<StudyResults.Run> runs, TrialState state) {
        return (int) runs.stream().filter(run -> run.state() == state).count();
    }
}
