package org.shiftbed.learn.network;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.DeviceOptional;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.IValueVector;
import org.bytedeco.pytorch.JitModule;
import org.bytedeco.pytorch.NamedTensor;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.bytedeco.pytorch.named_buffer_iterator;
import org.bytedeco.pytorch.named_parameter_iterator;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.UserError;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.algorithm.RandomDraws;
import org.shiftbed.learn.torch.Devices;
import org.shiftbed.learn.torch.Tensors;

/**
 * A featurizer out of a TorchScript file that the user brings, as {@code torch.jit.trace} or {@code torch.jit.script} and {@code save} write it: one
 * method {@code forward} from pictures [B, C, H, W] to features [B, d]. It trains with the rest; with {@code vit_attn_tune} only its parameters
 * whose names hold "attn" do. Dropout {@code vit_dropout} follows the features. DomainBed's DINOv2 is one ({@code domainbed-protocol.md} 2).
 *
 * <p>State: the module's own names below {@code network.}. A module that was traced does what it did at tracing, in training too.
 */
public final class TorchScriptFeaturizer extends Network {
    private static final String TUNED = "attn";
    private static final String INTERPRETED = "RuntimeError: ";

    private final JitModule module;
    private final int features;
    private final double dropout;
    private final RandomDraws draws;

    private TorchScriptFeaturizer(
            JitModule module, int features, double dropout, RandomDraws draws, NamedTensors tensors) {
        super(tensors);
        this.module = module;
        this.features = features;
        this.dropout = dropout;
        this.draws = draws;
        module.retainReference();
    }

    /**
     * Reads a module inside the caller's scope, brings it to the request's precision and device, and finds the number of features by a pass of one
     * black picture.
     *
     * @param file TorchScript
     * @throws UserError if there is no such file, libtorch cannot read it, it does not take such pictures or does not give [B, d], or
     *     {@code vit_attn_tune} is on and no parameter's name holds "attn"
     */
    public static TorchScriptFeaturizer load(Path file, NetworkFactory.Request request) {
        if (!Files.isRegularFile(file)) {
            throw new UserError("network: not run: no weights at " + file
                    + "; save the module there with torch.jit.trace(module, picture).save(...)");
        }
        JitModule module = read(file, request.device());
        boolean tuned = request.hyperparameters().flag("vit_attn_tune", false);
        Map<String, Tensor> parameters = parameters(module);
        Map<String, Tensor> buffers = buffers(module);
        if (tuned && parameters.keySet().stream().noneMatch(TorchScriptFeaturizer::tuned)) {
            throw new UserError("network: vit_attn_tune trains the parameters whose names hold '" + TUNED + "', and "
                    + file + " has none; its " + parameters.size() + " parameters are "
                    + parameters.keySet().stream().limit(3).toList() + " and so on; write vit_attn_tune: false");
        }
        ScalarType type = Tensors.type(request.precision());
        parameters.values().forEach(tensor -> convert(tensor, type));
        buffers.values().forEach(tensor -> convert(tensor, type));
        int features = probe(module, file, request, type);
        NamedTensors tensors = new NamedTensors(request.precision(), request.device());
        parameters.forEach((name, tensor) -> {
            boolean trained = !tuned || tuned(name);
            tensor.set_requires_grad(trained);
            tensors.adopt("network." + name, tensor, trained);
        });
        buffers.forEach((name, tensor) -> tensors.adopt("network." + name, tensor, false));
        double dropout = request.hyperparameters().number("vit_dropout", 0);
        return new TorchScriptFeaturizer(module, features, dropout, request.draws(), tensors);
    }

    @Override
    public Tensor forward(Tensor x) {
        return Layers.dropout(result(module, x), training() ? dropout : 0, draws);
    }

    /** What the file does with a batch is not known. */
    @Override
    public boolean mixesRows() {
        return true;
    }

    @Override
    public int features() {
        return features;
    }

    @Override
    public void train(boolean on) {
        super.train(on);
        module.train(on);
    }

    @Override
    public void close() {
        super.close();
        module.releaseReference();
    }

    private static boolean tuned(String name) {
        return name.contains(TUNED);
    }

    private static JitModule read(Path file, String device) {
        try {
            return torch.load(file.toString(), new DeviceOptional(Devices.require(device, "device")), true);
        } catch (RuntimeException e) {
            throw new UserError(
                    "network: " + file + " is not a TorchScript file that libtorch can read (" + reason(e)
                            + "); save the module with torch.jit.trace(module, picture).save(...)",
                    e);
        }
    }

