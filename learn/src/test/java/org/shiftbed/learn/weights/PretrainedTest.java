package org.shiftbed.learn.weights;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.base.Seed;
import org.shiftbed.base.UserError;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.Algorithms;
import org.shiftbed.learn.Networks;
import org.shiftbed.learn.Precision;
import org.shiftbed.learn.algorithm.Algorithm;
import org.shiftbed.learn.algorithm.AlgorithmFactory;
import org.shiftbed.learn.algorithm.SeededDraws;
import org.shiftbed.learn.golden.RecordedDraws;
import org.shiftbed.learn.hyperparameter.HyperparameterValues;
import org.shiftbed.learn.network.Classifier;
import org.shiftbed.learn.network.NamedTensors;
import org.shiftbed.learn.network.Network;
import org.shiftbed.learn.network.NetworkFactory;
import org.shiftbed.learn.torch.Natives;
import org.shiftbed.learn.torch.Tensors;

class PretrainedTest {
    private static final int CLASSES = 4;

    @TempDir
    Path folder;

    @BeforeAll
    static void natives() {
        Natives.load(1);
    }

    @Test
    void everyEntryOfTheFileIsInTheNetworkAfterwards() throws IOException {
        try (PointerScope scope = new PointerScope();
                Network network = resnet(3, Precision.FLOAT32);
                Classifier head = head(Precision.FLOAT32, CLASSES)) {
            Map<String, StoredTensor> file = weights(network, CLASSES);
            LoadReport report = requireNonNull(Pretrained.load(network, head, write(file)));
            assertThat(report.matched()).containsExactlyInAnyOrderElementsOf(file.keySet());
            assertThat(report.skipped()).isEmpty();
            assertThat(report.random()).isEmpty();
            network.state().forEach((name, tensor) -> assertEqual(tensor, file, name.substring("network.".length())));
            head.state().forEach((name, tensor) -> assertEqual(tensor, file, "fc." + name));
        }
    }

    @Test
    void aSecondFeaturizerIsToldOf() throws IOException {
        try (PointerScope scope = new PointerScope();
                Network network = resnet(3, Precision.FLOAT32)) {
            Path file = write(weights(network, CLASSES));
            AlgorithmFactory factory = Algorithms.require("ADRMX", "test");
            try (Algorithm made = factory.create(new AlgorithmFactory.Context(
                            new ImageShape(3, 32, 32),
                            0,
                            CLASSES,
                            2,
                            "domainbed",
                            Set.of(),
                            factory.space(new AlgorithmFactory.SpaceContext("sprites", true, "domainbed"))
                                    .defaults(),
                            "resnet18",
                            Precision.FLOAT32,
                            "cpu",
                            new SeededDraws(Seed.of("test", "ADRMX")))
                    .startingFrom(file))) {
                LoadReport report = requireNonNull(made.loaded());
                assertThat(report.also()).containsExactly("featurizer_domain");
                assertThat(report.summary()).endsWith("loaded into featurizer_domain as well");
                assertThat(report.toJson()).containsEntry("also", List.of("featurizer_domain"));
                String entry = ".network.layer4.1.conv2.weight";
                assertThat(Tensors.toFloats(Tensors.require(made.state(), "featurizer_domain" + entry)))
                        .isEqualTo(Tensors.toFloats(Tensors.require(made.state(), "featurizer_label" + entry)));
            }
        }
    }

    @Test
    void aHeadOfOtherClassesKeepsItsRandomStartAndIsReported() throws IOException {
        try (PointerScope scope = new PointerScope();
                Network network = resnet(3, Precision.FLOAT32);
                Classifier head = head(Precision.FLOAT32, CLASSES)) {
            float[] before = Tensors.toFloats(requireNonNull(head.state().get("weight")));
            LoadReport report = requireNonNull(Pretrained.load(network, head, write(weights(network, 1000))));
            assertThat(report.skipped())
                    .containsOnlyKeys("fc.weight", "fc.bias")
                    .containsEntry("fc.weight", "its shape is [1000, 512], the head here has [4, 512]");
            assertThat(report.random()).containsExactly("classifier.weight", "classifier.bias");
            assertThat(Tensors.toFloats(requireNonNull(head.state().get("weight"))))
                    .isEqualTo(before);
            assertThat(report.summary()).contains("120 entries loaded; fc.weight skipped: its shape is");
        }
    }

