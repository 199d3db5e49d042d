package org.shiftbed.learn.weights;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shiftbed.learn.weights.TorchNames.Place;

class TorchNamesTest {
    @ParameterizedTest
    @CsvSource({
        // torchvision's residual networks, and timm's, which use the same names
        "conv1.weight, conv1.weight",
        "layer3.0.downsample.1.running_var, layer3.0.downsample.1.running_var",
        // torchvision's vision transformer, since 0.12 and before
        "class_token, class_token",
        "encoder.layers.encoder_layer_11.mlp.0.weight, encoder.layers.encoder_layer_11.mlp.0.weight",
        "encoder.layers.encoder_layer_11.mlp.linear_1.bias, encoder.layers.encoder_layer_11.mlp.0.bias",
        "encoder.layers.encoder_layer_0.mlp.linear_2.weight, encoder.layers.encoder_layer_0.mlp.3.weight",
        // timm's vision transformer
        "cls_token, class_token",
        "pos_embed, encoder.pos_embedding",
        "patch_embed.proj.weight, conv_proj.weight",
        "patch_embed.proj.bias, conv_proj.bias",
        "blocks.0.norm1.weight, encoder.layers.encoder_layer_0.ln_1.weight",
        "blocks.7.attn.qkv.weight, encoder.layers.encoder_layer_7.self_attention.in_proj_weight",
        "blocks.7.attn.qkv.bias, encoder.layers.encoder_layer_7.self_attention.in_proj_bias",
        "blocks.7.attn.proj.weight, encoder.layers.encoder_layer_7.self_attention.out_proj.weight",
        "blocks.11.norm2.bias, encoder.layers.encoder_layer_11.ln_2.bias",
        "blocks.11.mlp.fc1.weight, encoder.layers.encoder_layer_11.mlp.0.weight",
        "blocks.11.mlp.fc2.bias, encoder.layers.encoder_layer_11.mlp.3.bias",
        "norm.weight, encoder.ln.weight",
        "norm.bias, encoder.ln.bias",
        // Shiftbed's own
        "featurizer.network.bn1.weight, bn1.weight",
        "featurizer.norm.weight, norm.weight",
        // of no known library: stays what it is, and so is found to be unknown
        "blocks.0.ls1.gamma, blocks.0.ls1.gamma",
        "blocks.0.attn.q_norm.weight, blocks.0.attn.q_norm.weight",
    })
    void namesOfBackbonesLeadToTorchvisions(String written, String place) {
        assertThat(TorchNames.ofFile(written)).isEqualTo(new Place(false, place));
    }

    @ParameterizedTest
    @CsvSource({
        "fc.weight, weight",
        "fc.bias, bias",
        "heads.head.weight, weight",
        "head.bias, bias",
        "classifier.weight, weight",
        "classifier.2.bias, 2.bias",
        "heads.pre_logits.weight, pre_logits.weight",
    })
    void namesOfHeadsLeadToTheClassifier(String written, String place) {
        assertThat(TorchNames.ofFile(written)).isEqualTo(new Place(true, place));
    }

    @ParameterizedTest
    @CsvSource({
        "featurizer.network.conv1.weight, resnet18, conv1.weight",
        "classifier.weight, resnet50, fc.weight",
        "featurizer.network.class_token, vit-b16, class_token",
        "featurizer.class_token, vit-b16, class_token",
        "classifier.bias, vit-b16, heads.head.bias",
        "classifier.0.bias, resnet18, fc.0.bias",
        "classifier.4.weight, vit-b16, heads.head.4.weight",
        "featurizer.network.conv1.weight, resnet18-small, featurizer.network.conv1.weight",
        "featurizer.convs.0.weight, small-cnn, featurizer.convs.0.weight",
        "classifier.weight, small-cnn, classifier.weight",
    })
    void exportedNamesAreTorchvisionsWhereItHasTheNetwork(String ours, String network, String theirs) {
        assertThat(TorchNames.exported(ours, network)).isEqualTo(theirs);
        assertThat(TorchNames.ofFile(theirs)).as("and are read back").isEqualTo(TorchNames.ofFile(ours));
    }

    @Test
    void aWrappersPrefixIsOneThatAllNamesShare() {
        assertThat(TorchNames.wrapper(Set.of("module.a", "module.b"))).isEqualTo("module.");
        assertThat(TorchNames.wrapper(Set.of("_orig_mod.a"))).isEqualTo("_orig_mod.");
        assertThat(TorchNames.wrapper(Set.of("module.a", "b"))).isEmpty();
        assertThat(TorchNames.wrapper(Set.of())).isEmpty();
    }
}
