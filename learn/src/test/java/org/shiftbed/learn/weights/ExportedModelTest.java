package org.shiftbed.learn.weights;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bytedeco.javacpp.PointerScope;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.Algorithms;
import org.shiftbed.learn.Precision;
import org.shiftbed.learn.algorithm.Algorithm;
import org.shiftbed.learn.algorithm.AlgorithmFactory;
import org.shiftbed.learn.golden.RecordedDraws;
import org.shiftbed.learn.torch.Natives;

class ExportedModelTest {
    @Test
    void aResidualNetworkHasTorchvisionsNamesAndWhatTrainingAloneNeedsIsLeftOut() {
        ExportedModel model = ExportedModel.of(
                kept(
                        Map.of("labels", "[\"cat\",\"dog\"]", "step", "7"),
                        "update_count",
                        "featurizer.network.conv1.weight",
                        "classifier.weight",
                        "classifier.bias",
                        "discriminator.input.weight"),
                "resnet18",
                "t");
        assertThat(model.contents().tensors().keySet()).containsExactly("conv1.weight", "fc.weight", "fc.bias");
        assertThat(model.leftOut()).containsExactly("update_count", "discriminator.input.weight");
        assertThat(model.leftOutByNetwork()).containsExactly("update_count", "discriminator (1)");
        assertThat(model.contents().metadata())
                .containsOnly(
                        Map.entry("labels", "[\"cat\",\"dog\"]"),
                        Map.entry("step", "7"),
                        Map.entry("classes", "2"),
                        Map.entry("network", "resnet18"),
                        Map.entry("trial", "t"),
                        Map.entry("format", "pt"));
    }

    @Test
    void networksThatAnAlgorithmCallsOtherwiseAreFound() {
        ExportedModel model = ExportedModel.of(
                kept(
                        Map.of("featurizer", "network_f", "classifier", "network_c"),
                        "network_f.network.bn1.bias",
                        "network_c.bias",
                        "network_c.weight",
                        "network_s.weight"),
                "resnet50",
                "t");
        assertThat(model.contents().tensors().keySet()).containsExactly("bn1.bias", "fc.bias", "fc.weight");
        assertThat(model.leftOut()).containsExactly("network_s.weight");
        assertThat(model.contents().metadata()).doesNotContainKeys("featurizer", "classifier");
    }

    @Test
    void aHeadWithHiddenLayersStandsWhereTorchvisionsDoes() {
        ExportedModel model = ExportedModel.of(
                kept(
                        Map.of("featurizer", "featurizer_label", "classifier", "classifier_label_1"),
                        "featurizer_label.network.conv1.weight",
                        "featurizer_domain.network.conv1.weight",
                        "featurizer_domain.network.bn1.weight",
                        "classifier_label_1.0.weight",
                        "classifier_label_1.4.bias",
                        "classifier_label_2.4.bias"),
                "resnet18",
                "t");
        assertThat(model.contents().tensors().keySet())
                .containsExactlyInAnyOrder("conv1.weight", "fc.0.weight", "fc.4.bias");
        assertThat(model.leftOutByNetwork())
                .containsExactlyInAnyOrder("featurizer_domain (2)", "classifier_label_2 (1)");
    }

    @Test
    void aModelThatPredictsInItsOwnWayIsWholeUnderItsOwnNames() {
        ExportedModel model = ExportedModel.of(
                kept(Map.of("prediction", "own"), "featurizer.network.bn1.bias", "classifier.weight", "embeddings"),
                "resnet18",
                "t");
        assertThat(model.contents().tensors().keySet())
                .containsExactly("featurizer.network.bn1.bias", "classifier.weight", "embeddings");
        assertThat(model.leftOut()).isEmpty();
    }

    @Test
    void algorithmsSayWhatTheyPredictWith() {
        assertThat(composition("ERM")).isEqualTo(new Algorithm.Composition("featurizer", "classifier"));
        assertThat(composition("DANN")).isEqualTo(new Algorithm.Composition("featurizer", "classifier"));
        assertThat(composition("SagNet")).isEqualTo(new Algorithm.Composition("network_f", "network_c"));
        assertThat(composition("MTL"))
                .as("the classifier sees an embedding too")
                .isNull();
    }

    private static Algorithm.@Nullable Composition composition(String name) {
        Natives.load(1);
        try (PointerScope scope = new PointerScope()) {
            AlgorithmFactory factory = Algorithms.require(name, "test");
            try (Algorithm algorithm = factory.create(new AlgorithmFactory.Context(
                    new ImageShape(1, 8, 8),
                    0,
                    3,
                    2,
                    factory.info().forms().get(0),
                    Set.of(),
                    factory.space(new AlgorithmFactory.SpaceContext("sprites", true, "domainbed"))
                            .defaults(),
                    "mlp",
                    Precision.FLOAT32,
                    "cpu",
                    new RecordedDraws()))) {
                Algorithm.Composition composition = algorithm.composition();
                if (composition != null) {
                    assertThat(requireNonNull(algorithm.state()).keySet())
                            .anyMatch(key -> key.startsWith(composition.featurizer() + "."))
                            .anyMatch(key -> key.startsWith(composition.classifier() + "."));
                }
                return composition;
            }
        }
    }

    private static Safetensors.Contents kept(Map<String, String> metadata, String... names) {
        Map<String, StoredTensor> tensors = new LinkedHashMap<>();
        for (String name : List.of(names)) {
            tensors.put(name, StoredTensor.of(new float[] {tensors.size()}, 1));
        }
        return new Safetensors.Contents(tensors, metadata);
    }
}
