package org.shiftbed.audit.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.AtomicFiles;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.base.UserError;

/**
 * {@code audit.json}: all of a result, with sorted keys, so that equal results give equal bytes. {@code docs/audit-json.md} says what each
 * field is.
 */
public final class AuditJson {
    private AuditJson() {}

    /** Writes the file in one step; an older one is replaced. */
    public static void write(AuditResult result, Path file) throws IOException {
        AtomicFiles.write(file, write(result));
    }

    /**
     * Reads a file.
     *
     * @throws UserError where it is not one that {@link #write(AuditResult, Path)} made; one line that names the field
     */
    public static AuditResult read(Path file) throws IOException {
        return parse(String.valueOf(file.getFileName()), Files.readString(file));
    }

    /** The text of the file, with a line feed at its end. */
    public static String write(AuditResult result) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("schema", AuditResult.SCHEMA);
        json.put("data", FactsJson.data(result.data()));
        json.put("loss", FactsJson.loss(result.loss()));
        json.put(
                "variables",
                result.variables().stream().map(FactsJson::variable).toList());
        json.put(
                "parameters",
                result.parameters().stream().map(FactsJson::parameter).toList());
        json.put("hessian", JsonFields.flat(result.hessian()));
        json.put("information", JsonFields.flat(result.information()));
        json.put("budget", FactsJson.budget(result.budget()));
        json.put("radii", result.radii().stream().map(RadiusJson::write).toList());
        json.put("targets", result.targets().stream().map(AuditJson::target).toList());
        json.put("passing", result.passing().stream().map(AuditJson::passing).toList());
        put(json, "history", result.history() == null ? null : FactsJson.history(result.history()));
        put(json, "against", result.against() == null ? null : FactsJson.against(result.against()));
        json.put(
                "baselines",
                result.baselines().stream().map(AuditJson::baseline).toList());
        json.put(
                "diagnostics",
                Map.of(
                        "factorisation",
                        FactsJson.factorisation(result.factorisation()),
                        "stability",
                        result.stability()));
        json.put("verdict", EstimateJson.verdict(result.verdict()));
        json.put("headline", result.headline());
        json.put("notes", result.notes());
        json.put("seeds", Map.of("all", result.seed()));
        put(json, "condition", result.condition() == null ? null : condition(result.condition()));
        return CanonicalJson.pretty(json);
    }

    /**
     * Reads the text of a file.
     *
     * @param name of the file, for errors
     * @throws UserError where it is not one that {@link #write(AuditResult)} made
     */
    public static AuditResult parse(String name, String text) {
        Map<String, Object> json;
        try {
            json = CanonicalJson.parseObject(text);
        } catch (IllegalArgumentException e) {
            throw new UserError(name + ": " + e.getMessage() + "; take the file as shiftbed audit wrote it", e);
        }
        return JsonFields.read(name + ":", json, fields -> result(name, fields));
    }

    private static AuditResult result(String name, JsonFields fields) {
        long schema = fields.whole("schema");
        if (schema != AuditResult.SCHEMA) {
            throw new UserError(name + ": schema: this version reads schema " + AuditResult.SCHEMA + ", found " + schema
                    + "; audit again, or use the version that wrote it");
        }
        List<AuditResult.Parameter> parameters = fields.objects("parameters", FactsJson::parameter);
        int p = parameters.size();
        List<Object> diagnostics = fields.object(
                "diagnostics",
                part -> List.of(part.object("factorisation", FactsJson::factorisation), part.numbers("stability")));
        return new AuditResult(
                fields.object("data", FactsJson::data),
                fields.object("loss", FactsJson::loss),
                fields.objects("variables", FactsJson::variable),
                parameters,
                fields.matrix("hessian", p),
                fields.matrix("information", p),
                fields.object("budget", part -> FactsJson.budget(part, p)),
                fields.objects("radii", part -> RadiusJson.read(part, p)),
                fields.objects("targets", part -> target(part, p)),
                fields.objects("passing", AuditJson::passing),
                fields.has("history") ? fields.object("history", part -> FactsJson.history(part, p)) : null,
                fields.has("against") ? fields.object("against", part -> FactsJson.against(part, p)) : null,
                fields.objects("baselines", AuditJson::baseline),
                (AuditResult.FactorisationFacts) diagnostics.get(0),
                (double[]) diagnostics.get(1),
                fields.object("verdict", EstimateJson::verdict),
                fields.text("headline"),
                fields.texts("notes"),
                fields.object("seeds", part -> part.whole("all")),
                fields.has("condition") ? fields.object("condition", AuditJson::condition) : null);
    }

    private static void put(Map<String, Object> json, String name, @Nullable Object value) {
        if (value != null) {
            json.put(name, value);
        }
    }

    private static Map<String, Object> target(TargetResult one) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("description", one.description());
        json.put("size", one.size());
        EstimateJson.write(one.estimate(), json);
        json.put("effects", EstimateJson.effects(one.effects()));
        json.put("breaks", one.breaks());
        return json;
    }

    private static TargetResult target(JsonFields fields, int p) {
        return new TargetResult(
                fields.text("description"),
                fields.number("size"),
                EstimateJson.read(fields, p),
                fields.objects("effects", EstimateJson::effect),
                fields.has("breaks") ? fields.texts("breaks") : List.of());
    }

    private static Map<String, Object> passing(AuditResult.Passing one) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("threshold", one.threshold());
        json.put("radius", one.radius());
        json.put("interval", List.of(one.low(), one.high()));
        put(json, "verdict", one.verdict() == null ? null : EstimateJson.verdict(one.verdict()));
        AuditResult.Passing.Weighted weighted = one.weighted();
        if (weighted != null) {
            json.put(
                    "weighted",
                    Map.of(
                            "loss",
                            weighted.loss(),
                            "difference-se",
                            weighted.differenceError(),
                            "ess-share",
                            weighted.share(),
                            "denies",
                            weighted.denies(),
                            "radius",
                            weighted.radius()));
        }
        return json;
    }

    private static AuditResult.Passing passing(JsonFields fields) {
        double[] interval = fields.numbers("interval", 2);
        return new AuditResult.Passing(
                fields.number("threshold"),
                fields.number("radius"),
                interval[0],
                interval[1],
                fields.has("verdict") ? fields.object("verdict", EstimateJson::verdict) : null,
                fields.has("weighted") ? fields.object("weighted", AuditJson::weighted) : null);
    }

    private static AuditResult.Passing.Weighted weighted(JsonFields fields) {
        return new AuditResult.Passing.Weighted(
                fields.number("loss"),
                fields.number("difference-se"),
                fields.number("ess-share"),
                fields.flag("denies"),
                fields.number("radius"));
    }

    private static Map<String, Object> condition(ConditionResult one) {
        return Map.of(
                "text",
                one.text(),
                "outcome",
                words(one.outcome()),
                "radius",
                one.radius(),
                "interval",
                List.of(one.low(), one.high()),
                "reason",
                one.reason());
    }

    private static ConditionResult condition(JsonFields fields) {
        double[] interval = fields.numbers("interval", 2);
        return new ConditionResult(
                fields.text("text"),
                fields.choice("outcome", ConditionResult.Outcome.values(), AuditJson::words),
                fields.number("radius"),
                interval[0],
                interval[1],
                fields.text("reason"));
    }

    private static String words(ConditionResult.Outcome outcome) {
        return switch (outcome) {
            case HOLDS -> "holds";
            case DOES_NOT -> "does not hold";
            case OPEN -> "open";
        };
    }

    private static Map<String, Object> baseline(AuditResult.Baseline one) {
        return Map.of(
                "name",
                one.name(),
                "setting",
                one.setting(),
                "loss",
                one.loss(),
                "se",
                one.standardError(),
                "remark",
                one.remark());
    }

    private static AuditResult.Baseline baseline(JsonFields fields) {
        return new AuditResult.Baseline(
                fields.text("name"),
                fields.text("setting"),
                fields.number("loss"),
                fields.number("se"),
                fields.text("remark"));
    }
}
