package org.shiftbed.learn.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.shiftbed.learn.Precision;
import org.shiftbed.learn.generate.RecordedGenerators;
import org.shiftbed.learn.golden.RecordedMethod;
import org.shiftbed.learn.network.RecordedNetworks;
import org.shiftbed.learn.torch.Gradients;
import org.shiftbed.learn.torch.Natives;
import org.shiftbed.learn.torch.Tensors;

/**
 * Compares the forms of the controlled study with every recorded file of a folder, named by the system property {@code shiftbed.golden.methods}, in both
 * precisions. A file says by its {@code name} which method it is of; those of splits and of tables are read by the tests of those modules.
 */
class MethodsGoldenTest {
    private static final Map<String, Consumer<RecordedMethod>> METHODS = Map.of(
            "IRM", MethodsGoldenTest::irm,
            "DeepCORAL", MethodsGoldenTest::coral,
            "MixUp", MethodsGoldenTest::mixup,
            "DANN", RecordedTraining::dann,
            "SagNet", RecordedTraining::sagNet,
            "JTT", MethodsGoldenTest::jtt,
            "BNAdapt", RecordedNetworks::bnAdapt,
            "betaVAE", RecordedGenerators::betaVae,
            "betaVAE_grey", RecordedGenerators::betaVae,
            "CycleGAN", RecordedGenerators::cycleGan);

    @BeforeAll
    static void natives() {
        Natives.load(1);
    }

    @TestFactory
    Stream<DynamicTest> everyRecordedMethodIsReproduced() throws IOException {
        Path folder = Path.of(System.getProperty("shiftbed.golden.methods", "src/test/resources/golden/methods"));
        List<Path> files;
        try (Stream<Path> list = Files.list(folder)) {
            files = list.filter(file -> file.toString().endsWith(".json") && !file.endsWith("MANIFEST.json"))
                    .sorted()
                    .toList();
        }
        assertThat(files).isNotEmpty();
        return files.stream()
                .flatMap(file -> Stream.of(Precision.values())
                        .map(precision -> DynamicTest.dynamicTest(file.getFileName() + " " + precision, () -> {
                            RecordedMethod recorded = new RecordedMethod(file, precision);
                            Consumer<RecordedMethod> method =
                                    METHODS.get(String.valueOf(recorded.json().get("name")));
                            assumeTrue(
                                    method != null,
                                    "not a method of this module: "
                                            + recorded.json().get("name"));
                            try (PointerScope scope = new PointerScope()) {
                                method.accept(recorded);
                            }
                        })));
    }

    private static void irm(RecordedMethod recorded) {
        for (Map<String, Object> one : recorded.objects("cases")) {
            String name = one.get("case") + "/";
            int environments = (int) RecordedMethod.number(one, "environments");
            Tensor logits = recorded.input(name + "logits").set_requires_grad(true);
            Tensor y = recorded.whole(name + "y");
            int[] environmentOf = recorded.ints(name + "a");
            int[] positions = IntStream.range(0, environmentOf.length).toArray();
            List<Tensor> halves = new ArrayList<>();
            for (int parity = 0; parity < 2; parity++) {
                halves.add(Tensors.of(
                                ControlledIrm.weights(environmentOf, positions, environments, parity),
                                environments,
                                positions.length)
                        .to(logits.scalar_type()));
            }
            Tensor risk = torch.cross_entropy_loss(logits, y);
            Tensor penalty = ControlledIrm.penalty(logits, y, halves.get(0), halves.get(1));
            Tensor loss = risk.add(NetworkAlgorithm.times(penalty, RecordedMethod.number(one, "lambda")));
            recorded.close(name + "risk", risk);
            recorded.close(name + "penalty", penalty);
            recorded.close(name + "loss", loss);
            Tensor derivative = Irm.scaleDerivatives(logits, y).unsqueeze(1);
            recorded.close(
                    name + "g",
                    torch.cat(
                            Tensors.vector(List.of(
                                    halves.get(0).matmul(derivative),
                                    halves.get(1).matmul(derivative))),
                            1));
            recorded.close(
                    name + "dpenalty_dlogits",
                    Gradients.differentiable(penalty, List.of(logits)).get(0));
            recorded.close(
                    name + "dloss_dlogits", Gradients.of(loss, List.of(logits)).get(0));
        }
    }

