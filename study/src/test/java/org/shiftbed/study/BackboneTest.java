package org.shiftbed.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.Protocol;

class BackboneTest {
    private static final Registry REGISTRY = Registry.installed();
    private static final ImageShape LARGE = new ImageShape(3, 224, 224);
    private static final Map<String, Object> SMALLER = Map.of("resnet18", true, "resnet50_augmix", true);

    @Test
    void strictnessThatChangesTheBackboneIsSaid() {
        Backbone strict = of(null, LARGE, SMALLER, List.of("network"));
        assertThat(strict.network()).isEqualTo("resnet50");
        assertThat(strict.note())
                .isEqualTo(
                        "with layer network strict resnet50_augmix: true wins over resnet18: true, as in the reference, so"
                                + " the network is resnet50; take network out of strict for resnet18");
        assertThat(of(null, LARGE, SMALLER, List.of("data"))).isEqualTo(new Backbone("resnet18", null, null));
    }

    @Test
    void strictnessIsNotSpokenOfWhereItChangesNothing() {
        Map<String, Object> defaults = Map.of("resnet18", false, "resnet50_augmix", true);
        assertThat(of(null, LARGE, defaults, List.of("network"))).isEqualTo(new Backbone("resnet50", null, null));
        assertThat(of(null, new ImageShape(2, 28, 28), SMALLER, List.of("network")))
                .isEqualTo(new Backbone("mnist-cnn", null, null));
        assertThat(of("resnet101", LARGE, SMALLER, List.of("network")))
                .as("a named network is the one that trains")
                .isEqualTo(new Backbone("resnet101", null, null));
    }

    @Test
    void aBackboneOfAFileOrOfOtherPicturesIsRefused() {
        Map<String, Object> transformer = Map.of("vit", true, "dinov2", true);
        assertThat(of(null, LARGE, transformer, List.of()))
                .isEqualTo(new Backbone(
                        "dinov2",
                        null,
                        "not run: no weights for dinov2, which is made of a TorchScript file that you bring; name it as"
                                + " 'weights: FILE'"));
        assertThat(Backbone.of(null, LARGE, Protocol.DOMAINBED, transformer, List.of(), true, REGISTRY))
                .as("with a file of weights")
                .isEqualTo(new Backbone("dinov2", null, null));
        assertThat(of(null, new ImageShape(1, 224, 224), transformer, List.of()).refusal())
                .isEqualTo("dinov2 needs 3 channels, the pictures are 1x224x224");
    }

    private static Backbone of(
            @Nullable String named, ImageShape shape, Map<String, Object> hyperparameters, List<String> strict) {
        return Backbone.of(named, shape, Protocol.DOMAINBED, hyperparameters, strict, false, REGISTRY);
    }
}
