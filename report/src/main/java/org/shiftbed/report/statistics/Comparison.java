package org.shiftbed.report.statistics;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Every paired difference of a study to its baseline: at each place, and over the places that belong together. */
public final class Comparison {
    /** The baseline wherever it was run. */
    public static final String BASELINE = "ERM";

    private final Results results;

    public Comparison(Results results) {
        this.results = results;
    }

    /** ERM of the same form and strict layers, else of the same layers, else any ERM, else the first method; null where there is no method. */
    public @Nullable Method baseline(List<Method> methods, Method method) {
        List<Method> erm = methods.stream()
                .filter(other -> other.algorithm().equals(BASELINE))
                .toList();
        List<Method> alike = erm.stream()
                .filter(other -> other.strict().equals(method.strict()))
                .toList();
        return alike.stream()
                .filter(other -> other.form().equals(method.form()))
                .findFirst()
                .or(() -> alike.stream().findFirst())
                .orElseGet(() -> erm.isEmpty() ? (methods.isEmpty() ? null : methods.get(0)) : erm.get(0));
    }

    /**
     * Differences under one rule: of every data set and place, then, for groups of at least two places that differ only in setting or test
     * environment, of the averages over the group (seeds complete in all of it only).
     */
    public List<PairedDifference> under(String selection) {
        List<PairedDifference> all = new ArrayList<>();
        for (String dataset : results.datasets()) {
            List<Method> methods = results.methods(dataset);
            List<Place> places = results.places(dataset);
            for (Place place : places) {
                add(all, selection, methods, scope(place), place, List.of(place));
            }
            Map<String, List<Place>> groups = new LinkedHashMap<>();
            for (Place place : places) {
                groups.computeIfAbsent(place.shift(), unused -> new ArrayList<>())
                        .add(place);
            }
            groups.forEach((shift, group) -> {
                if (group.size() > 1) {
                    String members = group.get(0).isEnvironment() ? "test environments" : "settings";
                    String scope = prefix(dataset) + shift + ", average of " + group.size() + " " + members;
                    add(all, selection, methods, scope, null, group);
                }
            });
        }
        return all;
    }

    private void add(
            List<PairedDifference> all,
            String selection,
            List<Method> methods,
            String scope,
            @Nullable Place place,
            List<Place> places) {
        for (Method method : methods) {
            Method baseline = baseline(methods, method);
            if (baseline == null || baseline.equals(method)) {
                continue;
            }
            Average mine = average(selection, places, method);
            Average its = average(selection, places, baseline);
            if (mine.planned() == 0 || its.planned() == 0) {
                continue;
            }
            Summary summary = PairedDifference.differences(mine.values(), its.values());
            all.add(new PairedDifference(scope, place, method, baseline, selection, summary));
        }
    }

    private Average average(String selection, List<Place> places, Method method) {
        List<@Nullable Cell> cells = new ArrayList<>();
        for (Place place : places) {
            cells.add(results.cell(selection, place, method));
        }
        return Average.over(cells);
    }

    private String scope(Place place) {
        if (place.shift().equals(Place.REFERENCE) && place.setting().isEmpty()) {
            return prefix(place.dataset()) + "no shift";
        }
        return prefix(place.dataset())
                + (place.isEnvironment() ? place.shiftLabel() + ", test on " + place.environment() : place.label());
    }

    private String prefix(String dataset) {
        return results.datasets().size() > 1 ? dataset + ", " : "";
    }
}
