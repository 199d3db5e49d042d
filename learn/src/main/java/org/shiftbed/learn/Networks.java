package org.shiftbed.learn;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import org.shiftbed.base.Names;
import org.shiftbed.base.plugin.Services;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.network.NetworkFactory;

/** The networks that the program and the plugins in use register, by name. Asking loads no natives. */
public final class Networks {
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
     * The network for pictures of this shape where none is named.
     *
     * <p>Under {@code domainbed} the reference dispatches by shape ({@code domainbed-protocol.md} 2): 28 x 28 gets {@code mnist-cnn}, every other
     * shape a residual network. The reference's residual network starts from ImageNet weights; without such weights an 18-layer one is the one that
     * can be trained from scratch, so {@code resnet18} stands for it. Under {@code controlled} pictures of at most 64 x 64 get
     * {@code small-cnn} and larger ones {@code resnet18}.
     *
     * @return a registered name
     */
    public static String defaultFor(ImageShape shape, Protocol protocol) {
        boolean digits = shape.height() == 28 && shape.width() == 28;
        if (protocol == Protocol.DOMAINBED) {
            return digits ? "mnist-cnn" : "resnet18";
        }
        return Math.max(shape.height(), shape.width()) <= 64 ? "small-cnn" : "resnet18";
    }

    private static Map<String, NetworkFactory> factories() {
        return Collections.unmodifiableMap(Services.byName(NetworkFactory.class, "network", NetworkFactory::name));
    }
}
