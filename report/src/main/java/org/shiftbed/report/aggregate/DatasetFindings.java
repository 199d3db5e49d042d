package org.shiftbed.report.aggregate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Findings that name data sets: E7, E12, E13 and E14 of {@code controlled-shifts.md} 6. One that disagrees on a data set is decided by it. */
final class DatasetFindings {
    private static final List<String> SYNTHETIC = List.of("dSprites", "MPI3D", "Shapes3D", "SmallNORB");
    private static final String CAMELYON = "Camelyon17";
    private static final String IWILDCAM = "iWildCam";
    private static final String PRETRAINED = "Pretrained";

    private final Panel panel;
    private final PanelNumbers numbers;

    DatasetFindings(Panel panel) {
        this.panel = panel;
        this.numbers = new PanelNumbers(panel);
    }

    /** Of a panel of unseen data. */
    List<Verdict> unseen() {
        return List.of(best(), jitter());
    }

    /** Of a panel of single operations. */
    List<Verdict> ablation() {
        Map<String, Boolean> invert = new LinkedHashMap<>();
        List.of("dSprites", "Shapes3D").forEach(dataset -> invert.put(dataset, true));
        List.of("MPI3D", "SmallNORB", IWILDCAM).forEach(dataset -> invert.put(dataset, false));
        return List.of(
                operation(
                        "E12",
                        "Invert helps on dSprites and Shapes3D and hurts on MPI3D, SmallNORB and iWildCam",
                        "invert",
                        invert),
                color());
    }

    private Verdict best() {
        String claim = "unseen data: pretraining best on the synthetic data sets, heuristic augmentation or DANN on"
                + " Camelyon17, ViT or MLP on iWildCam";
        List<Part> parts = new ArrayList<>();
        for (String dataset : SYNTHETIC) {
            parts.add(bestOf(dataset, List.of(PRETRAINED)));
        }
        parts.add(bestOf(CAMELYON, List.of("ImageNetAug", "AugMix", "RandAugment", "AutoAugment", "DANN")));
        parts.add(bestOf(IWILDCAM, List.of("ViT", "MLP")));
        return decided("E7", claim, parts);
    }

    /** What one data set says. */
    private record Part(@Nullable Boolean agrees, String words) {}

    /** Where another method is best, one of those expected that has no number could still be better. */
    private Part bestOf(String dataset, List<String> expected) {
        String setting = numbers.settings().get(0);
        List<String> best = numbers.top(setting, dataset);
        if (best.isEmpty()) {
            return new Part(null, "no " + dataset);
        }
        String words = String.join(", ", best) + " best on " + dataset;
        List<String> absent = expected.stream()
                .filter(method -> Double.isNaN(numbers.accuracy(method, setting, dataset)))
                .toList();
        if (expected.containsAll(best)) {
            return new Part(true, words);
        }
        return absent.isEmpty()
                ? new Part(false, words)
                : new Part(null, words + " without " + String.join(", ", absent));
    }

    private Verdict operation(String id, String claim, String operation, Map<String, Boolean> above) {
        List<Part> parts = new ArrayList<>();
        above.forEach((dataset, up) -> {
            Double deviation = deviation(operation, dataset);
            parts.add(
                    deviation == null
                            ? new Part(null, "no number of it on " + dataset)
                            : new Part(up ? deviation > 0 : deviation < 0, points(deviation) + " on " + dataset));
        });
        return decided(id, claim, parts);
    }

    private Verdict color() {
        String claim = "Color helps on most data sets and hurts on Camelyon17";
        List<String> datasets = panel.scores().datasets();
        long up = datasets.stream()
                .filter(dataset -> above(deviation("color", dataset)))
                .count();
        List<Part> parts = new ArrayList<>();
        parts.add(
                datasets.size() < 2
                        ? new Part(null, "one data set")
                        : new Part(2 * up > datasets.size(), "above on " + up + " of " + datasets.size()));
        Double camelyon = deviation("color", CAMELYON);
        parts.add(
                camelyon == null
                        ? new Part(null, "no number of it on " + CAMELYON)
                        : new Part(camelyon < 0, points(camelyon) + " on " + CAMELYON));
        return decided("E13", claim, parts);
    }

    private Verdict jitter() {
        String claim = "colour jitter of ImageNet augmentation hurts on Camelyon17 and is needed on Shapes3D and MPI3D";
        String with = imageNet(true);
        String without = imageNet(false);
        List<Part> parts = new ArrayList<>();
        if (with == null || without == null) {
            parts.add(new Part(
                    null, "ImageNetAug " + (with == null ? "with" : "without") + " jitter is not in this study"));
            return decided("E14", claim, parts);
        }
        for (String dataset : List.of(CAMELYON, "Shapes3D", "MPI3D")) {
            String setting = numbers.settings().get(0);
            double gain = numbers.accuracy(with, setting, dataset) - numbers.accuracy(without, setting, dataset);
            parts.add(
                    Double.isNaN(gain)
                            ? new Part(null, "no numbers of both on " + dataset)
                            : new Part(
                                    dataset.equals(CAMELYON) ? gain < 0 : gain > 0, points(gain) + " on " + dataset));
        }
        return decided("E14", claim, parts);
    }

    private @Nullable String imageNet(boolean jitter) {
        return panel.scores().methods().stream()
                .filter(method -> isImageNet(panel.setups().get(method), jitter))
                .findFirst()
                .orElse(null);
    }

    /** As the paper has it but for jitter. */
    private static boolean isImageNet(Panel.@Nullable Setup setup, boolean jitter) {
        return setup != null
                && setup.algorithm().equals("ImageNetAug")
                && setup.has("jitter", jitter)
                && setup.has("crop", true)
                && setup.has("flip", false);
    }

    private static boolean above(@Nullable Double deviation) {
        return deviation != null && deviation > 0;
    }

    private @Nullable Double deviation(String operation, String dataset) {
        return panel.scores().methods().stream()
                .filter(method -> operation.equals(panel.operation(method)))
                .findFirst()
                .map(method -> Deviation.of(
                        panel.scores(), method, dataset, numbers.settings().get(0)))
                .orElse(null);
    }

    /** All parts have to agree; one that does not decides, for what is missing cannot mend it. */
    private Verdict decided(String id, String claim, List<Part> parts) {
        List<String> missing = numbers.missing();
        if (!missing.isEmpty()) {
            return Verdict.open(id, claim, String.join("; ", missing));
        }
        String words = String.join("; ", parts.stream().map(Part::words).toList());
        if (parts.stream().anyMatch(part -> Boolean.FALSE.equals(part.agrees()))) {
            return Verdict.of(id, claim, false, words);
        }
        return parts.stream().allMatch(part -> part.agrees() != null)
                ? Verdict.of(id, claim, true, words)
                : Verdict.open(id, claim, words);
    }

    private static String points(double difference) {
        return String.format(Locale.ROOT, "%+.1f points", 100 * difference);
    }
}