    @Test
    void halfPrecisionAndMissingCountsOfBatchesAreTaken() throws IOException {
        try (PointerScope scope = new PointerScope();
                Network network = resnet(3, Precision.FLOAT64);
                Classifier head = head(Precision.FLOAT64, CLASSES)) {
            Map<String, StoredTensor> file = weights(network, CLASSES);
            file.keySet().removeIf(name -> name.endsWith("num_batches_tracked"));
            ByteBuffer halves = ByteBuffer.allocate(128).order(ByteOrder.LITTLE_ENDIAN);
            ByteBuffer brains = ByteBuffer.allocate(128).order(ByteOrder.LITTLE_ENDIAN);
            for (int i = 0; i < 64; i++) {
                // 2^(i % 8): binary16 has 5 bits of exponent and 10 of fraction, the other is the upper half of a
                // binary32.
                halves.putShort((short) ((15 + i % 8) << 10));
                brains.putShort((short) (Float.floatToIntBits((float) (1 << i % 8)) >>> 16));
            }
            file.put("bn1.weight", new StoredTensor(StoredTensor.Type.F16, new long[] {64}, halves.array()));
            file.put("bn1.bias", new StoredTensor(StoredTensor.Type.BF16, new long[] {64}, brains.array()));
            LoadReport report = requireNonNull(Pretrained.load(network, head, write(file)));
            double[] expected = new double[64];
            Arrays.setAll(expected, i -> 1 << i % 8);
            assertThat(Tensors.toDoubles(requireNonNull(network.state().get("network.bn1.weight"))))
                    .isEqualTo(expected);
            assertThat(Tensors.toDoubles(requireNonNull(network.state().get("network.bn1.bias"))))
                    .isEqualTo(expected);
            assertThat(report.random()).hasSize(20).allMatch(name -> name.endsWith("num_batches_tracked"));
        }
    }

    @Test
    void theFirstConvolutionIsRepeatedOverOtherChannels() throws IOException {
        try (PointerScope scope = new PointerScope();
                Network three = resnet(3, Precision.FLOAT32);
                Network five = resnet(5, Precision.FLOAT32);
                Classifier head = head(Precision.FLOAT32, CLASSES)) {
            Map<String, StoredTensor> file = weights(three, CLASSES);
            LoadReport report = requireNonNull(Pretrained.load(five, head, write(file)));
            assertThat(report.adapted())
                    .containsExactly(Map.entry("conv1.weight", "repeated from 3 to 5 input channels"));
            float[] found = Tensors.toFloats(requireNonNull(five.state().get("network.conv1.weight")));
            var source = requireNonNull(file.get("conv1.weight")).data().asFloatBuffer();
            for (int out = 0; out < 64; out++) {
                for (int in = 0; in < 5; in++) {
                    for (int k = 0; k < 49; k++) {
                        assertThat(found[(out * 5 + in) * 49 + k]).isEqualTo(source.get((out * 3 + in % 3) * 49 + k));
                    }
                }
            }
        }
    }

