package org.shiftbed.learn.weights;

import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of weights: the one place where those of torchvision and timm become ours and ours become torchvision's.
 *
 * <p>Inside, every weight has a place: in the head, or in the backbone by torchvision's name. timm's residual networks use torchvision's names;
 * timm's vision transformers have their own. A file of Shiftbed ({@code featurizer.}, {@code classifier.}) is understood too.
 */
final class TorchNames {
    private static final String FEATURIZER = "featurizer.";
    private static final String CLASSIFIER = "classifier.";
    /** DomainBed keeps a residual network in a field of this name. */
    private static final String NETWORK = "network.";

    private static final String LAYER = "encoder.layers.encoder_layer_";

    /** Prefixes that PyTorch's wrappers of a model put before every name. */
    private static final Set<String> WRAPPERS = Set.of("module.", "_orig_mod.");

    private static final Pattern TIMM_BLOCK = Pattern.compile("blocks\\.(\\d{1,4})\\.(.+)\\.(weight|bias)");
    private static final Pattern OLD_MLP =
            Pattern.compile("(encoder\\.layers\\.encoder_layer_\\d{1,4}\\.mlp)\\.linear_([12])\\.(weight|bias)");

    private static final Map<String, String> TIMM_LAYERS = Map.of(
            "norm1", "ln_1.",
            "attn.qkv", "self_attention.in_proj_",
            "attn.proj", "self_attention.out_proj.",
            "norm2", "ln_2.",
            "mlp.fc1", "mlp.0.",
            "mlp.fc2", "mlp.3.");

    private static final Map<String, String> TIMM = Map.of(
            "cls_token", "class_token",
            "pos_embed", "encoder.pos_embedding",
            "patch_embed.proj.weight", "conv_proj.weight",
            "patch_embed.proj.bias", "conv_proj.bias",
            "norm.weight", "encoder.ln.weight",
            "norm.bias", "encoder.ln.bias");

    private TorchNames() {}

    /**
     * Where a weight belongs.
     *
     * @param head whether it is of the classifier
     * @param name torchvision's, or ours where the network is not torchvision's; of a head without its prefix: {@code weight}, {@code bias}
     */
    record Place(boolean head, String name) {}

    /** The place of an entry of our own featurizer. */
    static Place ofFeaturizer(String name) {
        return new Place(false, name.startsWith(NETWORK) ? name.substring(NETWORK.length()) : name);
    }

    /** The place of an entry of a file, its wrapper's prefix gone. */
    static Place ofFile(String name) {
        if (name.startsWith(FEATURIZER)) {
            return ofFeaturizer(name.substring(FEATURIZER.length()));
        }
        for (String head : new String[] {CLASSIFIER, "fc.", "heads.head.", "heads.", "head."}) {
            if (name.startsWith(head)) {
                return new Place(true, name.substring(head.length()));
            }
        }
        Matcher block = TIMM_BLOCK.matcher(name);
        if (block.matches() && TIMM_LAYERS.containsKey(block.group(2))) {
            return new Place(false, LAYER + block.group(1) + "." + TIMM_LAYERS.get(block.group(2)) + block.group(3));
        }
        Matcher old = OLD_MLP.matcher(name);
        if (old.matches()) {
            return new Place(false, old.group(1) + (old.group(2).equals("1") ? ".0." : ".3.") + old.group(3));
        }
        return ofFeaturizer(TIMM.getOrDefault(name, name));
    }

    /** The prefix of a wrapper that all names share; empty where they share none. */
    static String wrapper(Set<String> names) {
        for (String prefix : WRAPPERS) {
            if (!names.isEmpty() && names.stream().allMatch(name -> name.startsWith(prefix))) {
                return prefix;
            }
        }
        return "";
    }

    /** Whether a backbone's entry is its first convolution, whose input channels are those of the pictures. */
    static boolean isFirstConvolution(Place place) {
        return !place.head()
                && (place.name().equals("conv1.weight") || place.name().equals("conv_proj.weight"));
    }

    /** Whether an entry counts batches of a normalisation: files of old releases lack it, and it changes nothing here. */
    static boolean isBatchCount(Place place) {
        return place.name().endsWith(".num_batches_tracked");
    }

    /**
     * The name under which an entry of a trained model is written for others.
     *
     * @param name ours: {@code featurizer.…} or {@code classifier.…}
     * @param network registered name
     * @return torchvision's name where torchvision has the network, else the same name; a head with hidden layers stands where torchvision's head does,
     *     as if a sequence of layers had taken its place
     */
    static String exported(String name, String network) {
        String head = head(network);
        if (head.isEmpty()) {
            return name;
        }
        return name.startsWith(CLASSIFIER)
                ? head + name.substring(CLASSIFIER.length())
                : ofFeaturizer(name.substring(FEATURIZER.length())).name();
    }

    /** torchvision's prefix of the head of a network; empty where torchvision has no such network. */
    private static String head(String network) {
        if (network.matches("resnet\\d+")) {
            return "fc.";
        }
        return network.matches("vit-[bl]\\d+") ? "heads.head." : "";
    }
}
