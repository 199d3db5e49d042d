package org.shiftbed.learn.weights;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.Seed;
import org.shiftbed.base.UserError;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.Precision;
import org.shiftbed.learn.algorithm.SeededDraws;
import org.shiftbed.learn.hyperparameter.HyperparameterValues;
import org.shiftbed.learn.network.Network;
import org.shiftbed.learn.network.NetworkFactory;
import org.shiftbed.learn.torch.Natives;
import org.shiftbed.learn.torch.Tensors;
import org.shiftbed.learn.weights.TensorFile.Layout;
import org.shiftbed.learn.weights.TorchNames.Place;

/**
 * Starts a network from a file of weights. Every entry of the backbone must be in the file with its shape, and the file may hold nothing else but a
 * head. A head of another shape keeps its random start; one of the same shape is loaded. Where pictures have C channels and the file was made for
 * three, slice i of the first convolution is the file's slice i mod 3 ({@code domainbed-protocol.md} 2).
 */
public final class Pretrained {
    private static final int SHOWN = 3;

    private final Path file;
    private final TensorFile open;
    private final Map<Place, String> inFile = new LinkedHashMap<>();
    private final List<Fit> fits = new ArrayList<>();
    private final List<String> matched = new ArrayList<>();
    private final Map<String, String> adapted = new LinkedHashMap<>();
    private final Map<String, String> skipped = new LinkedHashMap<>();
    private final List<String> random = new ArrayList<>();
    private final List<String> missing = new ArrayList<>();
    private final List<String> misfits = new ArrayList<>();

    /** An entry of a network and the entry of the file that goes into it. */
    private record Fit(Tensor target, String source) {}

    private Pretrained(Path file, TensorFile open) {
        this.file = file;
        this.open = open;
    }

    /**
     * Copies a file's weights into a featurizer and, where it fits, a classifier. Neither is touched before everything fits.
     *
     * @param classifier null: none is started, and the head of the file is skipped
     * @param file safetensors, a state dict of {@code torch.save}, or TorchScript, with the names of torchvision, timm or Shiftbed
     * @return what was loaded and what was not; null where {@code file} is null
     * @throws UserError where the file is missing, cannot be read, or is of another network; one line
     */
    public static @Nullable LoadReport load(Network featurizer, @Nullable Network classifier, @Nullable Path file) {
        if (file == null) {
            return null;
        }
        try (TensorFile open = TensorFile.open(file)) {
            return new Pretrained(file, open).load(featurizer, classifier);
        } catch (IOException e) {
            throw new UncheckedIOException(file + ": " + e.getMessage(), e);
        }
    }

    /**
     * Whether a file holds the weights of a network, told before anything is trained: makes the network, with random weights, and loads nothing.
     *
     * @param shape of the pictures
     * @throws UserError as {@link #load} would
     */
    public static void check(
            NetworkFactory network, ImageShape shape, HyperparameterValues hyperparameters, Path file) {
        Natives.load(1);
        try (PointerScope scope = new PointerScope();
                Network made = network.create(new NetworkFactory.Request(
                        shape,
                        0,
                        hyperparameters,
                        Precision.FLOAT32,
                        "cpu",
                        new SeededDraws(Seed.of("weights check", network.name()))));
                TensorFile open = TensorFile.open(file)) {
            new Pretrained(file, open).fit(made, null);
        } catch (IOException e) {
            throw new UncheckedIOException(file + ": " + e.getMessage(), e);
        }
    }

    private LoadReport load(Network featurizer, @Nullable Network classifier) throws IOException {
        fit(featurizer, classifier);
        copy();
        return new LoadReport(matched, adapted, skipped, random);
    }

    private void fit(Network featurizer, @Nullable Network classifier) {
        places();
        backbone(featurizer);
        head(classifier == null ? Map.of() : classifier.state());
        List<String> unknown = inFile.entrySet().stream()
                .filter(entry -> !entry.getKey().head())
                .map(Map.Entry::getValue)
                .toList();
        refuse(unknown);
    }

    private void places() {
        String wrapper = TorchNames.wrapper(open.layouts().keySet());
        for (String name : open.layouts().keySet()) {
            String other = inFile.putIfAbsent(TorchNames.ofFile(name.substring(wrapper.length())), name);
            if (other != null) {
                throw new UserError(
                        file + ": '" + other + "' and '" + name + "' stand for the same weight; keep one of them");
            }
        }
    }

