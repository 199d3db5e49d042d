package org.shiftbed.learn.weights;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.Algorithms;
import org.shiftbed.learn.Networks;
import org.shiftbed.learn.Precision;
import org.shiftbed.learn.algorithm.Algorithm;
import org.shiftbed.learn.algorithm.AlgorithmFactory;
import org.shiftbed.learn.algorithm.Minibatch;
import org.shiftbed.learn.golden.Npz;
import org.shiftbed.learn.golden.PeerScript;
import org.shiftbed.learn.golden.RecordedDraws;
import org.shiftbed.learn.hyperparameter.HyperparameterValues;
import org.shiftbed.learn.network.Classifier;
import org.shiftbed.learn.network.NamedTensors;
import org.shiftbed.learn.network.Network;
import org.shiftbed.learn.network.NetworkFactory;
import org.shiftbed.learn.torch.Natives;
import org.shiftbed.learn.torch.Tensors;

/** Weights that torch and torchvision of this machine wrote give their logits here; a model that is exported gives ours there. */
@Tag("peer")
class TorchWeightsPeerTest {
    private static final int CLASSES = 5;
    private static final double TOLERANCE = 1e-4;

    @TempDir
    static Path folder;

    @BeforeAll
    static void record() throws Exception {
        Natives.load(1);
        Files.writeString(folder.resolve("networks.txt"), String.join("\n", Networks.names()) + "\n");
        PeerScript.run("torch_weights.py", folder);
        assumeTrue(Files.exists(folder.resolve("weights.npz")), "no python3-torchvision");
    }

    @TestFactory
    Stream<DynamicTest> everyFormOfFileGivesTheLogitsOfTorchvision() throws Exception {
        Npz arrays = Npz.read(folder.resolve("weights.npz"));
        List<String> files = arrays.below("").keySet().stream()
                .filter(name -> name.endsWith("/logits"))
                .map(name -> name.substring(0, name.indexOf('/')))
                .distinct()
                .toList();
        assertThat(files)
                .contains("resnet18-plain.pth", "resnet18-plain.safetensors", "resnet18-script.pt", "resnet18-trace.pt")
                .contains("resnet18-checkpoint.pth", "resnet18-channels.pth", "resnet18-strided.pth");
        return files.stream().map(file -> DynamicTest.dynamicTest(file, () -> compare(file, arrays)));
    }

    private static void compare(String file, Npz arrays) {
        try (PointerScope scope = new PointerScope();
                NoGradGuard guard = new NoGradGuard()) {
            Tensor x = arrays.get(file + "/x").tensor().to(torch.ScalarType.Float);
            ImageShape shape = new ImageShape((int) x.size(1), (int) x.size(2), (int) x.size(3));
            String name = file.startsWith("vit-b16") ? "vit-b16" : file.substring(0, file.indexOf('-'));
            try (Network network = Networks.require(name, "test")
                            .create(new NetworkFactory.Request(
                                    shape,
                                    0,
                                    new HyperparameterValues(Map.of()),
                                    Precision.FLOAT32,
                                    "cpu",
                                    new RecordedDraws()));
                    Classifier head = new Classifier(
                            network.features(), CLASSES, false, new NamedTensors(Precision.FLOAT32, "cpu"))) {
                LoadReport report = requireNonNull(Pretrained.load(network, head, folder.resolve(file)));
                assertThat(report.skipped()).isEmpty();
                assertThat(report.random()).isEmpty();
                network.train(false);
                double[] ours = Tensors.toDoubles(head.forward(network.forward(x)));
                double largest = difference(ours, arrays.get(file + "/logits").values());
                System.out.printf(Locale.ROOT, "%s: largest difference from torchvision %.1e%n", file, largest);
                assertThat(largest).isLessThan(TOLERANCE);
            }
        }
    }

