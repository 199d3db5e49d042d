package org.shiftbed.learn.network;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shiftbed.data.ImageShape;

/** Registers the vision transformers of {@code controlled-shifts} 3.1. */
public abstract class VisionTransformerFactory implements NetworkFactory {
    private final String name;
    private final String summary;

    private VisionTransformerFactory(String name, String summary) {
        this.name = name;
        this.summary = summary;
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
        if (shape.height() != shape.width()) {
            return name + " needs square pictures, these are " + shape;
        }
        int patch = size(shape.width()).patch();
        return shape.width() % patch == 0
                ? null
                : name + " cuts them into patches of " + patch + " pixels, which do not fill " + shape;
    }

    @Override
    public Set<String> reads() {
        return Set.of("vit_dropout");
    }

    @Override
    public Network create(Request request) {
        return new VisionTransformer(
                request, size(request.shape().width()), new NamedTensors(request.precision(), request.device()));
    }

    /** The size for pictures of this side. */
    abstract VisionTransformer.Size size(int side);

    /** {@code vit-b16}. */
    public static final class B16 extends VisionTransformerFactory {
        /** For the registry. */
        public B16() {
            super("vit-b16", "vision transformer ViT-B/16 as in torchvision, 768 features; for square pictures");
        }

        @Override
        VisionTransformer.Size size(int side) {
            return new VisionTransformer.Size(16, 768, 3072, 12, 12);
        }
    }

    /** {@code vit-f1}: patches of 4 pixels up to a side of 64, of 12 at a side of 96, else of 16. */
    public static final class F1 extends VisionTransformerFactory {
        /** For the registry. */
        public F1() {
            super("vit-f1", "small vision transformer of eight layers, 256 features; for square pictures");
        }

        @Override
        VisionTransformer.Size size(int side) {
            int patch = side == 96 ? 12 : side <= 64 ? 4 : 16;
            return new VisionTransformer.Size(patch, 256, 512, 8, 8);
        }
    }
}
