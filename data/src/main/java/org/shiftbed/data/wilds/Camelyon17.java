package org.shiftbed.data.wilds;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.shiftbed.base.UserError;
import org.shiftbed.data.Attribute;
import org.shiftbed.data.OfficialPart;

/** Camelyon17 of WILDS (Bandi et al. 2018, Koh et al. 2021): patches of lymph nodes of five hospitals. */
final class Camelyon17 {
    /** Of the whole set, for notes alone. */
    private static final int PUBLISHED_ROWS = 455_954;

    /** The hospital that is validated on, and the one that is tested on, whatever the column {@code split} says. */
    private static final String VALIDATION_CENTER = "1";

    private static final String TEST_CENTER = "2";

    private Camelyon17() {}

    /** The controlled study's form: label {@code tumor}, hospitals as {@code center}, the official parts beside them. */
    static WildsRows controlled(Path folder) {
        Metadata metadata = metadata(folder);
        Map<String, int[]> codes = new LinkedHashMap<>();
        List<Attribute> attributes = new ArrayList<>();
        for (String column : List.of("tumor", "center", "slide")) {
            Attribute attribute = metadata.attribute(column, column);
            attributes.add(attribute);
            codes.put(column, metadata.codes(attribute, column));
        }
        byte[] parts = new byte[metadata.rows()];
        for (int row = 0; row < parts.length; row++) {
            parts[row] = (byte) part(metadata, row).ordinal();
        }
        return new WildsRows(files(metadata), attributes, codes, null, parts, "center", notes(metadata));
    }

    /** DomainBed's form: environments {@code hospital_0} and so on, all rows in the order of the file. */
    static WildsRows domainBed(Path folder) {
        Metadata metadata = metadata(folder);
        Attribute center = metadata.attribute("center", "center");
        Attribute label = metadata.attribute("tumor", "tumor");
        Attribute domain = new Attribute(
                "domain",
                center.values().stream().map(value -> "hospital_" + value).toList());
        return new WildsRows(
                files(metadata),
                List.of(domain, new Attribute("class", label.values())),
                Map.of("domain", metadata.codes(center, "center"), "class", metadata.codes(label, "tumor")),
                null,
                null,
                null,
                notes(metadata));
    }

    private static Metadata metadata(Path folder) {
        Path file = folder.resolve("metadata.csv");
        Metadata metadata = Metadata.read(
                file, List.of("patient", "node", "x_coord", "y_coord", "tumor", "slide", "center", "split"), List.of());
        Attribute tumor = metadata.attribute("tumor", "tumor");
        if (!List.of("0", "1").containsAll(tumor.values())) {
            throw new UserError(file + ": column 'tumor' holds 0 and 1, found " + tumor.values());
        }
        return metadata;
    }

    private static OfficialPart part(Metadata metadata, int row) {
        String center = metadata.text("center", row);
        if (center.equals(VALIDATION_CENTER)) {
            return OfficialPart.VALIDATION_OOD;
        }
        if (center.equals(TEST_CENTER)) {
            return OfficialPart.TEST;
        }
        return switch (metadata.text("split", row)) {
            case "0" -> OfficialPart.TRAIN;
            case "1" -> OfficialPart.VALIDATION_ID;
            default ->
                throw metadata.wrong(
                        row,
                        "split",
                        "must be 0 (training) or 1 (validation) at hospital " + center + ", got '"
                                + metadata.text("split", row) + "'");
        };
    }

    private static List<String> files(Metadata metadata) {
        List<String> files = new ArrayList<>(metadata.rows());
        for (int row = 0; row < metadata.rows(); row++) {
            String node = "patient_" + metadata.text("patient", row) + "_node_" + metadata.text("node", row);
            files.add("patches/" + node + "/patch_" + node + "_x_" + metadata.text("x_coord", row) + "_y_"
                    + metadata.text("y_coord", row) + ".png");
        }
        return files;
    }

    private static List<String> notes(Metadata metadata) {
        return metadata.rows() == PUBLISHED_ROWS
                ? List.of()
                : List.of("metadata.csv has " + metadata.rows() + " rows, and Camelyon17 v1.0 has " + PUBLISHED_ROWS);
    }
}
