package org.shiftbed.learn.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.shiftbed.learn.torch.Natives;
import org.shiftbed.learn.torch.Tensors;

/** Where the formula leaves the mean risk when a weight is 0, weights move as those of ERM on environments of equal size. */
class WithoutPenaltyTest {
    @BeforeAll
    static void natives() {
        Natives.load(1);
    }

    static Stream<Arguments> algorithms() {
        return Stream.of(
                Arguments.of("IRM", Map.of("irm_lambda", 0.0, "irm_penalty_anneal_iters", 0L)),
                Arguments.of("VREx", Map.of("vrex_lambda", 0.0, "vrex_penalty_anneal_iters", 0L)),
                Arguments.of("GroupDRO", Map.of("groupdro_eta", 0.0)),
                Arguments.of("SD", Map.of("sd_reg", 0.0)),
                Arguments.of("CORAL", Map.of("mmd_gamma", 0.0)),
                Arguments.of("MMD", Map.of("mmd_gamma", 0.0)),
                Arguments.of("CausIRL_CORAL", Map.of("mmd_gamma", 0.0)),
                Arguments.of("CausIRL_MMD", Map.of("mmd_gamma", 0.0)),
                Arguments.of("IB_ERM", Map.of("ib_lambda", 0.0, "ib_penalty_anneal_iters", 0L)),
                Arguments.of("IB_ERM", Map.of("ib_penalty_anneal_iters", 100L)),
                Arguments.of(
                        "IB_IRM",
                        Map.of(
                                "ib_lambda",
                                0.0,
                                "ib_penalty_anneal_iters",
                                0L,
                                "irm_lambda",
                                0.0,
                                "irm_penalty_anneal_iters",
                                0L)),
                Arguments.of("EQRM", Map.of("eqrm_burnin_iters", 100.0)),
                Arguments.of("RDM", Map.of("rdm_penalty_anneal_iters", 100L)),
                Arguments.of("CAD", Map.of("lmbda", 0.0)),
                Arguments.of("CondCAD", Map.of("lmbda", 0.0)),
                Arguments.of("URM", Map.of("urm_adv_lambda", 0.0, "urm_generator_output", "identity")));
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void weightsMoveAsThoseOfErm(String name, Map<String, Object> changed) {
        try (PointerScope scope = new PointerScope()) {
            double[] expected = logits("ERM", Map.of());
            assertThat(logits(name, changed)).containsExactly(expected, within(1e-9));
            assertThat(logits("ERM", Map.of("lr", 2e-3))).isNotEqualTo(expected);
        }
    }

    private static double[] logits(String name, Map<String, Object> changed) {
        torch.manual_seed(8);
        List<Minibatch> batch = IrregularBatchesTest.minibatches(new int[] {6, 6, 6});
        try (Algorithm algorithm = IrregularBatchesTest.create(name, 3, changed)) {
            for (int i = 0; i < 5; i++) {
                algorithm.update(batch);
            }
            try (NoGradGuard guard = new NoGradGuard()) {
                algorithm.train(false);
                return Tensors.toDoubles(algorithm.predict(batch.get(1).x()));
            }
        }
    }
}
