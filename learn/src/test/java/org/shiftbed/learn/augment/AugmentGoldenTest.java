package org.shiftbed.learn.augment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.data.ImageShape;

/**
 * Compares every recorded picture of a folder, named by the system property {@code shiftbed.golden.augment}: equal bytes, and for mixtures 1e-9.
 * The magnitudes that the drawn methods give to operations are compared with those recorded.
 */
class AugmentGoldenTest {
    private static final double MIXTURE = 1e-9;
    private static final double NORMALISED = 1e-6;
    private static final double MAGNITUDE = 1e-12;
    private static final double[] MEAN = {0.485, 0.456, 0.406};
    private static final double[] SD = {0.229, 0.224, 0.225};

    private static Path folder() {
        return Path.of(System.getProperty("shiftbed.golden.augment", "src/test/resources/golden/augment"));
    }

    @TestFactory
    Stream<DynamicTest> everyRecordedPictureIsReproduced() throws IOException {
        List<Path> files;
        try (Stream<Path> list = Files.list(folder())) {
            files = list.filter(file -> file.toString().endsWith(".json"))
                    .filter(file -> !file.endsWith("MANIFEST.json"))
                    .sorted()
                    .toList();
        }
        assertThat(files).isNotEmpty();
        List<DynamicTest> tests = new ArrayList<>();
        for (Path file : files) {
            Map<String, Object> json = CanonicalJson.parseObject(Files.readString(file));
            if (!json.containsKey("cases")) {
                continue;
            }
            GoldenPictures pictures = new GoldenPictures(
                    folder(),
                    Objects.requireNonNull(file.getFileName()).toString().replace(".json", ""));
            for (Map<String, Object> one : objects(json.get("cases"))) {
                tests.add(DynamicTest.dynamicTest(file.getFileName() + " " + one.get("id"), () -> {
                    assertThat(objects(GoldenPictures.get(one, "results"))).isNotEmpty();
                    for (Map<String, Object> result : objects(GoldenPictures.get(one, "results"))) {
                        compare(pictures, one, result);
                    }
                }));
            }
        }
        return tests.stream();
    }

    private static void compare(GoldenPictures pictures, Map<String, Object> one, Map<String, Object> result) {
        Picture picture = pictures.image((String) GoldenPictures.get(result, "image"));
        if (result.containsKey("chains")) {
            mixture(pictures, one, result, picture.coloured());
            return;
        }
        Picture found;
        if (result.containsKey("ops")) {
            found = picture.coloured();
            for (Map<String, Object> step : objects(result.get("ops"))) {
                magnitude(one, step, picture.shape());
                found = operation((String) GoldenPictures.get(step, "op"), object(step, "args"))
                        .apply(found);
            }
        } else {
            Map<String, Object> arguments = object(result.containsKey("args") ? result : one, "args");
            found = operation((String) GoldenPictures.get(one, "op"), arguments).apply(picture);
        }
        pictures.compare(result, found.shape(), GoldenPictures.values(found), 0);
        assertThat(GoldenPictures.sha256(found)).isEqualTo(result.get("sha256"));
        if (result.get("normalised_lattice_key") instanceof String key) {
            normalised(pictures.recordedPlanes(key), (List<?>) GoldenPictures.get(result, "normalised_sum"), found);
        }
    }

    /** {@code (byte / 255 - mean) / sd} in float32; recorded are the sums of the channels and the lattice of each. */
    private static void normalised(double[] recorded, List<?> sums, Picture found) {
        int area = found.area();
        ImageShape plane = new ImageShape(1, found.height(), found.width());
        int lattice = recorded.length / 3;
        for (int c = 0; c < 3; c++) {
            double[] values = new double[area];
            double sum = 0;
            for (int i = 0; i < area; i++) {
                values[i] = (found.at(c * area + i) / 255f - (float) MEAN[c]) / (float) SD[c];
                sum += values[i];
            }
            assertThat(sum).isCloseTo(((Number) sums.get(c)).doubleValue(), within(NORMALISED * area));
            GoldenPictures.near(
                    GoldenPictures.lattice(values, plane),
                    Arrays.copyOfRange(recorded, c * lattice, (c + 1) * lattice),
                    NORMALISED);
        }
    }

