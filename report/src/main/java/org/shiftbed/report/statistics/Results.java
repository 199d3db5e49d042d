package org.shiftbed.report.statistics;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.study.Outcome;

/** Every cell of a study, by rule, place and method; orders are those in which the outcomes came, which the study file decides. */
public final class Results {
    private record Key(String selection, Place place, Method method) {}

    private final Map<Key, Cell> cells = new LinkedHashMap<>();
    private final LinkedHashSet<String> selections = new LinkedHashSet<>();
    private final LinkedHashSet<Place> places = new LinkedHashSet<>();
    private final LinkedHashSet<Method> methods = new LinkedHashSet<>();

    /**
     * @param outcomes one a rule, place, method and seed
     * @param headline rule that comes first
     */
    public Results(List<Outcome> outcomes, String headline) {
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

    /** Does a rule look at test labels to choose, so that its numbers are not a valid benchmark? */
    public boolean readsTestLabels(String selection) {
        return testQueries(selection) > 0 || selection.startsWith("oracle");
    }

    /** Looks at test labels that a rule took, over all its runs. */
    public int testQueries(String selection) {
        return cells.values().stream()
                .filter(cell -> cell.selection().equals(selection))
                .mapToInt(Cell::testQueries)
                .sum();
    }
}
