package org.shiftbed.study;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.base.Seed;
import org.shiftbed.base.UserError;
import org.shiftbed.data.AttributeTable;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.ImageShape;
import org.shiftbed.shift.Part;
import org.shiftbed.shift.Role;
import org.shiftbed.shift.Split;

/**
 * Pictures of some rows that a trial trains on, or is tested on, by the values of the attribute along which its data shift.
 *
 * @param test whether they are of the test
 * @param attribute whose values the rows are
 * @param width of a picture in pixels
 * @param height of a picture in pixels
 * @param rows pictures by value, in the order of the values; none where the part has no row of a value
 */
public record SamplePictures(boolean test, String attribute, int width, int height, Map<String, List<Picture>> rows) {
    /**
     * One picture.
     *
     * @param row number of the row in the data set
     * @param label its value of the label
     * @param rgb row by row, three bytes each
     */
    public record Picture(int row, String label, byte[] rgb) {}

    /**
     * Opens the data of a trial again and reads a few rows of its training, then of its test.
     *
     * @param root folder of the study, whose {@code local.json} says where its data lie
     * @param trial whose content is known
     * @param most pictures of one value
     * @return none for a table, or where the trial has no environments
     * @throws UserError where files are missing or wrong, or hold other data than the trial was planned on
     * @throws IllegalArgumentException where the trial's content is not that of a trial
     */
    public static List<SamplePictures> of(Path root, ExpectedTrial trial, int most) {
        Map<String, Object> content = trial.trial();
        if (content == null) {
            throw new IllegalArgumentException("the content of trial " + trial.id() + " is not known");
        }
        Map<String, Object> local = local(root);
        Path data = local.get("data_dir") instanceof String place ? Path.of(place) : null;
        Map<String, Object> places = new LinkedHashMap<>();
        if (local.get("places") instanceof Map<?, ?> all && all.get(trial.dataset()) instanceof Map<?, ?> own) {
            own.forEach((parameter, place) -> places.put(String.valueOf(parameter), String.valueOf(place)));
        }
        try (TrialSetup setup = TrialSetup.open(Trial.fromJson(content), data, places)) {
            Split split = setup.split();
            String attribute = split.environmentAttribute();
            if (attribute == null
                    || setup.dataset().features() != null
                    || setup.dataset().shape().isVector()) {
                return List.of();
            }
            return List.of(
                    of(setup.dataset(), split, attribute, Role.TRAIN, most),
                    of(setup.dataset(), split, attribute, Role.TEST, most));
        }
    }

    private static Map<String, Object> local(Path root) {
        Path file = root.resolve("local.json");
        try {
            return Files.exists(file) ? CanonicalJson.parseObject(Files.readString(file)) : Map.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static SamplePictures of(Dataset dataset, Split split, String attribute, Role role, int most) {
        AttributeTable table = dataset.attributes();
        ImageShape shape = dataset.shape();
        int[] codes = table.column(attribute);
        List<String> labels = table.attribute(split.label()).values();
        int[] pool = split.parts().stream()
                .filter(part -> part.role() == role)
                .map(Part::rows)
                .flatMapToInt(Arrays::stream)
                .toArray();
        Map<String, List<Picture>> rows = new LinkedHashMap<>();
        List<String> values = table.attribute(attribute).values();
        for (int value = 0; value < values.size(); value++) {
            int wanted = value;
            int[] own = Arrays.stream(pool).filter(row -> codes[row] == wanted).toArray();
            SplittableRandom random =
                    Seed.of("samples", role.name(), values.get(value)).random();
            int[] chosen = some(own, most, random);
            List<Picture> pictures = new ArrayList<>();
            for (int row : chosen) {
                ByteBuffer buffer = ByteBuffer.allocate(shape.bytes());
                dataset.read(new int[] {row}, 0, 1, buffer);
                pictures.add(new Picture(row, labels.get(split.labels()[row]), rgb(buffer.array(), shape)));
            }
            rows.put(values.get(value), Collections.unmodifiableList(pictures));
        }
        return new SamplePictures(
                role == Role.TEST, attribute, shape.width(), shape.height(), Collections.unmodifiableMap(rows));
    }

    /** The first of a shuffle. */
    private static int[] some(int[] rows, int most, SplittableRandom random) {
        int[] shuffled = rows.clone();
        int count = Math.min(most, rows.length);
        for (int i = 0; i < count; i++) {
            int j = i + random.nextInt(shuffled.length - i);
            int kept = shuffled[i];
            shuffled[i] = shuffled[j];
            shuffled[j] = kept;
        }
        return Arrays.copyOf(shuffled, count);
    }

    /** From channels one after the other to three bytes a pixel: one channel as grey, a second as green, further ones beyond three are left out. */
    private static byte[] rgb(byte[] channels, ImageShape shape) {
        int pixels = shape.height() * shape.width();
        byte[] rgb = new byte[3 * pixels];
        for (int i = 0; i < pixels; i++) {
            for (int c = 0; c < 3; c++) {
                if (shape.channels() == 1) {
                    rgb[3 * i + c] = channels[i];
                } else if (c < shape.channels()) {
                    rgb[3 * i + c] = channels[c * pixels + i];
                }
            }
        }
        return rgb;
    }
}