    private void backbone(Network featurizer) {
        featurizer.state().forEach((name, target) -> {
            Place place = TorchNames.ofFeaturizer(name);
            String source = inFile.remove(place);
            if (source == null) {
                if (TorchNames.isBatchCount(place)) {
                    random.add("featurizer." + name);
                } else {
                    missing.add(place.name());
                }
                return;
            }
            Layout layout = Objects.requireNonNull(open.layouts().get(source));
            List<Long> shape = shape(target);
            boolean suits = layout.shape().equals(shape);
            if (!suits && TorchNames.isFirstConvolution(place) && differInThreeChannels(layout.shape(), shape)) {
                adapted.put(source, "repeated from 3 to " + shape.get(1) + " input channels");
                suits = true;
            }
            if (!suits || layout.type().floating() != target.is_floating_point()) {
                misfits.add(source + " (" + layout.type() + layout.shape() + ", the network has " + shape + ")");
                return;
            }
            fits.add(new Fit(target, source));
            matched.add(source);
        });
    }

    private static boolean differInThreeChannels(List<Long> found, List<Long> wanted) {
        if (found.size() != 4 || wanted.size() != 4 || found.get(1) != 3) {
            return false;
        }
        List<Long> same = new ArrayList<>(found);
        same.set(1, wanted.get(1));
        return same.equals(wanted);
    }

    /** Both its parts, or none: a weight with the bias of another head would be neither. */
    private void head(Map<String, Tensor> state) {
        Map<String, String> found = new LinkedHashMap<>();
        inFile.forEach((place, source) -> {
            if (place.head()) {
                found.put(place.name(), source);
            }
        });
        boolean all = found.keySet().equals(state.keySet())
                && state.entrySet().stream().allMatch(entry -> {
                    Layout layout = Objects.requireNonNull(
                            open.layouts().get(Objects.requireNonNull(found.get(entry.getKey()))));
                    return layout.type().floating() && layout.shape().equals(shape(entry.getValue()));
                });
        if (all) {
            state.forEach((name, target) -> {
                String source = Objects.requireNonNull(found.get(name));
                fits.add(new Fit(target, source));
                matched.add(source);
            });
            return;
        }
        found.forEach((name, source) -> {
            Tensor target = state.get(name);
            List<Long> shape =
                    Objects.requireNonNull(open.layouts().get(source)).shape();
            skipped.put(
                    source,
                    target == null
                            ? "the head here has no such part"
                            : shape.equals(shape(target))
                                    ? "the other part of the head does not fit"
                                    : "its shape is " + shape + ", the head here has " + shape(target));
        });
        state.keySet().forEach(name -> random.add("classifier." + name));
    }

    private void refuse(List<String> unknown) {
        List<String> causes = new ArrayList<>();
        if (!missing.isEmpty()) {
            causes.add(some(missing) + " of the network missing");
        }
        if (!unknown.isEmpty()) {
            causes.add(some(unknown) + " not of the network");
        }
        if (!misfits.isEmpty()) {
            causes.add(some(misfits) + " of another shape or type");
        }
        if (!causes.isEmpty()) {
            throw new UserError(file + ": these weights are not those of the network: " + String.join("; ", causes)
                    + "; give the weights of this network, or name theirs as 'network'");
        }
    }

    /** {@code 4 entries (a, b, c, ...)}. */
    private static String some(List<String> names) {
        String shown = String.join(
                ", ", names.stream().limit(SHOWN).map(PickleReader::shown).toList());
        return names.size() + (names.size() == 1 ? " entry (" : " entries (") + shown
                + (names.size() > SHOWN ? ", ..." : "") + ")";
    }

    private void copy() throws IOException {
        for (Fit fit : fits) {
            try (PointerScope scope = new PointerScope();
                    NoGradGuard guard = new NoGradGuard()) {
                Tensor source = StateDict.tensor(open.read(fit.source()));
                Tensor target = fit.target();
                if (!Arrays.equals(source.shape(), target.shape())) {
                    long[] channels = new long[Math.toIntExact(target.size(1))];
                    Arrays.setAll(channels, i -> i % 3);
                    source = source.index_select(1, Tensors.of(channels, channels.length));
                }
                target.copy_(source);
            }
        }
    }

    private static List<Long> shape(Tensor tensor) {
        return Arrays.stream(tensor.shape()).boxed().toList();
    }
}
