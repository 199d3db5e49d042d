package org.shiftbed.report.aggregate;

import java.util.Map;

/** The families of the controlled study's methods ({@code controlled-shifts.md} 3); what it does not have is counted to domain generalisation. */
public enum Family {
    ARCHITECTURE("architecture"),
    HEURISTIC("heuristic augmentation"),
    LEARNED("learned augmentation"),
    GENERALISATION("domain generalisation"),
    ADAPTIVE("adaptive"),
    REPRESENTATION("representation");

    private static final Map<String, Family> OF = Map.of(
            "ERM", ARCHITECTURE,
            "ImageNetAug", HEURISTIC,
            "AugMix", HEURISTIC,
            "RandAugment", HEURISTIC,
            "AutoAugment", HEURISTIC,
            "CycleGAN", LEARNED,
            "JTT", ADAPTIVE,
            "BNAdapt", ADAPTIVE,
            "BetaVAE", REPRESENTATION,
            "Pretrained", REPRESENTATION);

    private final String words;

    Family(String words) {
        this.words = words;
    }

    /** As legends write it. */
    public String words() {
        return words;
    }

    /** The family of an algorithm, by its registered name. */
    public static Family of(String algorithm) {
        return OF.getOrDefault(algorithm, GENERALISATION);
    }
}
