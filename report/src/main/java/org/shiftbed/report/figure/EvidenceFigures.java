package org.shiftbed.report.figure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.shiftbed.report.evidence.Friedman;
import org.shiftbed.report.evidence.InterquartileMean;
import org.shiftbed.report.evidence.PerformanceProfile;
import org.shiftbed.report.evidence.ScopeEvidence;
import org.shiftbed.report.statistics.Method;

/** Average ranks, interquartile means and performance profiles of each scope in which methods are compared. */
public final class EvidenceFigures {
    /** Bands of profiles take thousands of draws each: of more scopes only the widest, the last, has one. */
    private static final int FEW = 4;

    private EvidenceFigures() {}

    /**
     * Every figure by the name of its files, without ending.
     *
     * @param methods all of the study, whose order decides looks
     * @param selection rule
     */
    public static Map<String, Figure> of(List<ScopeEvidence> evidence, List<Method> methods, String selection) {
        Map<String, Figure> all = new LinkedHashMap<>();
        for (ScopeEvidence scope : evidence) {
            if (scope.methods().size() < 2) {
                continue;
            }
            String name = ControlledFigures.plain(scope.scope());
            String title = scope.scope() + ", selection " + selection;
            Friedman friedman = scope.friedman();
            if (friedman != null) {
                all.put("rank-differences-" + name, ranks(scope, friedman, methods, title));
            }
            all.put("interquartile-means-" + name, means(scope, methods, title));
            boolean widest = scope == evidence.get(evidence.size() - 1);
            if (widest || evidence.size() <= FEW) {
                all.put("profiles-" + name, profiles(scope, methods, title));
            }
        }
        return all;
    }

    private static Figure ranks(ScopeEvidence scope, Friedman friedman, List<Method> methods, String title) {
        List<Integer> order = IntStream.range(0, scope.ranked().size())
                .boxed()
                .sorted(Comparator.comparing(friedman.ranks()::get))
                .toList();
        List<CriticalDifference.Method> sorted = order.stream()
                .map(i -> new CriticalDifference.Method(
                        scope.ranked().get(i).label(methods), friedman.ranks().get(i)))
                .toList();
        List<CriticalDifference.Group> groups = friedman.groups().stream()
                .map(group -> new CriticalDifference.Group(
                        order.indexOf(group.get(0)), order.indexOf(group.get(group.size() - 1))))
                .toList();
        int left = scope.methods().size() - scope.ranked().size();
        return new CriticalDifference(
                        "Average ranks: " + title,
                        "Over " + friedman.blocks() + " of " + scope.blocks()
                                + " data sets, settings and seeds, those that all of these methods have. Friedman's test: p = "
                                + Numbers.text(friedman.p())
                                + "; upright lines join methods whose ranks lie no further apart than the critical distance"
                                + " (Nemenyi, 95% over all pairs)."
                                + (left > 0
                                        ? " Methods that lack more than half of them are left out: " + left + "."
                                        : ""),
                        sorted,
                        friedman.criticalDistance(),
                        groups)
                .figure();
    }

    private static Figure means(ScopeEvidence scope, List<Method> methods, String title) {
        List<Intervals.Entry> rows = new ArrayList<>();
        for (int i = 0; i < scope.methods().size(); i++) {
            Method method = scope.methods().get(i);
            InterquartileMean mean = scope.means().get(i);
            int runs = scope.runs(i);
            Double low = mean.low();
            Double high = mean.high();
            rows.add(new Intervals.Entry(
                    method.label(methods),
                    methods.indexOf(method),
                    100 * mean.mean(),
                    low == null ? null : (Double) (100 * low),
                    high == null ? null : (Double) (100 * high),
                    runs == scope.planned().get(i),
                    Numbers.one(100 * mean.mean()) + ", " + runs + " of "
                            + scope.planned().get(i) + " runs"));
        }
        return new Intervals(
                        "Interquartile mean of test accuracy: " + title,
                        "Mean of the middle half of the runs, with its 95% interval by a stratified bootstrap; a hollow point lacks"
                                + " runs that were planned.",
                        "accuracy in per cent",
                        List.of(new Intervals.Group("", rows)),
                        false,
                        null,
                        null)
                .figure();
    }

    private static Figure profiles(ScopeEvidence scope, List<Method> methods, String title) {
        List<PerformanceProfile> profiles = scope.profiles();
        List<Profiles.Curve> curves = new ArrayList<>();
        for (int i = 0; i < profiles.size(); i++) {
            PerformanceProfile profile = profiles.get(i);
            List<Profiles.Point> points = new ArrayList<>();
            for (int k = 0; k < profile.thresholds().size(); k++) {
                double share = profile.share().get(k);
                boolean band = !profile.low().isEmpty();
                points.add(new Profiles.Point(
                        100 * profile.thresholds().get(k),
                        share,
                        band ? profile.low().get(k) : share,
                        band ? profile.high().get(k) : share));
            }
            Method method = scope.methods().get(i);
            int runs = scope.runs(i);
            int planned = scope.planned().get(i);
            String missing = runs < planned ? " (" + runs + " of " + planned + ")" : "";
            curves.add(new Profiles.Curve(method.label(methods) + missing, methods.indexOf(method), points));
        }
        return new Profiles(
                        "Share of runs above an accuracy: " + title,
                        "Mean over places of the share of runs; bands are pointwise 95% intervals of a stratified bootstrap. A curve that"
                                + " lies higher everywhere is better at any level.",
                        "accuracy in per cent",
                        "share of runs above it",
                        true,
                        true,
                        curves)
                .figure();
    }
}