    @Test
    void aFeaturizerOfTorchScriptIsMadeOfTheFileThatARunNames() throws Exception {
        Npz arrays = Npz.read(folder.resolve("weights.npz"));
        try (PointerScope scope = new PointerScope();
                Algorithm algorithm = erm("dinov2", folder.resolve("featurizer.pt"))) {
            LoadReport report = requireNonNull(algorithm.loaded());
            assertThat(report.matched()).containsExactly("network.0.weight", "network.0.bias");
            algorithm.train(false);
            Map<String, Tensor> state = algorithm.state();
            double[] features = arrays.get("featurizer.pt/features").values();
            double[] weight = Tensors.toDoubles(requireNonNull(state.get("classifier.weight")));
            double[] bias = Tensors.toDoubles(requireNonNull(state.get("classifier.bias")));
            double[] logits = new double[2 * CLASSES];
            for (int i = 0; i < logits.length; i++) {
                logits[i] = bias[i % CLASSES];
                for (int k = 0; k < 6; k++) {
                    logits[i] += weight[i % CLASSES * 6 + k] * features[i / CLASSES * 6 + k];
                }
            }
            try (NoGradGuard guard = new NoGradGuard()) {
                Tensor x = arrays.get("featurizer.pt/x").tensor().to(torch.ScalarType.Float);
                assertThat(difference(Tensors.toDoubles(algorithm.predict(x)), logits))
                        .isLessThan(TOLERANCE);
            }
        }
    }

    private static Algorithm erm(String network, @Nullable Path weights) {
        torch.manual_seed(3);
        AlgorithmFactory factory = Algorithms.require("ERM", "test");
        Map<String, Object> values =
                new HashMap<>(factory.space(new AlgorithmFactory.SpaceContext("sprites", false, "domainbed"))
                        .defaults());
        values.put("lr", 0.01);
        return factory.create(new AlgorithmFactory.Context(
                        new ImageShape(3, 64, 64),
                        0,
                        CLASSES,
                        1,
                        "domainbed",
                        Set.of(),
                        values,
                        network,
                        Precision.FLOAT32,
                        "cpu",
                        new RecordedDraws())
                .startingFrom(weights));
    }

    @Test
    void aTrainedModelGivesTheSameLogitsInTorchvision() throws Exception {
        try (PointerScope scope = new PointerScope()) {
            try (Algorithm algorithm = erm("resnet18", null)) {
                algorithm.train(true);
                for (int step = 0; step < 10; step++) {
                    algorithm.update(List.of(new Minibatch(
                            0, torch.rand(8, 3, 64, 64), Tensors.of(new long[] {0, 1, 2, 3, 4, 0, 1, 2}, 8))));
                }
                assertThat(algorithm.composition()).isEqualTo(new Algorithm.Composition("featurizer", "classifier"));
                Map<String, String> metadata = new LinkedHashMap<>();
                metadata.put("input", "3x64x64");
                metadata.put("normalisation", "byte / 255");
                metadata.put("labels", "[\"a\",\"b\",\"c\",\"d\",\"e\"]");
                Safetensors.Contents kept = new Safetensors.Contents(StateDict.copy(algorithm), metadata);
                ExportedModel model = ExportedModel.of(kept, "resnet18", "0123456789abcdef");
                Safetensors.write(folder.resolve("model.safetensors"), model.contents());
                Tensor x = torch.rand(4, 3, 64, 64);
                Safetensors.write(
                        folder.resolve("x.safetensors"),
                        new Safetensors.Contents(
                                Map.of("x", StoredTensor.of(Tensors.toFloats(x), x.shape())), Map.of()));
                algorithm.train(false);
                double[] ours;
                try (NoGradGuard guard = new NoGradGuard()) {
                    ours = Tensors.toDoubles(algorithm.predict(x));
                }
                PeerScript.run("load_export.py", folder);
                double largest = difference(
                        ours,
                        Npz.read(folder.resolve("logits.npz")).get("logits").values());
                System.out.printf(Locale.ROOT, "export: largest difference in torchvision %.1e%n", largest);
                assertThat(largest).isLessThan(TOLERANCE);
            }
        }
    }

    private static double difference(double[] ours, double[] theirs) {
        assertThat(ours).hasSameSizeAs(theirs);
        double largest = 0;
        double size = 0;
        for (int i = 0; i < ours.length; i++) {
            largest = Math.max(largest, Math.abs(ours[i] - theirs[i]));
            size = Math.max(size, Math.abs(theirs[i]));
        }
        assertThat(size).as("logits that say something").isBetween(0.1, 1000.0);
        return largest;
    }
}