    private static void coral(RecordedMethod recorded) {
        for (Map<String, Object> one : recorded.objects("cases")) {
            String name = one.get("case") + "/";
            int domains = (int) RecordedMethod.number(one, "domains");
            int[] domainOf = recorded.ints(name + "a");
            for (String option : List.of("default", "release")) {
                boolean release = option.equals("release");
                Tensor z = recorded.input(name + "z").set_requires_grad(true);
                List<Tensor> samples = new ArrayList<>();
                for (int d = 0; d < domains; d++) {
                    int domain = d;
                    long[] rows = IntStream.range(0, domainOf.length)
                            .filter(i -> domainOf[i] == domain)
                            .asLongStream()
                            .toArray();
                    samples.add(z.index_select(0, Tensors.of(rows, rows.length)));
                }
                double[] q = new double[domains * domains];
                for (int i = 0; i < domains; i++) {
                    for (int j = i + 1; j < domains; j++) {
                        if (samples.get(i).size(0) >= 2 && samples.get(j).size(0) >= 2) {
                            q[i * domains + j] =
                                    Tensors.item(ControlledCoral.distance(samples.get(i), samples.get(j), release));
                        }
                    }
                }
                recorded.close(name + option + "/q", q);
                Tensor penalty = ControlledCoral.penalty(samples, domains, release);
                double[] none = new double[(int) z.numel()];
                recorded.close(name + option + "/penalty", penalty == null ? 0 : Tensors.item(penalty));
                recorded.close(
                        name + option + "/dpenalty_dz",
                        penalty == null
                                ? none
                                : Tensors.toDoubles(
                                        Gradients.of(penalty, List.of(z)).get(0)));
            }
        }
    }

    private static void mixup(RecordedMethod recorded) {
        for (Map<String, Object> one : recorded.objects("cases")) {
            String name = one.get("case") + "/";
            double lambda = RecordedMethod.number(one, "lambda");
            int[] domainOf = recorded.ints(name + "a");
            int size = domainOf.length;
            double[] candidates = new double[size * size];
            for (int i = 0; i < size; i++) {
                for (int other : ControlledMixup.candidates(domainOf, i, false)) {
                    candidates[i * size + other] = 1;
                }
            }
            assertThat(candidates).isEqualTo(recorded.values(name + "candidates"));
            int[] all = ControlledMixup.candidates(domainOf, 0, true);
            assertThat(Arrays.stream(all).toArray())
                    .isEqualTo(IntStream.range(0, size).toArray());
            Tensor w = recorded.input(name + "W").set_requires_grad(true);
            Tensor b = recorded.input(name + "b").set_requires_grad(true);
            Tensor partner = recorded.whole(name + "partner");
            Tensor mixed = ControlledMixup.mixed(recorded.input(name + "x"), partner, lambda);
            Tensor logits = torch.flatten(mixed, 1, -1).matmul(w.t()).add(b);
            Tensor loss = ControlledMixup.loss(logits, recorded.whole(name + "y"), partner, lambda);
            recorded.close(name + "mixed", mixed);
            recorded.close(name + "logits", logits);
            recorded.close(name + "loss", loss);
            List<Tensor> gradients = Gradients.of(loss, List.of(w, b));
            recorded.close(name + "dloss_dW", gradients.get(0));
            recorded.close(name + "dloss_db", gradients.get(1));
        }
    }

    private static void jtt(RecordedMethod recorded) {
        double weight = RecordedMethod.number(recorded.object("hparams"), "lambda");
        Tensor y = recorded.whole("y");
        Tensor stage1 = recorded.input("stage1_logits");
        assertThat(Tensors.toDoubles(ErrorSet.predictions(stage1))).isEqualTo(recorded.values("prediction"));
        Tensor errors = ErrorSet.of(stage1, y);
        assertThat(Tensors.toDoubles(errors)).isEqualTo(recorded.values("error_set"));
        Tensor logits = recorded.input("stage2_logits").set_requires_grad(true);
        assertThat(Tensors.toDoubles(ErrorSet.weights(errors, weight, logits))).isEqualTo(recorded.values("weight"));
        Tensor loss = ErrorSet.loss(logits, y, errors, weight);
        recorded.close("loss", loss);
        recorded.close("dloss_dlogits", Gradients.of(loss, List.of(logits)).get(0));
    }
}
