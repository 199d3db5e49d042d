package org.shiftbed.learn.network;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.hyperparameter.HyperparameterValues;

/** Registers the residual networks. */
public abstract class ResNetFactory implements NetworkFactory {
    private static final int SMALLEST = 64;
    private static final List<Integer> BLOCKS_18 = List.of(2, 2, 2, 2);
    private static final List<Integer> BLOCKS_50 = List.of(3, 4, 6, 3);
    private static final List<Integer> BLOCKS_101 = List.of(3, 4, 23, 3);

    private final String name;
    private final String summary;
    private final ResNet.Plan plan;

    private ResNetFactory(String name, String summary, ResNet.Plan plan) {
        this.name = name;
        this.summary = summary;
        this.plan = plan;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String summary() {
        return summary;
    }

    @Override
    public @Nullable String refuses(ImageShape shape) {
        return null;
    }

    @Override
    public @Nullable String warns(ImageShape shape) {
        // The stem and the four stages halve the sides five times.
        return plan.smallStem() || Math.min(shape.height(), shape.width()) >= SMALLEST
                ? null
                : "is made for pictures of " + SMALLEST
                        + " pixels and more, and leaves little of smaller ones; resnet18-small and small-cnn keep more";
    }

    @Override
    public boolean poolsMap(ImageShape shape) {
        return Math.max(shape.height(), shape.width()) > 1 << halvings();
    }

    @Override
    public boolean normalisesBatches() {
        return true;
    }

    @Override
    public Set<String> reads() {
        return Set.of("freeze_bn", "init", "resnet_dropout");
    }

    @Override
    public int fewestRows(ImageShape shape, HyperparameterValues hyperparameters) {
        return !poolsMap(shape) && !hyperparameters.flag("freeze_bn", false) ? 2 : 1;
    }

    /** How often stem and stages halve the sides. */
    private int halvings() {
        return plan.smallStem() ? 3 : plan.wideEnd() ? 4 : 5;
    }

    @Override
    public Network create(Request request) {
        return new ResNet(request, plan, new NamedTensors(request.precision(), request.device()));
    }

    /** {@code resnet18}. */
    public static final class ResNet18 extends ResNetFactory {
        /** For the registry. */
        public ResNet18() {
            super(
                    "resnet18",
                    "ResNet-18 as in torchvision, 512 features; for pictures of 64 pixels and more",
                    new ResNet.Plan(BLOCKS_18, false, false, false));
        }
    }

    /** {@code resnet18-small}. */
    public static final class SmallResNet18 extends ResNetFactory {
        /** For the registry. */
        public SmallResNet18() {
            super(
                    "resnet18-small",
                    "ResNet-18 with a 3 x 3 stem of stride 1 and no max-pooling, 512 features; for pictures of up to 64 pixels",
                    new ResNet.Plan(BLOCKS_18, false, true, false));
        }
    }

    /** {@code resnet18-wide}, the trunk of SagNet in the code of the controlled study ({@code controlled-shifts.md} 3.1). */
    public static final class WideResNet18 extends ResNetFactory {
        /** For the registry. */
        public WideResNet18() {
            super(
                    "resnet18-wide",
                    "ResNet-18 whose last stage has 2048 channels and does not halve the sides, 2048 features; for pictures of 64 pixels and more",
                    new ResNet.Plan(BLOCKS_18, false, false, true));
        }
    }

    /** {@code resnet50}. */
    public static final class ResNet50 extends ResNetFactory {
        /** For the registry. */
        public ResNet50() {
            super(
                    "resnet50",
                    "ResNet-50 as in torchvision and timm, 2048 features; for pictures of 64 pixels and more",
                    new ResNet.Plan(BLOCKS_50, true, false, false));
        }
    }

    /** {@code resnet101}. */
    public static final class ResNet101 extends ResNetFactory {
        /** For the registry. */
        public ResNet101() {
            super(
                    "resnet101",
                    "ResNet-101 as in torchvision, 2048 features; for pictures of 64 pixels and more",
                    new ResNet.Plan(BLOCKS_101, true, false, false));
        }
    }
}