    private static int probe(JitModule module, Path file, NetworkFactory.Request request, ScalarType type) {
        ImageShape shape = request.shape();
        module.eval();
        try (PointerScope scope = new PointerScope();
                NoGradGuard guard = new NoGradGuard()) {
            Tensor black = torch.zeros(
                            new long[] {1, shape.channels(), shape.height(), shape.width()}, new TensorOptions(type))
                    .to(Devices.require(request.device(), "device"), type);
            Tensor found = result(module, black);
            if (found.dim() != 2 || found.size(0) != 1 || found.scalar_type().intern() != type) {
                throw new UserError("network: " + file + " must give features [B, d] of pictures " + shape
                        + ", for one it gave " + Arrays.toString(found.shape()) + " of type "
                        + found.scalar_type().intern()
                        + "; save a module that returns one vector of its own type a picture");
            }
            return Math.toIntExact(found.size(1));
        } catch (UserError e) {
            throw e;
        } catch (RuntimeException e) {
            throw new UserError(
                    "network: " + file + " does not take pictures " + shape + " to features (" + reason(e)
                            + "); save a module for such pictures",
                    e);
        } finally {
            module.train(true);
        }
    }

    /** What {@code forward} gives; an error of libtorch where it is no tensor. */
    private static Tensor result(JitModule module, Tensor x) {
        IValue value = module.forward(new IValueVector(new IValue(x)));
        // A copy of the handle: the one inside the value is gone with it.
        return new Tensor(value.toTensor());
    }

    /** In place, so that the module computes with what was converted. Whole numbers stay. */
    private static void convert(Tensor tensor, ScalarType type) {
        if (tensor.is_floating_point() && tensor.scalar_type().intern() != type) {
            tensor.set_data(tensor.detach().to(type));
        }
    }

    private static Map<String, Tensor> parameters(JitModule module) {
        Map<String, Tensor> all = new LinkedHashMap<>();
        named_parameter_iterator end = module.named_parameters().end();
        for (named_parameter_iterator at = module.named_parameters().begin(); at.notEquals(end); at.increment()) {
            put(all, at.multiply());
        }
        return all;
    }

    private static Map<String, Tensor> buffers(JitModule module) {
        Map<String, Tensor> all = new LinkedHashMap<>();
        named_buffer_iterator end = module.named_buffers().end();
        for (named_buffer_iterator at = module.named_buffers().begin(); at.notEquals(end); at.increment()) {
            put(all, at.multiply());
        }
        return all;
    }

    private static void put(Map<String, Tensor> all, NamedTensor entry) {
        all.put(entry.name().getString(), new Tensor(entry.value()));
    }

    /** The line of libtorch's report that says what was wrong: the last error of an interpreted module, else the first line. */
    private static String reason(RuntimeException e) {
        List<String> lines = String.valueOf(e.getMessage()).strip().lines().toList();
        String first = lines.isEmpty() ? "no reason given" : lines.get(0);
        return lines.stream()
                .filter(line -> line.startsWith(INTERPRETED))
                .reduce((earlier, later) -> later)
                .map(line -> line.substring(INTERPRETED.length()))
                .orElse(first);
    }

    /** Registers {@code dinov2}. */
    public static final class Factory implements NetworkFactory {
        private static final int CHANNELS = 3;

        @Override
        public String name() {
            return "dinov2";
        }

        @Override
        public String summary() {
            return "DINOv2, or any other featurizer, out of a TorchScript file that you bring; for pictures of 3 channels";
        }

        @Override
        public @Nullable String refuses(ImageShape shape) {
            return shape.channels() == CHANNELS
                    ? null
                    : "dinov2 needs " + CHANNELS + " channels, the pictures are " + shape;
        }

        @Override
        public boolean needsWeights() {
            return true;
        }

        @Override
        public Set<String> reads() {
            return Set.of("vit_attn_tune", "vit_dropout");
        }

        @Override
        public Network create(Request request) {
            Path weights = request.weights();
            if (weights == null) {
                throw new UserError("network: not run: dinov2 is made of a TorchScript file that you bring, and none is"
                        + " named; name one, or another network");
            }
            return TorchScriptFeaturizer.load(weights, request);
        }
    }
}