    private static void mixture(
            GoldenPictures pictures, Map<String, Object> one, Map<String, Object> result, Picture picture) {
        List<Picture> chains = new ArrayList<>();
        List<String> sums = new ArrayList<>();
        for (Object chain : (List<?>) GoldenPictures.get(result, "chains")) {
            Picture changed = picture;
            for (Map<String, Object> step : objects(chain)) {
                Primitive primitive = primitive((String) GoldenPictures.get(step, "op"));
                double level = number(step, "u");
                int sign = (int) number(step, "sign");
                value(step, AugMix.value(primitive, level, sign, picture.shape()));
                changed = AugMix.operation(primitive, level, sign, picture.shape())
                        .apply(changed);
            }
            chains.add(changed);
            sums.add(GoldenPictures.sha256(changed));
        }
        assertThat(sums).isEqualTo(result.get("chain_sha256"));
        double[] weights = ((List<?>) GoldenPictures.get(one, "w"))
                .stream().mapToDouble(w -> ((Number) w).doubleValue()).toArray();
        double[] mixed = AugMix.mix(picture, chains, weights, number(one, "m"));
        pictures.compare(result, picture.shape(), GoldenPictures.rows(mixed, picture.shape()), MIXTURE);
    }

    private static void magnitude(Map<String, Object> one, Map<String, Object> step, ImageShape shape) {
        if (!step.containsKey("sign")) {
            return;
        }
        Primitive primitive = primitive((String) GoldenPictures.get(step, "op"));
        int sign = (int) number(step, "sign");
        if (step.containsKey("M")) {
            RandAugment.Enhance enhance =
                    RandAugment.Enhance.valueOf(((String) GoldenPictures.get(one, "enhance")).toUpperCase(Locale.ROOT));
            value(step, RandAugment.value(primitive, number(step, "M"), sign, shape, enhance));
            return;
        }
        AutoAugmentPolicy table =
                AutoAugmentPolicy.valueOf(((String) GoldenPictures.get(one, "table")).toUpperCase(Locale.ROOT));
        List<AutoAugmentPolicy.Step> steps = table.subPolicies().get((int) number(one, "sub_policy") - 1);
        AutoAugmentPolicy.Step found = steps.stream()
                .filter(candidate -> candidate.primitive() == primitive
                        && (step.get("m") == null || candidate.magnitude() == (int) number(step, "m")))
                .findFirst()
                .orElseThrow(() -> new AssertionError(step + " is not in " + steps));
        value(step, AutoAugment.value(primitive, found.magnitude(), sign, shape));
    }

    private static void value(Map<String, Object> step, double found) {
        object(step, "args").forEach((name, recorded) -> {
            if (List.of("m", "px", "degrees", "factor", "bits", "threshold", "add", "half")
                    .contains(name)) {
                assertThat(found).as(step.toString()).isCloseTo(((Number) recorded).doubleValue(), within(MAGNITUDE));
            }
        });
    }

    private static Primitive primitive(String title) {
        return Arrays.stream(Primitive.values())
                .filter(primitive -> primitive.title().equals(title))
                .findFirst()
                .orElseThrow();
    }

    private static PictureOperation operation(String name, Map<String, Object> arguments) {
        return switch (name) {
            case "adjust_brightness" -> Enhance.brightness(number(arguments, "factor"));
            case "adjust_contrast" -> Enhance.contrast(number(arguments, "factor"));
            case "adjust_saturation" -> Enhance.color(number(arguments, "factor"));
            case "adjust_hue" -> Hue.turn(number(arguments, "factor"));
            case "Grayscale3" -> Enhance.greyInThree();
            case "Luma" -> Enhance.grey();
            case "HorizontalFlip" -> Cut.mirror();
            case "Cutout" ->
                Cut.out(
                        (int) number(arguments, "cx"),
                        (int) number(arguments, "cy"),
                        (int) number(arguments, "half"),
                        (int) number(arguments, "fill"));
            case "Resize" -> Resize.to((int) number(arguments, "height"), (int) number(arguments, "width"));
            case "ResizedCrop" ->
                RandomResizedCrop.resized(
                        new RandomResizedCrop.Box(
                                (int) number(arguments, "top"),
                                (int) number(arguments, "left"),
                                (int) number(arguments, "h"),
                                (int) number(arguments, "w")),
                        (int) number(arguments, "height"),
                        (int) number(arguments, "width"));
            default ->
                primitive(name)
                        .of(
                                Stream.of("m", "px", "degrees", "factor", "bits", "threshold", "add")
                                        .filter(arguments::containsKey)
                                        .mapToDouble(key -> number(arguments, key))
                                        .findFirst()
                                        .orElse(0),
                                warp(arguments));
        };
    }

    private static Warp warp(Map<String, Object> arguments) {
        if (!arguments.containsKey("interpolation")) {
            return new Warp(Interpolation.NEAREST, 0);
        }
        return new Warp(
                Interpolation.valueOf(
                        ((String) GoldenPictures.get(arguments, "interpolation")).toUpperCase(Locale.ROOT)),
                (int) number(arguments, "fill"));
    }

    private static double number(Map<String, Object> map, String key) {
        return ((Number) GoldenPictures.get(map, key)).doubleValue();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(Map<String, Object> map, String key) {
        return (Map<String, Object>) GoldenPictures.get(map, key);
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> objects(Object list) {
        return (List<Map<String, Object>>) list;
    }
}
