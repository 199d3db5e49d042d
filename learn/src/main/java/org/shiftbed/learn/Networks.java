package org.shiftbed.learn;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;
import org.shiftbed.base.plugin.Services;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.hyperparameter.HyperparameterValues;
import org.shiftbed.learn.network.NetworkFactory;

/** The networks that the program and the plugins in use register, by name. Asking loads no natives. */
public final class Networks {
    /** The layer of strictness that concerns networks. */
    private static final String STRICT_LAYER = "network";

    /** The name of a network, and of the hyperparameter that asks for it. */
    private static final String RESNET_18 = "resnet18";

    private Networks() {}

    /** Their names, sorted. */
    public static Set<String> names() {
        return factories().keySet();
    }

    /** All of them, sorted by name. */
    public static Collection<NetworkFactory> all() {
        return factories().values();
    }

    /**
     * The network of this name.
     *
     * @param place where the name stands, for the message
     * @throws org.shiftbed.base.UserError if there is none, with the nearest known name
     */
    public static NetworkFactory require(String name, String place) {
        Map<String, NetworkFactory> factories = factories();
        NetworkFactory found = factories.get(name);
        if (found == null) {
            throw Names.unknown(place, "network", name, factories.keySet());
        }
        return found;
    }

    /**
     * Why a network cannot take examples of this shape, as the end of a sentence; null where it can.
     *
     * @param network registered
     */
    public static @Nullable String refusal(NetworkFactory network, ImageShape shape) {
        return shape.isVector() && !network.takesVectors()
                ? network.name() + " takes pictures, and the rows of a table are " + shape
                        + " numbers; write network: mlp, or leave it out"
                : network.refuses(shape);
    }

    /**
     * The network for pictures of this shape where none is named, with the defaults of all hyperparameters and every layer strict.
     *
     * @return a registered name
     */
    public static String defaultFor(ImageShape shape, Protocol protocol) {
        return defaultFor(shape, protocol, new HyperparameterValues(Map.of()), Set.of(STRICT_LAYER));
    }

    /**
     * The network for pictures of this shape where none is named.
     *
     * <p>Under {@code domainbed} the reference dispatches by shape ({@code domainbed-protocol.md} 2): 28 x 28 gets {@code mnist-cnn}, 32 x 32
     * {@code wide-resnet}, 224 x 224 the backbone that the hyperparameters {@code vit}, {@code dinov2}, {@code resnet18} and
     * {@code resnet50_augmix} say. With layer {@code network} strict {@code resnet50_augmix} wins over {@code resnet18}, as there (D09). The
     * reference has none for other sizes; {@code resnet18} serves them. Under {@code controlled} pictures of at most 64 x 64 get
     * {@code small-cnn} and larger ones {@code resnet18}. Rows of a table get {@code mlp} under both.
     *
     * @param hyperparameters of the run; those that are missing have the reference's defaults
     * @param strict layers in which the reference's defects are kept
     * @return a registered name
     * @throws UserError if {@code vit} is on without {@code dinov2}
     */
    public static String defaultFor(
            ImageShape shape, Protocol protocol, HyperparameterValues hyperparameters, Set<String> strict) {
        if (shape.isVector()) {
            return "mlp";
        }
        if (protocol == Protocol.CONTROLLED) {
            return Math.max(shape.height(), shape.width()) <= 64 ? "small-cnn" : RESNET_18;
        }
        return switch (shape.height() == shape.width() ? shape.height() : 0) {
            case 28 -> "mnist-cnn";
            case 32 -> "wide-resnet";
            case 224 -> backbone(hyperparameters, strict);
            default -> RESNET_18;
        };
    }

    private static String backbone(HyperparameterValues hyperparameters, Set<String> strict) {
        if (hyperparameters.flag("vit", false)) {
            if (!hyperparameters.flag("dinov2", false)) {
                throw new UserError(
                        "vit: true needs dinov2: true, the protocol has no other transformer; add it, or name"
                                + " one, as in network: vit-b16");
            }
            return "dinov2";
        }
        boolean overridden = strict.contains(STRICT_LAYER) && hyperparameters.flag("resnet50_augmix", true);
        return hyperparameters.flag(RESNET_18, false) && !overridden ? RESNET_18 : "resnet50";
    }

    private static Map<String, NetworkFactory> factories() {
        return Collections.unmodifiableMap(Services.byName(NetworkFactory.class, "network", NetworkFactory::name));
    }
}