    @Test
    void weightsOfAnotherNetworkAreRefusedAndNothingIsTouched() throws IOException {
        try (PointerScope scope = new PointerScope();
                Network network = resnet(3, Precision.FLOAT32);
                Classifier head = head(Precision.FLOAT32, CLASSES)) {
            Tensor first = requireNonNull(network.state().get("network.conv1.weight"));
            float[] before = Tensors.toFloats(first);
            Map<String, StoredTensor> missing = weights(network, CLASSES);
            missing.keySet().removeIf(name -> name.startsWith("layer4.1.bn"));
            refused(
                    network,
                    head,
                    missing,
                    "8 entries (layer4.1.bn1.weight, layer4.1.bn1.bias, layer4.1.bn1.running_mean,"
                            + " ...) of the network missing");
            Map<String, StoredTensor> more = weights(network, CLASSES);
            more.put("layer5.weight", StoredTensor.of(new float[1], 1));
            refused(network, head, more, "1 entry (layer5.weight) not of the network");
            Map<String, StoredTensor> wider = weights(network, CLASSES);
            wider.put("bn1.bias", StoredTensor.of(new float[65], 65));
            refused(
                    network,
                    head,
                    wider,
                    "1 entry (bn1.bias (F32[65], the network has [64])) of another shape or type");
            Map<String, StoredTensor> whole = weights(network, CLASSES);
            whole.put("bn1.bias", new StoredTensor(StoredTensor.Type.I32, new long[] {64}, new byte[256]));
            refused(network, head, whole, "(bn1.bias (I32[64], the network has [64]))");
            Map<String, StoredTensor> twice = weights(network, CLASSES);
            twice.put("featurizer.network.bn1.bias", StoredTensor.of(new float[64], 64));
            refused(network, head, twice, "stand for the same weight");
            assertThat(Tensors.toFloats(first)).isEqualTo(before);
        }
    }

    private void refused(Network network, Network head, Map<String, StoredTensor> weights, String message)
            throws IOException {
        Path file = write(weights);
        assertThatThrownBy(() -> Pretrained.load(network, head, file))
                .isInstanceOf(UserError.class)
                .hasMessageStartingWith(file + ": ")
                .hasMessageContaining(message);
    }

    private Path write(Map<String, StoredTensor> weights) throws IOException {
        Path file = folder.resolve("w.safetensors");
        Safetensors.write(file, new Safetensors.Contents(weights, Map.of()));
        return file;
    }

    /** Weights with torchvision's names, another value in every element. */
    private static Map<String, StoredTensor> weights(Network network, int classes) {
        Map<String, StoredTensor> all = new LinkedHashMap<>();
        network.state().forEach((name, tensor) -> {
            String theirs = name.substring("network.".length());
            all.put(theirs, numbered(all.size(), tensor.is_floating_point(), tensor.shape()));
        });
        all.put("fc.weight", numbered(all.size(), true, new long[] {classes, 512}));
        all.put("fc.bias", numbered(all.size(), true, new long[] {classes}));
        return all;
    }

    private static StoredTensor numbered(int start, boolean floating, long[] shape) {
        if (!floating) {
            byte[] count = new byte[8];
            count[0] = (byte) start;
            return new StoredTensor(StoredTensor.Type.I64, shape, count);
        }
        int size = (int) Arrays.stream(shape).reduce(1, (a, b) -> a * b);
        float[] values = new float[size];
        for (int i = 0; i < size; i++) {
            values[i] = start + i / 1024f;
        }
        return StoredTensor.of(values, shape);
    }

    private static void assertEqual(Tensor tensor, Map<String, StoredTensor> file, String name) {
        StoredTensor stored = requireNonNull(file.get(name), name);
        if (stored.type() == StoredTensor.Type.I64) {
            assertThat(Tensors.toLongs(tensor)[0])
                    .as(name)
                    .isEqualTo(stored.data().getLong(0));
        } else {
            float[] expected = new float[stored.data().remaining() / 4];
            stored.data().asFloatBuffer().get(expected);
            assertThat(Tensors.toFloats(tensor)).as(name).isEqualTo(expected);
        }
    }

    private static Network resnet(int channels, Precision precision) {
        return Networks.require("resnet18", "test")
                .create(new NetworkFactory.Request(
                        new ImageShape(channels, 32, 32),
                        0,
                        new HyperparameterValues(Map.of()),
                        precision,
                        "cpu",
                        new RecordedDraws()));
    }

    private static Classifier head(Precision precision, int classes) {
        return new Classifier(512, classes, false, new NamedTensors(precision, "cpu"));
    }
}
