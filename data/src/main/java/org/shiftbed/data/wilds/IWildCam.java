package org.shiftbed.data.wilds;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.UserError;
import org.shiftbed.data.Attribute;
import org.shiftbed.data.OfficialPart;

/**
 * iWildCam of WILDS (Beery et al. 2020, Koh et al. 2021): animals before camera traps. Classes and locations are those of the file, for versions differ; the
 * frames of one burst stay together.
 */
final class IWildCam {
    /** Of versions 2.0 and 1.0, for notes alone. */
    private static final List<Integer> PUBLISHED_ROWS = List.of(203_029, 217_609);

    private static final Map<String, OfficialPart> PARTS = Map.of(
            "train", OfficialPart.TRAIN,
            "val", OfficialPart.VALIDATION_OOD,
            "test", OfficialPart.TEST,
            "id_val", OfficialPart.VALIDATION_ID,
            "id_test", OfficialPart.TEST_ID);

    /** The numbers that WILDS uses for the same. */
    private static final List<String> CODES = List.of("train", "val", "test", "id_val", "id_test");

    private IWildCam() {}

    static WildsRows rows(Path folder) {
        Path file = folder.resolve("metadata.csv");
        Metadata metadata = Metadata.read(
                file,
                List.of("split", "y", "filename"),
                List.of("location_remapped", "location", "sequence_remapped", "seq_id"));
        String location = first(metadata, "location_remapped", "location");
        if (location == null) {
            throw new UserError(file + ": has neither a column 'location_remapped' nor 'location'; fetch it again");
        }
        String burst = first(metadata, "sequence_remapped", "seq_id");
        Map<String, int[]> codes = new LinkedHashMap<>();
        Attribute y = metadata.attribute("y", "y");
        Attribute locations = metadata.attribute("location", location);
        codes.put("y", metadata.codes(y, "y"));
        codes.put("location", metadata.codes(locations, location));
        byte[] parts = new byte[metadata.rows()];
        for (int row = 0; row < parts.length; row++) {
            parts[row] = (byte) part(metadata, row).ordinal();
        }
        List<String> files = IntStream.range(0, metadata.rows())
                .mapToObj(row -> "train/" + metadata.text("filename", row))
                .toList();
        List<String> notes = PUBLISHED_ROWS.contains(metadata.rows())
                ? List.of()
                : List.of("metadata.csv has " + metadata.rows() + " rows, and iWildCam has " + PUBLISHED_ROWS.get(0)
                        + " in version 2.0 and " + PUBLISHED_ROWS.get(1) + " in 1.0");
        return new WildsRows(
                files,
                List.of(y, locations),
                codes,
                burst == null ? null : metadata.groups(burst),
                parts,
                "location",
                notes);
    }

    private static @Nullable String first(Metadata metadata, String one, String other) {
        return metadata.has(one) ? one : metadata.has(other) ? other : null;
    }

    private static OfficialPart part(Metadata metadata, int row) {
        String written = metadata.text("split", row);
        boolean code = written.matches("[0-4]");
        OfficialPart part = PARTS.get(code ? CODES.get(Integer.parseInt(written)) : written);
        if (part == null) {
            throw metadata.wrong(
                    row,
                    "split",
                    "must be one of " + String.join(", ", CODES) + " or their numbers 0 to 4, got '" + written + "'");
        }
        return part;
    }
}
