package org.shiftbed.report.evidence;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shiftbed.report.statistics.Comparison;
import org.shiftbed.report.statistics.Method;
import org.shiftbed.report.statistics.Place;
import org.shiftbed.report.statistics.Results;

/**
 * All that the runs of some places say of the methods, under one rule.
 *
 * @param scope which places, in words
 * @param shift kind of shift; null where the scope has several
 * @param pairings every method against its baseline
 * @param methods those that have a run in the scope
 * @param ranked of them, those that lack at most half of the blocks: one method of few runs must not leave the others without ranks
 * @param friedman of the ranked ones, over the blocks that all of them have; null below two blocks or two methods
 * @param blocks how many blocks any method has
 * @param means interquartile means, in the order of {@code methods}
 * @param tasks accuracies in the order of {@code methods}: one array a place
 * @param planned runs that were planned, in the order of {@code methods}
 */
public record ScopeEvidence(
        String scope,
        @Nullable String shift,
        List<Pairing> pairings,
        List<Method> methods,
        List<Method> ranked,
        @Nullable Friedman friedman,
        int blocks,
        List<InterquartileMean> means,
        List<List<double[]>> tasks,
        List<Integer> planned) {
    private static final int STEPS = 100;

    public ScopeEvidence {
        pairings = List.copyOf(pairings);
        methods = List.copyOf(methods);
        ranked = List.copyOf(ranked);
        means = List.copyOf(means);
        tasks = List.copyOf(tasks);
        planned = List.copyOf(planned);
    }

    /** Mean rank of a method; null where there are no ranks or it has none. */
    public @Nullable Double rank(Method method) {
        int i = ranked.indexOf(method);
        return friedman == null || i < 0 ? null : friedman.ranks().get(i);
    }

    /** Runs of the i-th method that have a number. */
    public int runs(int i) {
        return tasks.get(i).stream().mapToInt(runs -> runs.length).sum();
    }

    /** Performance profiles at every per cent, in the order of {@code methods}; worked out anew at each call. */
    public List<PerformanceProfile> profiles() {
        List<Double> thresholds = new ArrayList<>();
        for (int i = 0; i <= STEPS; i++) {
            thresholds.add((double) i / STEPS);
        }
        return tasks.stream().map(own -> PerformanceProfile.of(own, thresholds)).toList();
    }

    /**
     * Evidence of a study: one scope for each data set and kind of shift, then, where there are several of them, one over all.
     * The reference without a shift is a scope only where it is the only one.
     *
     * @param selection rule
     */
    public static List<ScopeEvidence> of(Results results, String selection) {
        Map<String, List<Place>> scopes = new LinkedHashMap<>();
        Map<String, String> shifts = new LinkedHashMap<>();
        Set<String> kinds = new LinkedHashSet<>();
        boolean only = results.places().stream().allMatch(place -> place.shift().equals(Place.REFERENCE));
        boolean several = results.datasets().size() > 1;
        for (Place place : results.places()) {
            if (only || !place.shift().equals(Place.REFERENCE)) {
                String scope = (several ? place.dataset() + ", " : "") + place.shift();
                scopes.computeIfAbsent(scope, unused -> new ArrayList<>()).add(place);
                shifts.put(scope, place.shift());
                kinds.add(place.shift());
            }
        }
        List<ScopeEvidence> all = new ArrayList<>();
        scopes.forEach((scope, places) -> all.add(of(results, selection, scope, shifts.get(scope), places)));
        if (several && scopes.size() > 1) {
            for (String kind : kinds) {
                List<Place> places = scopes.entrySet().stream()
                        .filter(entry -> kind.equals(shifts.get(entry.getKey())))
                        .flatMap(entry -> entry.getValue().stream())
                        .toList();
                if (places.stream().map(Place::dataset).distinct().count() > 1) {
                    all.add(of(results, selection, kind + ", all data sets", kind, places));
                }
            }
        }
        if (kinds.size() > 1) {
            List<Place> places = scopes.values().stream().flatMap(List::stream).toList();
            all.add(of(results, selection, "all shifts" + (several ? " and data sets" : ""), null, places));
        }
        return all;
    }

    private static ScopeEvidence of(
            Results results, String selection, String scope, @Nullable String shift, List<Place> places) {
        Blocks blocks = Blocks.of(results, selection, places);
        List<Pairing> pairings = pairings(results, scope, blocks);
        List<Method> ran = blocks.methods().stream()
                .filter(method -> !blocks.of(method).isEmpty())
                .toList();
        int all = blocks.keys().size();
        List<Method> ranked = ran.stream()
                .filter(method -> 2 * blocks.of(method).size() >= all)
                .toList();
        List<double[]> complete = blocks.complete(ranked);
        Friedman friedman = ranked.size() > 1 && complete.size() > 1 ? Friedman.of(complete) : null;
        List<List<double[]>> tasks = ran.stream().map(blocks::tasks).toList();
        return new ScopeEvidence(
                scope,
                shift,
                pairings,
                ran,
                ranked,
                friedman,
                all,
                tasks.stream().map(InterquartileMean::of).toList(),
                tasks,
                ran.stream().map(blocks::runs).toList());
    }

    private static List<Pairing> pairings(Results results, String scope, Blocks blocks) {
        List<Method> methods = blocks.methods();
        Comparison comparison = new Comparison(results);
        List<Pairing> pairings = new ArrayList<>();
        for (Method method : methods) {
            Method baseline = comparison.baseline(methods, method);
            if (baseline != null && !baseline.equals(method)) {
                pairings.add(Pairing.of(
                        scope, method, baseline, blocks.differences(method, baseline), blocks.pairs(method, baseline)));
            }
        }
        List<Double> adjusted =
                Holm.adjusted(pairings.stream().map(Pairing::permutation).toList());
        List<Pairing> corrected = new ArrayList<>();
        for (int i = 0; i < pairings.size(); i++) {
            corrected.add(pairings.get(i).withHolm(adjusted.get(i)));
        }
        return corrected;
    }

    /** One method against any other over the places of this kind in a study; the summary is null where no pair is whole. */
    static Pairing pairing(Results results, String selection, String scope, List<Place> places, Method a, Method b) {
        Blocks blocks = Blocks.of(results, selection, places);
        return Pairing.of(scope, a, b, blocks.differences(a, b), blocks.pairs(a, b));
    }
}
