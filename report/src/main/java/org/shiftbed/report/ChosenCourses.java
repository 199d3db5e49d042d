package org.shiftbed.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.shiftbed.report.page.Course;
import org.shiftbed.report.statistics.Method;
import org.shiftbed.report.statistics.Place;
import org.shiftbed.study.Curve;
import org.shiftbed.study.Curves;
import org.shiftbed.study.Outcome;
import org.shiftbed.study.StudyResults;

/** Loss and validation score over the checkpoints of the trials that a rule chose. */
final class ChosenCourses {
    private static final Pattern OUT_SPLIT = Pattern.compile("env(\\d+)_out_acc");

    /** The first that a method reports: of adversarial ones the loss of featurizer and classifier, of SagNet that of the content network. */
    private static final List<String> LOSSES = List.of("loss", "total_loss", "loss_total", "gen_loss", "nll", "loss_c");

    private final String rule;
    private final Map<String, StudyResults.Run> runs = new HashMap<>();

    ChosenCourses(String rule, StudyResults study) {
        this.rule = rule;
        study.runs().forEach(run -> runs.put(run.trial().id(), run));
    }

    /** The loss, that of a second stage, and the validation score of each outcome that has a chosen trial, as far as they are recorded. */
    List<Course> of(List<Outcome> chosen) {
        List<Course> courses = new ArrayList<>();
        for (Outcome outcome : chosen) {
            StudyResults.Run run = outcome.trial() == null ? null : runs.get(outcome.trial());
            List<Curve> all = run == null ? List.of() : Curves.of(run);
            loss(all).ifPresent(curve -> courses.add(course(outcome, "training loss", curve.steps(), curve.values())));
            all.stream()
                    .filter(curve -> curve.quantity().equals("fd_loss"))
                    .forEach(curve ->
                            courses.add(course(outcome, "training loss on all rows", curve.steps(), curve.values())));
            validation(outcome, all, courses);
        }
        return courses;
    }

    /**
     * What the network is trained on, as its method calls it; the sum of its parts where it reports that. Of a method that has none of these names,
     * whatever it calls a loss.
     */
    static Optional<Curve> loss(List<Curve> all) {
        for (String name : LOSSES) {
            for (Curve curve : all) {
                if (curve.quantity().equals(name)) {
                    return Optional.of(curve);
                }
            }
        }
        return all.stream().filter(curve -> curve.quantity().contains("loss")).findFirst();
    }

    private void validation(Outcome outcome, List<Curve> all, List<Course> courses) {
        String score = "val_" + rule.replace('-', '_');
        for (Curve curve : all) {
            // Rules that name no score of their own (own) choose by the distribution of training.
            if (curve.quantity().equals(score)
                    || (rule.equals("own") && curve.quantity().equals("val_id"))) {
                courses.add(course(outcome, "validation accuracy (" + rule + ")", curve.steps(), curve.values()));
                return;
            }
        }
        // DomainBed's protocol: out-splits of the training environments, or of the test environment under its oracle.
        TreeMap<Integer, List<Double>> steps = new TreeMap<>();
        for (Curve curve : all) {
            Matcher matcher = OUT_SPLIT.matcher(curve.quantity());
            if (matcher.matches()) {
                boolean held = Integer.parseInt(matcher.group(1)) == outcome.environmentIndex();
                if (held == rule.equals("oracle")) {
                    for (int i = 0; i < curve.steps().size(); i++) {
                        steps.computeIfAbsent(curve.steps().get(i), unused -> new ArrayList<>())
                                .add(curve.values().get(i));
                    }
                }
            }
        }
        if (!steps.isEmpty()) {
            List<Double> means = steps.values().stream()
                    .map(values -> values.stream()
                            .mapToDouble(Double::doubleValue)
                            .average()
                            .orElse(Double.NaN))
                    .toList();
            String what = rule.equals("oracle")
                    ? "accuracy on the out-split of the test environment"
                    : "accuracy on the out-splits of the training environments";
            courses.add(course(outcome, what, List.copyOf(steps.keySet()), means));
        }
    }

    private static Course course(Outcome outcome, String quantity, List<Integer> steps, List<Double> values) {
        return new Course(Place.of(outcome), Method.of(outcome), outcome.seed(), quantity, steps, values);
    }
}
