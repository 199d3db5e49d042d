package org.shiftbed.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.shiftbed.learn.Protocol;
import org.shiftbed.report.aggregate.ExpectedResults;
import org.shiftbed.report.aggregate.Panel;
import org.shiftbed.report.aggregate.Verdict;
import org.shiftbed.report.figure.AgreementFigure;
import org.shiftbed.report.figure.ControlledFigures;
import org.shiftbed.report.figure.Figure;
import org.shiftbed.report.statistics.Results;
import org.shiftbed.report.style.ControlledTables;
import org.shiftbed.report.table.Table;
import org.shiftbed.study.Outcome;
import org.shiftbed.study.StudyResults;

/** Figures and tables of the controlled study ({@code controlled-shifts.md} 5), for every kind of shift that a study of that protocol has. */
final class ControlledReport {
    private static final String ID = "id";
    private static final String OOD = "ood";
    private static final String COLOUR = "color";

    private final StudyResults study;
    private final String oracle;
    private final List<Panel> panels = new ArrayList<>();
    private final List<Panel> others = new ArrayList<>();

    /**
     * @param results its first rule is the one that figures show
     */
    ControlledReport(StudyResults study, List<Outcome> outcomes, Results results) {
        this.study = study;
        oracle = results.selections().isEmpty()
                ? ""
                : results.oracleNote(results.selections().get(0));
        if (study.plan().protocol() != Protocol.CONTROLLED
                || results.selections().isEmpty()) {
            return;
        }
        String headline = results.selections().get(0);
        panels.addAll(Panel.of(study, outcomes, headline));
        String other = headline.equals(ID) ? OOD : ID;
        boolean both =
                List.of(ID, OOD).contains(headline) && results.selections().contains(other);
        if (both) {
            others.addAll(Panel.of(study, outcomes, other));
        }
    }

    /** What must stand beside all of it where the first rule reads labels of the test domain; empty otherwise. */
    String oracle() {
        return oracle;
    }

    /** Panels of the first rule, one a kind of shift. */
    List<Panel> panels() {
        return List.copyOf(panels);
    }

    /** Every figure by the name of its file, without ending. */
    Map<String, Figure> figures() {
        Map<String, Figure> all = new LinkedHashMap<>();
        panels.forEach(panel -> all.putAll(new ControlledFigures(panel).figures()));
        others.forEach(panel -> new ControlledFigures(panel)
                .figures()
                .forEach((name, figure) -> all.put(name + "-" + panel.rule(), figure)));
        for (Panel panel : panels) {
            for (Panel other : others) {
                Figure agreement = other.shift().equals(panel.shift()) ? AgreementFigure.of(panel, other) : null;
                if (agreement != null) {
                    all.put(
                            ControlledFigures.plain(panel.shift()) + "-" + panel.rule() + "-against-" + other.rule(),
                            agreement);
                }
            }
        }
        return all;
    }

    /** The numbers of the figures, and how far validation inside and outside of the training distribution agree. */
    List<Table> tables() {
        List<Table> tables = new ArrayList<>();
        for (Panel panel : panels) {
            tables.addAll(ControlledTables.of(panel));
            for (Panel other : others) {
                if (other.shift().equals(panel.shift())) {
                    Table agreement = ControlledTables.agreement(panel, other);
                    if (!agreement.rows().isEmpty()) {
                        tables.add(agreement);
                    }
                }
            }
        }
        List<Verdict> verdicts = verdicts();
        if (!verdicts.isEmpty()) {
            tables.add(ControlledTables.expected(verdicts, ExpectedResults.silent(verdicts)));
        }
        return tables.stream().map(table -> table.noted(oracle)).toList();
    }

    /** What the study says to the findings of the paper that it speaks of. */
    private List<Verdict> verdicts() {
        List<Verdict> verdicts = new ArrayList<>();
        List<Panel> plain = new ArrayList<>();
        for (Panel panel : panels) {
            boolean swapped = swapped(panel.shift());
            List<Verdict> own = ExpectedResults.of(panel, swapped);
            verdicts.addAll(
                    panels.size() == 1
                            ? own
                            : own.stream()
                                    .map(verdict -> verdict.under(panel.shift()))
                                    .toList());
            if (!swapped && !panel.ablation()) {
                plain.add(panel);
            }
        }
        verdicts.addAll(ExpectedResults.across(plain, others));
        verdicts.sort(Comparator.comparingInt(Verdict::number));
        return verdicts;
    }

    /** Whether the colour is what is predicted: the study of the paper whose label and attribute change places. */
    private boolean swapped(String shift) {
        return study.runs().stream()
                .map(StudyResults.Run::trial)
                .filter(trial -> trial.shift().equals(shift))
                .allMatch(trial ->
                        trial.trial() != null && COLOUR.equals(trial.trial().get("label")));
    }
}
