package org.shiftbed.report.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.BudgetFacts;
import org.shiftbed.audit.result.DataFacts;
import org.shiftbed.audit.result.LossFacts;
import org.shiftbed.audit.result.RadiusResult;
import org.shiftbed.audit.result.VariableFacts;
import org.shiftbed.audit.worst.WorstCase;
import org.shiftbed.report.page.Facts;
import org.shiftbed.report.page.Html;
import org.shiftbed.report.table.Table;

/** Rows, loss, mechanisms, parameters, budget, certificates, notes: all that someone needs who wants to do it again. */
record FactsSection(AuditResult result, Shown shown) {
    private static final int MOST_NAMES = 60;
    private static final int MOST_NOTES = 100;
    private static final int MOST_VARIABLES = 250;
    private static final int MOST_PARAMETERS = 400;

    void write(Html html) {
        html.section("facts", "Data and method");
        if (!result.notes().isEmpty()) {
            html.element("h3", "Notes");
            html.list(Shown.sentences(result.notes(), MOST_NOTES));
        }
        html.element("h3", "Rows and loss");
        html.facts(data());
        html.element("h3", "What may shift");
        if (!result.variables().isEmpty()) {
            html.list(Shown.sentences(
                    result.variables().stream().map(VariableFacts::sentence).toList(), MOST_NAMES));
            html.table(variables(), List.of(1, 2, 3, 4, 5));
        }
        html.raw("<div class=\"tall\">\n").table(parameters(), List.of(1)).raw("</div>\n");
        html.element("h3", "Budget and proof");
        html.facts(budget());
        if (!result.radii().isEmpty()) {
            html.table(certificates(), List.of(1, 2, 3));
        }
    }

    private List<Facts.Entry> data() {
        DataFacts data = result.data();
        LossFacts loss = result.loss();
        List<Facts.Entry> entries = new ArrayList<>();
        entries.add(new Facts.Entry("source", Shown.sentence(data.source())));
        add(entries, "filter", data.where());
        entries.add(new Facts.Entry(
                "rows",
                Figures.count(data.rows()) + " used, in " + Figures.count(data.units())
                        + (data.cells() ? " cells of equal values" : " units")));
        entries.add(new Facts.Entry("columns", names(data.columns())));
        if (!data.missing().isEmpty()) {
            List<String> missing = new ArrayList<>();
            for (Map.Entry<String, Long> entry : new java.util.TreeMap<>(data.missing()).entrySet()) {
                missing.add(Shown.name(entry.getKey()) + " in " + Figures.count(entry.getValue()) + " rows");
            }
            entries.add(new Facts.Entry("without a number", names(missing)));
        }
        add(entries, "row weights", data.weight());
        entries.add(new Facts.Entry(
                "clusters", data.clusters() == 0 ? "none: rows are independent" : Figures.count(data.clusters())));
        entries.add(new Facts.Entry("SHA-256 of the values", data.digest()));
        entries.add(new Facts.Entry(
                "loss",
                Shown.sentence(loss.title()) + ", " + (loss.larger() ? "larger" : "smaller") + " is worse, from "
                        + bound(loss.minimum()) + " to " + bound(loss.maximum())));
        add(entries, "positive class", loss.positive());
        entries.add(new Facts.Entry(
                "without a shift",
                Figures.withError(loss.mean(), loss.standardError()) + ", " + shown.level() + " interval "
                        + shown.interval(loss.mean(), loss.low(), loss.high())));
        entries.add(new Facts.Entry("seed of all draws", Long.toString(result.seed())));
        return entries;
    }

    private static String bound(double value) {
        return Double.isInfinite(value) ? "no limit" : Figures.plain(value);
    }

    private static void add(List<Facts.Entry> entries, String name, String value) {
        if (!value.isEmpty()) {
            entries.add(new Facts.Entry(name, Shown.sentence(value)));
        }
    }

    private static String names(List<String> names) {
        String list = String.join(
                ", ", names.stream().limit(MOST_NAMES).map(Shown::name).toList());
        return names.isEmpty()
                ? "none"
                : names.size() > MOST_NAMES ? list + " and " + (names.size() - MOST_NAMES) + " more" : list;
    }

