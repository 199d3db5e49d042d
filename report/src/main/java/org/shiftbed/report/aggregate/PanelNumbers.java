package org.shiftbed.report.aggregate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What findings ask of a panel. A number that does not exist is NaN, which is never above, below or equal to another. */
record PanelNumbers(Panel panel) {
    /** With fewer seeds than this no finding is decided. */
    static final int SEEDS = 3;

    List<String> settings() {
        return panel.scores().settings();
    }

    /** Mean change of a method at a setting in per cent. */
    double change(String method, String setting) {
        return orNaN(Change.of(panel.scores(), panel.baseline(), method, setting, Change.Order.MEAN_OF_RATIOS)
                .value());
    }

    /** The same over one data set. */
    double change(String method, String setting, String dataset) {
        Scores scores = panel.scores();
        Scores one = new Scores(scores.methods(), List.of(dataset), scores.settings(), scores.planned(), of(dataset));
        return orNaN(Change.of(one, panel.baseline(), method, setting, Change.Order.MEAN_OF_RATIOS)
                .value());
    }

    private List<Scores.Score> of(String dataset) {
        List<Scores.Score> all = new ArrayList<>();
        Scores scores = panel.scores();
        for (String method : scores.methods()) {
            for (String setting : scores.settings()) {
                scores.of(method, dataset, setting)
                        .forEach((seed, accuracy) ->
                                all.add(new Scores.Score(method, dataset, setting, seed, accuracy)));
            }
        }
        return all;
    }

    /** Mean of the changes over all settings. */
    double change(String method) {
        return Scores.mean(
                settings().stream().map(setting -> change(method, setting)).toList());
    }

    boolean positive(String method) {
        return settings().stream().allMatch(setting -> change(method, setting) > 0);
    }

    /** At how many settings a method is among the first places by its change. */
    long first(String method, int places) {
        return settings().stream()
                .filter(setting -> best(setting).stream().limit(places).anyMatch(method::equals))
                .count();
    }

    /** Methods by their change at a setting, the best first; those without one are left out. */
    List<String> best(String setting) {
        return panel.scores().methods().stream()
                .filter(method -> !Double.isNaN(change(method, setting)))
                .sorted(Comparator.comparingDouble(method -> -change(method, setting)))
                .toList();
    }

    /** Mean accuracy over seeds and then over data sets. */
    double accuracy(String method, String setting) {
        List<Double> means = new ArrayList<>();
        for (String dataset : panel.scores().datasets()) {
            var all = panel.scores().of(method, dataset, setting);
            if (!all.isEmpty()) {
                means.add(Scores.mean(all.values()));
            }
        }
        return Scores.mean(means);
    }

    /** Mean accuracy over the seeds of one data set. */
    double accuracy(String method, String setting, String dataset) {
        return Scores.mean(panel.scores().of(method, dataset, setting).values());
    }

    /**
     * The methods of the largest accuracy on a data set; several where they tie.
     *
     * @param setting null: the mean over all settings, of the methods that have a number at each
     */
    List<String> top(@Nullable String setting, String dataset) {
        Map<String, Double> means = new LinkedHashMap<>();
        for (String method : panel.scores().methods()) {
            double mean = setting != null
                    ? accuracy(method, setting, dataset)
                    : Scores.mean(settings().stream()
                            .map(each -> accuracy(method, each, dataset))
                            .toList());
            if (!Double.isNaN(mean)) {
                means.put(method, mean);
            }
        }
        double most = means.values().stream().max(Double::compare).orElse(Double.NaN);
        return means.keySet().stream()
                .filter(method -> means.getOrDefault(method, Double.NaN) >= most)
                .toList();
    }

    /** What is missing for a finding about these methods, or without any about all that have numbers. */
    List<String> missing(String... methods) {
        List<String> missing = new ArrayList<>();
        if (panel.scores().planned() < SEEDS) {
            missing.add("fewer than " + SEEDS + " seeds");
        } else {
            List<String> few = few(methods);
            if (!few.isEmpty()) {
                boolean every = methods.length == 0
                        && few.size() == panel.scores().methods().size();
                missing.add("fewer than " + SEEDS + " seeds of " + (every ? "every method" : String.join(", ", few)));
            }
        }
        for (String method : methods) {
            if (settings().stream().anyMatch(setting -> Double.isNaN(accuracy(method, setting)))) {
                missing.add("no numbers of " + method);
            }
        }
        return missing;
    }

    /** Those of these methods, or of all, and of the baselines, that have fewer seeds somewhere than a finding needs, and some. */
    private List<String> few(String... methods) {
        Scores scores = panel.scores();
        Set<String> asked = new LinkedHashSet<>(methods.length == 0 ? scores.methods() : List.of(methods));
        asked.addAll(panel.baseline().values());
        return asked.stream()
                .filter(method -> scores.datasets().stream()
                        .anyMatch(dataset -> settings().stream().anyMatch(setting -> {
                            int seeds = scores.of(method, dataset, setting).size();
                            return seeds > 0 && seeds < SEEDS;
                        })))
                .toList();
    }

    /** The same, and the baseline is needed. */
    List<String> missingChange(String... methods) {
        List<String> missing = missing(methods);
        if (missing.isEmpty()) {
            for (String method : methods) {
                if (settings().stream().anyMatch(setting -> Double.isNaN(change(method, setting)))) {
                    missing.add("no baseline for " + method);
                }
            }
        }
        return missing;
    }

    /** {@code +1.2, -0.3}: the changes at every setting. */
    String changes(String method) {
        return method + " "
                + String.join(
                        ", ",
                        settings().stream()
                                .map(setting -> signed(change(method, setting)))
                                .toList());
    }

    static String signed(double value) {
        return String.format(Locale.ROOT, "%+.1f", value);
    }

    private static double orNaN(@Nullable Double value) {
        return value == null ? Double.NaN : value;
    }
}
