package org.shiftbed.data.wilds;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.shiftbed.base.UserError;
import org.shiftbed.data.Attribute;

/**
 * FMoW of WILDS (Christie et al. 2018, Koh et al. 2021) as DomainBed has it: satellite pictures of 62 kinds of land use, the environments are regions of the
 * world, numbered as they first appear in the whole file; sequestered rows are left out afterwards.
 */
final class Fmow {
    private static final String SEQUESTERED = "seq";
    private static final String OTHER = "Other";
    private static final int PUBLISHED_CLASSES = 62;

    private Fmow() {}

    static WildsRows rows(Path folder) {
        Metadata countries =
                Metadata.read(folder.resolve("country_code_mapping.csv"), List.of("alpha-3", "region"), List.of());
        Map<String, String> regionOf = new HashMap<>();
        for (int row = 0; row < countries.rows(); row++) {
            String region = countries.text("region", row);
            regionOf.put(countries.text("alpha-3", row), region.isBlank() ? OTHER : region);
        }
        Metadata metadata = Metadata.read(
                folder.resolve("rgb_metadata.csv"), List.of("split", "category", "country_code"), List.of());
        Map<String, Integer> regions = new LinkedHashMap<>();
        int[] region = new int[metadata.rows()];
        for (int row = 0; row < region.length; row++) {
            String name = regionOf.getOrDefault(metadata.text("country_code", row), OTHER);
            region[row] = regions.computeIfAbsent(name, each -> regions.size());
        }
        int[] kept = IntStream.range(0, metadata.rows())
                .filter(row -> !metadata.text("split", row).equals(SEQUESTERED))
                .toArray();
        if (kept.length == 0) {
            throw new UserError(folder.resolve("rgb_metadata.csv") + ": every row is sequestered (split 'seq')");
        }
        Attribute label = metadata.attribute("class", "category");
        int[] labels = metadata.codes(label, "category");
        List<String> notes = new ArrayList<>();
        if (label.cardinality() != PUBLISHED_CLASSES) {
            notes.add("rgb_metadata.csv has " + label.cardinality() + " categories, and FMoW v1.1 has "
                    + PUBLISHED_CLASSES);
        }
        List<String> names = new ArrayList<>(regions.keySet());
        notes.add("regions: "
                + IntStream.range(0, names.size())
                        .mapToObj(i -> "region_" + i + " is " + names.get(i))
                        .reduce((a, b) -> a + ", " + b)
                        .orElse(""));
        return new WildsRows(
                // A picture's number is its row in the whole file.
                IntStream.of(kept)
                        .mapToObj(row -> "images/rgb_img_" + row + ".png")
                        .toList(),
                List.of(
                        new Attribute(
                                "domain",
                                IntStream.range(0, names.size())
                                        .mapToObj(i -> "region_" + i)
                                        .toList()),
                        label),
                Map.of(
                        "domain",
                        IntStream.of(kept).map(row -> region[row]).toArray(),
                        "class",
                        IntStream.of(kept).map(row -> labels[row]).toArray()),
                null,
                null,
                null,
                notes);
    }
}
