package org.shiftbed.study;

import java.util.Map;
import java.util.Set;

/** What DomainBed fixes for each data set ({@code domainbed-protocol.md} 1.1). */
final class DomainBedDefaults {
    private static final Set<String> FOLDERS = Set.of("VLCS", "PACS", "OfficeHome", "TerraIncognita", "SVIRO");
    private static final Map<String, Integer> OTHERS = Map.of("DomainNet", 1000);

    private DomainBedDefaults() {}

    /** Updates between checkpoints. */
    static int checkpointEvery(String dataset) {
        return FOLDERS.contains(dataset) ? 300 : OTHERS.getOrDefault(dataset, 100);
    }
}
