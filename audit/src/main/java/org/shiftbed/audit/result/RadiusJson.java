package org.shiftbed.audit.result;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.shiftbed.audit.worst.WorstCase;

/** The worst shift of one size as fields of {@code audit.json}: the fields of its estimate, and why no other shift is worse. */
final class RadiusJson {
    private RadiusJson() {}

    static Map<String, Object> write(RadiusResult one) {
        if (!Arrays.equals(one.worst().delta(), one.estimate().delta())) {
            throw new IllegalArgumentException(
                    "radius " + one.radius()
                            + ": the loss was estimated at another shift than the worst one; audit.json holds one delta a radius");
        }
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("radius", one.radius());
        EstimateJson.write(one.estimate(), json);
        json.put(
                "honest",
                Map.of(
                        "loss",
                        one.honest(),
                        "se",
                        one.honestError(),
                        "change",
                        one.honestChange(),
                        "change-se",
                        one.honestChangeError()));
        json.put("band", List.of(one.bandLow(), one.bandHigh()));
        json.put("gain", one.worst().gain());
        json.put("multiplier", one.worst().multiplier());
        json.put("kind", words(one.worst().kind()));
        json.put("unique", one.worst().unique());
        json.put("others", one.worst().others());
        json.put("certificate", certificate(one.worst().certificate()));
        json.put("contributions", one.contributions());
        json.put("pairs", JsonFields.flat(one.pairs()));
        json.put("slope", one.slope());
        json.put("jump", one.jump());
        RadiusResult.BlockDiagonal block = one.blockDiagonal();
        json.put(
                "block-diagonal",
                Map.of(
                        "delta",
                        block.delta(),
                        "loss",
                        block.value(),
                        "with-interactions",
                        block.full(),
                        "importance-sampling",
                        block.sampled()));
        json.put("effects", EstimateJson.effects(one.effects()));
        RadiusResult.Searched searched = one.searched();
        if (searched != null) {
            json.put(
                    "searched",
                    Map.of(
                            "delta",
                            searched.delta(),
                            "loss",
                            searched.loss(),
                            "se",
                            searched.error(),
                            "ess-share",
                            searched.share()));
        }
        return json;
    }

    static RadiusResult read(JsonFields fields, int p) {
        RadiusResult.ShiftEstimate estimate = EstimateJson.read(fields, p);
        double[] honest = fields.object("honest", part -> new double[] {
            part.number("loss"),
            part.number("se"),
            part.has("change") ? part.number("change") : Double.NaN,
            part.has("change-se") ? part.number("change-se") : Double.NaN
        });
        double[] band = fields.numbers("band", 2);
        return new RadiusResult(
                fields.number("radius"),
                new WorstCase(
                        estimate.delta(),
                        fields.number("gain"),
                        fields.number("multiplier"),
                        fields.choice("kind", WorstCase.Kind.values(), RadiusJson::words),
                        fields.flag("unique"),
                        fields.points("others", p),
                        fields.object("certificate", RadiusJson::certificate)),
                estimate,
                honest[0],
                honest[1],
                honest[2],
                honest[3],
                band[0],
                band[1],
                fields.numbers("contributions", p),
                fields.matrix("pairs", p),
                fields.number("slope"),
                fields.flag("jump"),
                fields.object(
                        "block-diagonal",
                        part -> new RadiusResult.BlockDiagonal(
                                part.numbers("delta", p),
                                part.number("loss"),
                                part.number("with-interactions"),
                                part.number("importance-sampling"))),
                fields.objects("effects", EstimateJson::effect),
                fields.has("searched")
                        ? fields.object(
                                "searched",
                                part -> new RadiusResult.Searched(
                                        part.numbers("delta", p),
                                        part.number("loss"),
                                        part.number("se"),
                                        part.number("ess-share")))
                        : null);
    }

    private static Map<String, Object> certificate(WorstCase.Certificate one) {
        return Map.of(
                "stationarity",
                one.stationarity(),
                "curvature",
                one.curvature(),
                "gap",
                one.gap(),
                "accepted",
                one.accepted(),
                "proof",
                words(one.proof()));
    }

    private static WorstCase.Certificate certificate(JsonFields fields) {
        return new WorstCase.Certificate(
                fields.number("stationarity"),
                fields.number("curvature"),
                fields.number("gap"),
                fields.flag("accepted"),
                fields.choice("proof", WorstCase.Proof.values(), RadiusJson::words));
    }

    private static String words(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
