package org.shiftbed.audit.result;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.estimate.ImportanceSampling;
import org.shiftbed.audit.family.Axis;
import org.shiftbed.audit.result.RadiusResult.ShiftEstimate;

/** The loss under one shift, with checks and effects, as fields of {@code audit.json}. */
final class EstimateJson {
    private EstimateJson() {}

    /** Adds the fields of an estimate to the object that holds it. */
    static void write(ShiftEstimate estimate, Map<String, Object> json) {
        json.put("delta", estimate.delta());
        json.put("loss", estimate.value());
        json.put("se", estimate.standardError());
        json.put("interval", List.of(estimate.low(), estimate.high()));
        json.put("change-se", estimate.changeError());
        json.put("one-step", estimate.oneStep());
        json.put("bootstrap", List.of(estimate.bootstrapLow(), estimate.bootstrapHigh()));
        json.put("importance-sampling", sampling(estimate.importance()));
        json.put("difference", estimate.difference());
        json.put("difference-se", estimate.differenceError());
        put(json, "third-order", estimate.third());
        put(json, "remainder", estimate.remainder());
        json.put("outside", estimate.outside());
        json.put("divergence", estimate.divergence());
        json.put("verdict", verdict(estimate.verdict()));
    }

    private static void put(Map<String, Object> json, String name, @Nullable Object value) {
        if (value != null) {
            json.put(name, value);
        }
    }

    static ShiftEstimate read(JsonFields fields, int p) {
        double[] interval = fields.numbers("interval", 2);
        double[] bootstrap = fields.numbers("bootstrap", 2);
        return new ShiftEstimate(
                fields.numbers("delta", p),
                fields.number("loss"),
                fields.number("se"),
                interval[0],
                interval[1],
                fields.has("change-se") ? fields.number("change-se") : Double.NaN,
                fields.number("one-step"),
                bootstrap[0],
                bootstrap[1],
                fields.object("importance-sampling", EstimateJson::sampling),
                fields.number("difference"),
                fields.number("difference-se"),
                fields.has("third-order") ? fields.number("third-order") : null,
                fields.has("remainder") ? fields.number("remainder") : null,
                fields.flag("outside"),
                fields.number("divergence"),
                fields.object("verdict", EstimateJson::verdict));
    }

    private static Map<String, Object> sampling(ImportanceSampling one) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("plain", one.plain());
        json.put("plain-se", one.sePlain());
        json.put("self-normalised", one.selfNormalised());
        json.put("self-normalised-se", one.seSelfNormalised());
        json.put("ess", one.effectiveSize());
        json.put("ess-share", one.effectiveShare());
        json.put("mean-weight", one.meanWeight());
        json.put("largest-weight", one.maxWeight());
        json.put("largest-share", one.maxShare());
        json.put("clip", one.clip());
        json.put("clipped-plain", one.clippedPlain());
        json.put("clipped-self-normalised", one.clippedSelfNormalised());
        json.put("clipped-away", one.removed());
        return json;
    }

    private static ImportanceSampling sampling(JsonFields fields) {
        return new ImportanceSampling(
                fields.number("plain"),
                fields.number("self-normalised"),
                fields.number("ess"),
                fields.number("ess-share"),
                fields.number("mean-weight"),
                fields.number("largest-weight"),
                fields.number("largest-share"),
                fields.number("plain-se"),
                fields.number("self-normalised-se"),
                fields.number("clip"),
                fields.number("clipped-plain"),
                fields.number("clipped-self-normalised"),
                fields.number("clipped-away"));
    }

    static Map<String, Object> verdict(Verdict verdict) {
        return Map.of("grade", verdict.grade().words(), "reasons", verdict.reasons());
    }

    static Verdict verdict(JsonFields fields) {
        return new Verdict(
                fields.choice("grade", Verdict.Grade.values(), Verdict.Grade::words), fields.texts("reasons"));
    }

    static List<Object> effects(List<Effect> effects) {
        List<Object> all = new ArrayList<>();
        for (Effect effect : effects) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("variable", effect.variable());
            json.put("pattern", effect.pattern());
            json.put("quantity", effect.quantity());
            json.put("before", effect.before());
            json.put("after", effect.after());
            if (!Double.isNaN(effect.weighted())) {
                json.put("after-weighted", effect.weighted());
            }
            json.put("rows", effect.rows());
            json.put("total-variation", effect.totalVariation());
            json.put("sentence", effect.sentence());
            if (effect.axis() != Axis.NUMBER) {
                json.put("axis", effect.axis().word());
            }
            List<Effect.Term> terms = effect.terms();
            if (terms != null) {
                json.put(
                        "terms",
                        terms.stream()
                                .map(term -> Map.of("parameter", term.parameter(), "coefficient", term.coefficient()))
                                .toList());
            }
            all.add(json);
        }
        return all;
    }

    static Effect effect(JsonFields fields) {
        return new Effect(
                fields.text("variable"),
                fields.text("pattern"),
                fields.text("quantity"),
                fields.number("before"),
                fields.number("after"),
                fields.whole("rows"),
                fields.number("total-variation"),
                fields.text("sentence"),
                fields.has("terms")
                        ? fields.objects(
                                "terms",
                                term -> new Effect.Term(
                                        Math.toIntExact(term.whole("parameter")), term.number("coefficient")))
                        : null,
                fields.has("axis") ? fields.choice("axis", Axis.values(), Axis::word) : Axis.NUMBER,
                fields.has("after-weighted") ? fields.number("after-weighted") : Double.NaN);
    }
}
