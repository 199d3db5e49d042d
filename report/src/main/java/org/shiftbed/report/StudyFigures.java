package org.shiftbed.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.shiftbed.report.evidence.ScopeEvidence;
import org.shiftbed.report.figure.AccuracyFigure;
import org.shiftbed.report.figure.ControlledFigures;
import org.shiftbed.report.figure.EvidenceFigures;
import org.shiftbed.report.figure.Figure;
import org.shiftbed.report.statistics.Method;
import org.shiftbed.report.statistics.Results;
import org.shiftbed.study.Outcome;
import org.shiftbed.study.StudyResults;

/** Every figure of a study under its headline rule, by the name of its files. */
final class StudyFigures {
    private final Map<String, Figure> accuracy = new LinkedHashMap<>();
    private final Map<String, Figure> others = new LinkedHashMap<>();

    /** Pictures are too large for a page of many figures; they lie beside it. */
    private final Map<String, Figure> samples = new LinkedHashMap<>();

    private final List<String> notes = new ArrayList<>();
    private final ControlledReport controlled;

    /** Figures of these stand in the page as charts of its own. */
    private final Map<String, Figure> training = new LinkedHashMap<>();

    StudyFigures(Path folder, StudyResults study, List<Outcome> outcomes, Results results, List<ScopeEvidence> evidence)
            throws IOException {
        controlled = new ControlledReport(study, outcomes, results);
        List<String> used = new ArrayList<>();
        // All but joints and samples are of the headline rule or, of controlled studies, of an honest one beside it.
        String oracle = results.selections().isEmpty()
                ? ""
                : results.oracleNote(results.selections().get(0));
        if (!results.selections().isEmpty()) {
            String rule = results.selections().get(0);
            for (String dataset : results.datasets()) {
                Figure figure = new AccuracyFigure(results, rule, dataset).figure();
                if (figure != null) {
                    accuracy.put(unused("accuracy-" + ControlledFigures.plain(dataset), used), figure.noted(oracle));
                }
            }
        }
        controlled.figures().forEach((name, figure) -> others.put(unused(name, used), figure.noted(oracle)));
        if (!results.selections().isEmpty()) {
            String rule = results.selections().get(0);
            List<Method> methods = results.methods();
            EvidenceFigures.of(evidence, methods, rule)
                    .forEach((name, figure) -> others.put(unused(name, used), figure.noted(oracle)));
            new SearchFigures(study, rule)
                    .figures()
                    .forEach((name, figure) -> others.put(unused(name, used), figure.noted(oracle)));
            List<Outcome> headline = outcomes.stream()
                    .filter(outcome -> outcome.selection().equals(rule))
                    .toList();
            int seeds = (int) headline.stream().map(Outcome::seed).distinct().count();
            TrainingFigures.of(new ChosenCourses(rule, study).of(headline), methods, seeds)
                    .forEach((name, figure) -> training.put(unused(name, used), figure.noted(oracle)));
        }
        JointFigures.of(folder, study).forEach((name, figure) -> others.put(unused(name, used), figure));
        SampleGrids.of(folder, study, notes).forEach((name, figure) -> samples.put(unused(name, used), figure));
    }

    /** Two data sets whose names a file system takes for one have two names. */
    private static String unused(String plain, List<String> used) {
        String name = plain;
        for (int i = 2; used.contains(name); i++) {
            name = plain + "-" + i;
        }
        used.add(name);
        return name;
    }

    /** What they were made from. */
    ControlledReport controlled() {
        return controlled;
    }

    /** Why there are figures missing, one line each. */
    List<String> notes() {
        return List.copyOf(notes);
    }

    /** All of them. */
    Map<String, Figure> all() {
        Map<String, Figure> all = new LinkedHashMap<>(accuracy);
        all.putAll(others);
        all.putAll(training);
        all.putAll(samples);
        return all;
    }

    /** Those that the page draws: it has accuracies and courses of training in charts of its own. */
    Map<String, Figure> ofPage() {
        return others;
    }
}