    private Table variables() {
        List<Table.Row> rows = new ArrayList<>();
        for (VariableFacts one :
                result.variables().stream().limit(MOST_VARIABLES).toList()) {
            rows.add(new Table.Row(
                    Shown.name(one.name()),
                    List.of(
                            Figures.cell(one.family() + (one.inferred() ? " (inferred)" : "")),
                            Figures.cell(one.unit()),
                            Figures.cell(names(one.parents())),
                            Figures.cell(Shown.name(one.form())),
                            Figures.cell(Shown.name(one.nuisance())))));
        }
        return new Table(
                "Mechanisms",
                List.of("variable", "family", "unit", "given", "shift", "conditional means by"),
                rows,
                List.of());
    }

    private Table parameters() {
        List<Table.Row> rows = new ArrayList<>();
        for (AuditResult.Parameter one :
                result.parameters().stream().limit(MOST_PARAMETERS).toList()) {
            rows.add(new Table.Row(
                    Shown.name(one.label()),
                    List.of(
                            Figures.cell(Shown.name(one.variable())),
                            Figures.cell(Figures.change(one.gradient())),
                            Figures.cell(one.standardError()),
                            Figures.cell(Figures.count(one.rows()) + (one.small() ? ", few" : "")),
                            Figures.cell(one.frozen() ? "frozen" : ""))));
        }
        return new Table(
                "Parameters and the slope of the loss along each",
                List.of("parameter", "variable", "slope", "se", "rows", ""),
                rows,
                result.parameters().size() > MOST_PARAMETERS
                        ? List.of("The first " + MOST_PARAMETERS + " of "
                                + result.parameters().size() + "; the others stand in audit.json.")
                        : List.of());
    }

    private List<Facts.Entry> budget() {
        BudgetFacts budget = result.budget();
        List<Facts.Entry> entries = new ArrayList<>();
        entries.add(new Facts.Entry("plausible", Shown.sentence(budget.sentence())));
        List<String> limited = new ArrayList<>();
        for (int k = 0; k < budget.lower().length; k++) {
            if (Double.isFinite(budget.lower()[k]) || Double.isFinite(budget.upper()[k])) {
                limited.add(shown.label(k) + " from " + bound(budget.lower()[k]) + " to " + bound(budget.upper()[k]));
            }
        }
        if (!limited.isEmpty()) {
            entries.add(new Facts.Entry("limits of parameters", names(limited)));
        }
        if (!budget.limits().isEmpty()) {
            entries.add(new Facts.Entry("linear limits", names(budget.limits())));
        }
        return entries;
    }

    private Table certificates() {
        List<Table.Row> rows = new ArrayList<>();
        for (RadiusResult one : shown.radii(Shown.MOST_RADII)) {
            WorstCase worst = one.worst();
            WorstCase.Certificate certificate = worst.certificate();
            rows.add(new Table.Row(
                    Shown.radius(one),
                    List.of(
                            Figures.cell(certificate.label()),
                            Figures.cell(kind(worst.kind())),
                            Figures.cell(proof(certificate.proof())),
                            Figures.cell(worst.gain()),
                            Figures.cell(certificate.gap()),
                            Figures.cell(certificate.stationarity()),
                            Figures.cell(certificate.curvature()),
                            Figures.cell(worst.multiplier()),
                            Figures.cell(one.slope()),
                            Figures.cell(Figures.yes(worst.unique())))));
        }
        return new Table(
                "Proof that no plausible shift is worse in the quadratic model",
                List.of(
                        "radius",
                        "worst shift is",
                        "lies",
                        "proof by",
                        "gain",
                        "could be better by at most",
                        "stationarity",
                        "curvature",
                        "multiplier",
                        "slope of the curve",
                        "unique"),
                rows,
                List.of());
    }

    private static String kind(WorstCase.Kind kind) {
        return switch (kind) {
            case ORIGIN -> "at the only point";
            case INTERIOR -> "inside";
            case INTERIOR_FLAT -> "inside, on a flat top";
            case BOUNDARY -> "on the boundary";
            case HARD -> "on the boundary, with a mirrored twin";
            case BOX -> "within box or limits";
        };
    }

    private static String proof(WorstCase.Proof proof) {
        return switch (proof) {
            case DUALITY -> "optimality conditions";
            case ENUMERATION -> "looking at every candidate";
            case BOUNDS -> "an upper bound";
        };
    }
}
