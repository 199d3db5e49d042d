package org.shiftbed.audit.result;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Rows, loss, variables, parameters, budget, history and second model as fields of {@code audit.json}. */
final class FactsJson {
    private FactsJson() {}

    static Map<String, Object> data(DataFacts one) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("source", one.source());
        json.put("sha256", one.digest());
        json.put("rows", one.rows());
        json.put("units", one.units());
        json.put("cells", one.cells());
        json.put("columns", one.columns());
        json.put("missing", one.missing());
        json.put("weight", one.weight());
        json.put("clusters", one.clusters());
        json.put("where", one.where());
        return json;
    }

    static DataFacts data(JsonFields fields) {
        return new DataFacts(
                fields.text("source"),
                fields.text("sha256"),
                fields.whole("rows"),
                fields.whole("units"),
                fields.flag("cells"),
                fields.texts("columns"),
                fields.counts("missing"),
                fields.text("weight"),
                fields.whole("clusters"),
                fields.text("where"));
    }

    static Map<String, Object> loss(LossFacts one) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("title", one.title());
        json.put("worse", one.larger() ? "larger" : "smaller");
        json.put("mean", one.mean());
        json.put("se", one.standardError());
        json.put("interval", List.of(one.low(), one.high()));
        json.put("level", one.level());
        json.put("range", List.of(one.minimum(), one.maximum()));
        if (!one.positive().isEmpty()) {
            json.put("positive", one.positive());
        }
        return json;
    }

    /** The direction in which the loss is worse, as files name it. */
    private enum Worse {
        LARGER,
        SMALLER
    }

    static LossFacts loss(JsonFields fields) {
        double[] interval = fields.numbers("interval", 2);
        double[] range = fields.numbers("range", 2);
        Worse worse = fields.choice("worse", Worse.values(), one -> one == Worse.LARGER ? "larger" : "smaller");
        return new LossFacts(
                fields.text("title"),
                worse == Worse.LARGER,
                fields.number("mean"),
                fields.number("se"),
                interval[0],
                interval[1],
                fields.number("level"),
                range[0],
                range[1],
                fields.has("positive") ? fields.text("positive") : "");
    }

    static Map<String, Object> variable(VariableFacts one) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", one.name());
        json.put("family", one.family());
        json.put("unit", one.unit());
        json.put("given", one.parents());
        json.put("form", one.form());
        json.put("sentence", one.sentence());
        json.put("inferred", one.inferred());
        json.put("nuisance", one.nuisance());
        if (!one.one().isEmpty()) {
            json.put("one", one.one());
        }
        RulingRows ruling = one.ruling();
        if (ruling != null) {
            json.put("ruling", ruling(ruling));
        }
        return json;
    }

    static VariableFacts variable(JsonFields fields) {
        return new VariableFacts(
                fields.text("name"),
                fields.text("family"),
                fields.text("unit"),
                fields.texts("given"),
                fields.text("form"),
                fields.text("sentence"),
                fields.flag("inferred"),
                fields.text("nuisance"),
                fields.has("one") ? fields.text("one") : "",
                fields.has("ruling") ? fields.object("ruling", FactsJson::ruling) : null);
    }

    private static Map<String, Object> ruling(RulingRows one) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("variable", one.variable());
        json.put("place", one.place());
        json.put("value", one.value());
        json.put("rows", one.rows());
        json.put("share", one.share());
        json.put("sd", one.spread());
        json.put("sd-without", one.without());
        json.put("unit", one.unit());
        return json;
    }

    private static RulingRows ruling(JsonFields fields) {
        return new RulingRows(
                fields.text("variable"),
                fields.text("place"),
                fields.text("value"),
                fields.whole("rows"),
                fields.number("share"),
                fields.text("sd"),
                fields.text("sd-without"),
                fields.flag("unit"));
    }

    static Map<String, Object> parameter(AuditResult.Parameter one) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("label", one.label());
        json.put("variable", one.variable());
        json.put("g", one.gradient());
        json.put("se", one.standardError());
        json.put("rows", one.rows());
        json.put("small", one.small());
        json.put("frozen", one.frozen());
        return json;
    }

    static AuditResult.Parameter parameter(JsonFields fields) {
        return new AuditResult.Parameter(
                fields.text("label"),
                fields.text("variable"),
                fields.number("g"),
                fields.number("se"),
                fields.whole("rows"),
                fields.flag("small"),
                fields.flag("frozen"));
    }

    static Map<String, Object> budget(BudgetFacts one) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("sentence", one.sentence());
        json.put("metric", JsonFields.flat(one.metric()));
        json.put("vector", one.vector());
        json.put("lower", one.lower());
        json.put("upper", one.upper());
        json.put("limits", one.limits());
        return json;
    }

    static BudgetFacts budget(JsonFields fields, int p) {
        return new BudgetFacts(
                fields.text("sentence"),
                fields.matrix("metric", p),
                fields.numbers("vector", p),
                fields.numbers("lower", p),
                fields.numbers("upper", p),
                fields.texts("limits"));
    }

    static Map<String, Object> factorisation(AuditResult.FactorisationFacts one) {
        return Map.of(
                "holds",
                one.holds(),
                "largest",
                one.largest(),
                "limit",
                one.limit(),
                "pair",
                one.pair(),
                "entries",
                one.entries());
    }

    static AuditResult.FactorisationFacts factorisation(JsonFields fields) {
        return new AuditResult.FactorisationFacts(
                fields.flag("holds"),
                fields.number("largest"),
                fields.number("limit"),
                fields.texts("pair"),
                Math.toIntExact(fields.whole("entries")));
    }

    static Map<String, Object> history(History one) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("before", one.before());
        json.put("after", one.after());
        json.put("rows-before", one.rowsBefore());
        json.put("rows-after", one.rowsAfter());
        json.put("delta", one.delta());
        json.put("se", one.errors());
        json.put("radius", one.radius());
        json.put("interval", List.of(one.low(), one.high()));
        json.put("debiased", one.debiased());
        RadiusResult.ShiftEstimate estimate = one.estimate();
        if (estimate != null) {
            Map<String, Object> under = new LinkedHashMap<>();
            EstimateJson.write(estimate, under);
            json.put("estimate", under);
        }
        return json;
    }

    static History history(JsonFields fields, int p) {
        double[] interval = fields.numbers("interval", 2);
        return new History(
                fields.text("before"),
                fields.text("after"),
                fields.whole("rows-before"),
                fields.whole("rows-after"),
                fields.numbers("delta", p),
                fields.numbers("se", p),
                fields.number("radius"),
                interval[0],
                interval[1],
                fields.number("debiased"),
                fields.has("estimate") ? fields.object("estimate", part -> EstimateJson.read(part, p)) : null);
    }

    static Map<String, Object> against(Against one) {
        return Map.of(
                "source",
                one.source(),
                "mean",
                one.mean(),
                "points",
                one.points().stream().map(FactsJson::point).toList());
    }

    static Against against(JsonFields fields, int p) {
        return new Against(
                fields.text("source"), fields.number("mean"), fields.objects("points", part -> point(part, p)));
    }

    private static Map<String, Object> point(Against.Point one) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("radius", one.radius());
        json.put("loss", one.own());
        json.put("other-loss", one.other());
        json.put("difference", one.differenceAtOwn());
        json.put("difference-interval", List.of(one.low(), one.high()));
        json.put("separating-delta", one.separating());
        json.put("separation", one.separation());
        json.put("separation-interval", List.of(one.separationLow(), one.separationHigh()));
        return json;
    }

    private static Against.Point point(JsonFields fields, int p) {
        double[] difference = fields.numbers("difference-interval", 2);
        double[] separation = fields.numbers("separation-interval", 2);
        return new Against.Point(
                fields.number("radius"),
                fields.number("loss"),
                fields.number("other-loss"),
                fields.number("difference"),
                difference[0],
                difference[1],
                fields.numbers("separating-delta", p),
                fields.number("separation"),
                separation[0],
                separation[1]);
    }
}
