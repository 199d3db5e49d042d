package org.shiftbed.study;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.shiftbed.learn.Protocol;

/**
 * What figures compare with: empirical risk minimisation of the backbone of each data set ({@code controlled-shifts.md} 5), unless the study names
 * another method.
 */
final class Baselines {
    private static final String ERM = "ERM";

    private Baselines() {}

    /** The title of the baseline by data set; data sets without one are left out, and so is every study of DomainBed's protocol. */
    static Map<String, String> of(Study study) {
        Map<String, String> all = new TreeMap<>();
        if (study.protocol() == Protocol.CONTROLLED) {
            for (DatasetSpec dataset : study.datasets()) {
                of(study.on(dataset.name()), study).ifPresent(title -> all.put(dataset.name(), title));
            }
        }
        return all;
    }

    /** @param own the study as the data set has it */
    private static Optional<String> of(Study own, Study study) {
        if (own.baseline() != null) {
            return Optional.of(own.baseline());
        }
        Optional<AlgorithmSpec> ofTheStudy = study.algorithms().stream()
                .filter(spec -> spec.name().equals(ERM) && spec.network() == null)
                .findFirst();
        return ofTheStudy
                .or(() -> study.algorithms().stream()
                        .filter(spec -> spec.name().equals(ERM)
                                && spec.network() != null
                                && spec.network().equals(own.network()))
                        .findFirst())
                .map(AlgorithmSpec::title);
    }
}
