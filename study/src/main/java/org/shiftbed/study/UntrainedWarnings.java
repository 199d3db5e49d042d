package org.shiftbed.study;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Warns of trials in which a strict layer {@code algorithm} keeps a defect of DomainBed by which nothing that predicts is trained, or predictions are
 * drawn ({@code domainbed-protocol.md} 9: D12, D20, D22, D25).
 */
final class UntrainedWarnings {
    private UntrainedWarnings() {}

    static List<String> of(Collection<PlannedTrial> trials) {
        Map<String, Integer> counts = new TreeMap<>();
        for (PlannedTrial planned : trials) {
            String defect =
                    planned.refusal() == null && planned.trial().strict().contains("algorithm")
                            ? defect(planned)
                            : null;
            if (defect != null) {
                counts.merge(planned.trial().algorithm() + ": " + defect, 1, Integer::sum);
            }
        }
        List<String> warnings = new ArrayList<>();
        counts.forEach((text, count) -> warnings.add(
                text + " in " + count + (count == 1 ? " trial" : " trials") + "; `strict` without algorithm mends it"));
        return warnings;
    }

    private static @Nullable String defect(PlannedTrial planned) {
        Map<String, Object> values = planned.trial().hyperparameters();
        return switch (planned.trial().algorithm()) {
            case "MLDG" ->
                planned.rows().environments() <= number(values, "n_meta_test")
                        ? "strict keeps D20, by which nothing is trained where n_meta_test leaves no environment to learn on"
                        : null;
            case "SANDMask" ->
                number(values, "tau") >= 1
                        ? "strict keeps D22, by which tau = 1 masks every gradient and nothing is trained"
                        : null;
            case "Transfer" ->
                Boolean.TRUE.equals(values.get("gda"))
                        ? "strict keeps D12, by which gda moves the adversary and nothing that predicts is trained"
                        : null;
            case "MTL" ->
                "strict keeps D25, by which the classifier sees noise in place of the embedding, and predictions are drawn";
            default -> null;
        };
    }

    private static double number(Map<String, Object> values, String name) {
        return values.get(name) instanceof Number number ? number.doubleValue() : Double.NaN;
    }
}
