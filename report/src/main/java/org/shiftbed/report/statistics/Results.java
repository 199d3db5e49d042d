package org.shiftbed.report.statistics;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.study.Outcome;
import org.shiftbed.study.selection.OracleLimit;

/** Every cell of a study, by rule, place and method; orders are those in which the outcomes came, which the study file decides. */
public final class Results {
    private record Key(String selection, Place place, Method method) {}

    private final Map<Key, Cell> cells = new LinkedHashMap<>();
    private final LinkedHashSet<String> selections = new LinkedHashSet<>();
    private final LinkedHashSet<Place> places = new LinkedHashSet<>();
    private final LinkedHashSet<Method> methods = new LinkedHashSet<>();
    private final OracleLimit oracle;

    /**
     * @param outcomes one a rule, place, method and seed
     * @param headline rule that comes first
     */
    public Results(List<Outcome> outcomes, String headline) {
        this(outcomes, headline, OracleLimit.NONE);
    }

    /**
     * The same where oracles were limited.
     *
     * @param oracle how much of the test domain rules that look at it could see
     */
    public Results(List<Outcome> outcomes, String headline, OracleLimit oracle) {
        this.oracle = oracle;
        if (outcomes.stream().anyMatch(outcome -> outcome.selection().equals(headline))) {
            selections.add(headline);
        }
        Map<Key, List<Outcome>> groups = new LinkedHashMap<>();
        for (Outcome outcome : outcomes) {
            Key key = new Key(outcome.selection(), Place.of(outcome), Method.of(outcome));
            groups.computeIfAbsent(key, unused -> new ArrayList<>()).add(outcome);
            selections.add(key.selection);
            places.add(key.place);
            methods.add(key.method);
        }
        groups.forEach((key, group) -> cells.put(key, Cell.of(key.place, key.method, key.selection, group)));
    }

    /** Selection rules, the headline first. */
    public List<String> selections() {
        return List.copyOf(selections);
    }

    /** Every place in order. */
    public List<Place> places() {
        return List.copyOf(places);
    }

    /** Data sets in order. */
    public List<String> datasets() {
        return places.stream().map(Place::dataset).distinct().toList();
    }

    /** Places of one data set, in order. */
    public List<Place> places(String dataset) {
        return places.stream().filter(place -> place.dataset().equals(dataset)).toList();
    }

    /** Every method in order. */
    public List<Method> methods() {
        return List.copyOf(methods);
    }

    /** Methods that have a cell in a data set under some rule, in order. */
    public List<Method> methods(String dataset) {
        return methods.stream()
                .filter(method -> cells.keySet().stream()
                        .anyMatch(key ->
                                key.method.equals(method) && key.place.dataset().equals(dataset)))
                .toList();
    }

    /** The cell of a rule, place and method; null where nothing of the kind was planned. */
    public @Nullable Cell cell(String selection, Place place, Method method) {
        return cells.get(new Key(selection, place, method));
    }

    /** Every cell in order: by rule, then place, then method. */
    public List<Cell> cells() {
        List<Cell> all = new ArrayList<>();
        for (String selection : selections) {
            for (Place place : places) {
                for (Method method : methods) {
                    Cell cell = cell(selection, place, method);
                    if (cell != null) {
                        all.add(cell);
                    }
                }
            }
        }
        return all;
    }

    /** Are the places of a data set test environments of one shift, over which methods are averaged? */
    public boolean averaged(String dataset) {
        List<Place> own = places(dataset);
        return own.size() > 1
                && own.stream().allMatch(Place::isEnvironment)
                && own.stream().map(Place::shiftLabel).distinct().count() == 1;
    }

    /** Average of a method over the test environments of a data set; null where there are none to average over. */
    public @Nullable Average average(String selection, String dataset, Method method) {
        if (!averaged(dataset)) {
            return null;
        }
        List<@Nullable Cell> row = new ArrayList<>();
        places(dataset).forEach(place -> row.add(cell(selection, place, method)));
        return Average.over(row);
    }

    /** Does a rule look at test labels to choose, so that its numbers are not a valid benchmark? */
    public boolean readsTestLabels(String selection) {
        return testQueries(selection) > 0 || selection.startsWith("oracle");
    }

    /** What must stand wherever numbers of a rule do: that they are no valid benchmark, and what the rule saw. Empty for an honest rule. */
    public String oracleNote(String selection) {
        if (!readsTestLabels(selection)) {
            return "";
        }
        int queries = testQueries(selection);
        return "Rule " + selection + " chooses with labels of the test domain (" + queries
                + (queries == 1 ? " look" : " looks") + " at them in this study"
                + (oracle.limits() ? "; " + oracle.words() : "")
                + "): it shows what could be reached, and is not a valid benchmark.";
    }

    /** Looks at test labels that a rule took, over all its runs. */
    public int testQueries(String selection) {
        return cells.values().stream()
                .filter(cell -> cell.selection().equals(selection))
                .mapToInt(Cell::testQueries)
                .sum();
    }
}
