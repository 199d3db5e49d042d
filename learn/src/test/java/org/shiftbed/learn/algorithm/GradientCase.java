package org.shiftbed.learn.algorithm;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * An update whose gradients are looked at.
 *
 * @param name algorithm
 * @param changed hyperparameters
 * @param strict layers
 * @param objective what the update minimises, of the values it returns
 * @param trained prefixes of the weights that the update moves along its gradient
 * @param set entries of the state before the update
 */
record GradientCase(
        String name,
        Map<String, Object> changed,
        Set<String> strict,
        ToDoubleFunction<Map<String, Double>> objective,
        List<String> trained,
        Map<String, double[]> set) {
    GradientCase(String name, Map<String, Object> changed, ToDoubleFunction<Map<String, Double>> objective) {
        this(name, changed, Set.of("algorithm"), objective, BOTH, Map.of());
    }

    @Override
    public String toString() {
        return name + " " + strict + " " + trained;
    }

    static final double PENALTY = 0.7;
    private static final ToDoubleFunction<Map<String, Double>> TRM =
            values -> value(values, "nll") + value(values, "trm_loss");
    private static final List<String> BOTH = List.of("featurizer.", "classifier.");

    /** At least one of every algorithm that one update can be checked of. */
    static Stream<GradientCase> all() {
        Map<String, Object> adversarial =
                Map.of("grad_penalty", PENALTY, "lambda", 2.0, "d_steps_per_g_step", 1L, "mlp_depth", 3L);
        ToDoubleFunction<Map<String, Double>> loss = values -> value(values, "loss");
        Set<String> strict = Set.of("algorithm");
        Map<String, double[]> generator = Map.of("update_count", new double[] {0});
        Map<String, double[]> discriminator = Map.of("update_count", new double[] {1});
        Map<String, Object> disentangled =
                Map.of("mlp_depth", 3L, "cnt_lambda", 0.6, "dclf_lambda", 0.7, "disc_lambda", 0.8, "rmxd_lambda", 0.9);
        return Stream.of(
                new GradientCase("ERM", Map.of(), loss),
                new GradientCase("Pretrained", Map.of("resize", 4L), loss),
                new GradientCase("IRM", Map.of("irm_lambda", 7.0, "irm_penalty_anneal_iters", 0L), loss),
                new GradientCase("VREx", Map.of("vrex_lambda", 7.0, "vrex_penalty_anneal_iters", 0L), loss),
                // Without a step of q its weights are constants of the loss, as they are meant to be.
                new GradientCase("GroupDRO", Map.of("groupdro_eta", 0.0), strict, loss, BOTH, Map.of("q", new double[] {
                    0.2, 0.3, 0.5
                })),
                new GradientCase("Mixup", Map.of(), loss),
                new GradientCase("CORAL", Map.of("mmd_gamma", 3.0), weighted("loss", 3, "penalty")),
                new GradientCase("MMD", Map.of("mmd_gamma", 3.0), weighted("loss", 3, "penalty")),
                new GradientCase("DANN", adversarial, strict, values -> value(values, "gen_loss"), BOTH, generator),
                new GradientCase(
                        "DANN",
                        adversarial,
                        strict,
                        values -> value(values, "disc_loss"),
                        List.of("discriminator."),
                        discriminator),
                new GradientCase("CDANN", adversarial, Set.of(), values -> value(values, "gen_loss"), BOTH, generator),
                new GradientCase(
                        "CDANN",
                        adversarial,
                        Set.of(),
                        values -> value(values, "disc_loss"),
                        List.of("discriminator.", "class_embeddings."),
                        discriminator),
                new GradientCase("SD", Map.of("sd_reg", 0.7), weighted("loss", 0.7, "penalty")),
                new GradientCase("IB_ERM", Map.of("ib_lambda", 3.0, "ib_penalty_anneal_iters", 0L), loss),
                new GradientCase(
                        "IB_IRM",
                        Map.of(
                                "ib_lambda",
                                3.0,
                                "ib_penalty_anneal_iters",
                                0L,
                                "irm_lambda",
                                7.0,
                                "irm_penalty_anneal_iters",
                                0L),
                        loss),
                // Differentiating through the two ends of the bisection gives the derivative of another function (D18).
                new GradientCase("EQRM", Map.of("eqrm_burnin_iters", 0.0), Set.of(), loss, BOTH, Map.of()),
                new GradientCase(
                        "RDM",
                        Map.of("rdm_lambda", 3.0, "variance_weight", 0.5, "rdm_penalty_anneal_iters", 0L),
                        values -> value(values, "total_loss")),
                new GradientCase("CausIRL_CORAL", Map.of("mmd_gamma", 3.0), weighted("loss", 3, "penalty")),
                new GradientCase("CausIRL_MMD", Map.of("mmd_gamma", 3.0), weighted("loss", 3, "penalty")),
                new GradientCase("CAD", Map.of("lmbda", 2.0), values -> value(values, "total_loss")),
                new GradientCase(
                        "CAD",
                        Map.of("lmbda", 2.0, "is_flipped", false, "is_normalized", true),
                        values -> value(values, "total_loss")),
                new GradientCase("CondCAD", Map.of("lmbda", 2.0), values -> value(values, "total_loss")),
                new GradientCase(
                        "CondCAD", Map.of("lmbda", 2.0, "is_flipped", false), values -> value(values, "total_loss")),
                new GradientCase("RSC", Map.of(), loss),
                new GradientCase("SelfReg", Map.of(), loss),
                new GradientCase(
                        "SelfReg", Map.of(), Set.of(), loss, List.of("featurizer.", "classifier.", "cdpl."), Map.of()),
                new GradientCase("MTL", Map.of("mtl_ema", 0.7), loss),
                new GradientCase("MTL", Map.of("mtl_ema", 0.7), Set.of(), loss, BOTH, Map.of()),
                // The featurizer moves twice an update; the recorded run covers it.
                new GradientCase(
                        "SagNet", Map.of(), strict, values -> value(values, "loss_c"), List.of("network_c."), Map.of()),
                new GradientCase(
                        "SagNet", Map.of(), strict, values -> value(values, "loss_s"), List.of("network_s."), Map.of()),
                new GradientCase("URM", Map.of("urm_adv_lambda", 0.7), loss),
                new GradientCase("URM", Map.of("urm_adv_lambda", 0.7, "urm_generator_output", "sigmoid"), loss),
                new GradientCase(
                        "ADRMX",
                        disentangled,
                        strict,
                        values -> value(values, "loss_total"),
                        List.of("featurizer_", "classifier_"),
                        Map.of("update_count", new double[] {1})),
                new GradientCase(
                        "ADRMX",
                        disentangled,
                        Set.of(),
                        values -> value(values, "loss_total"),
                        List.of("featurizer_", "classifier_"),
                        Map.of("update_count", new double[] {1})),
                new GradientCase(
                        "ADRMX",
                        disentangled,
                        strict,
                        values -> value(values, "loss_disc"),
                        List.of("discriminator."),
                        generator),
                // One environment: with several, Adam steps several times an update.
                new GradientCase("Fish", Map.of(), strict, loss, List.of("network.net."), Map.of()),
                // Without a step the meta-test gradient is taken at the same weights, so that it is a derivative of the
                // reported loss.
                new GradientCase("MLDG", Map.of("lr", 1e-14, "mldg_beta", 0.6, "n_meta_test", 1L), loss),
                new GradientCase("MLDG", Map.of("lr", 1e-14, "n_meta_test", 5L), Set.of(), loss, BOTH, Map.of()),
                // Masks of ones.
                new GradientCase("ANDMask", Map.of("tau", 0.0), loss),
                new GradientCase("SANDMask", Map.of("tau", -1.0, "k", 1e30), loss),
                new GradientCase("IGA", Map.of("penalty", 3.0), weighted("loss", 3, "penalty")),
                new GradientCase("Fishr", Map.of("lambda", 7.0, "penalty_anneal_iters", 0L), loss),
                new GradientCase(
                        "Fishr", Map.of("lambda", 7.0, "penalty_anneal_iters", 0L, "nonlinear_classifier", true), loss),
                // The heads' fit and the inverse Hessian are constants; what flows to the featurizer is in TrmTest.
                new GradientCase("TRM", Map.of("iters", 0L), strict, TRM, List.of("classifier."), Map.of()),
                new GradientCase("TRM", Map.of(), TRM),
                new GradientCase("ARM", Map.of(), loss),
                new GradientCase("ARM", Map.of(), Set.of(), loss, List.of("context_net.", "featurizer."), Map.of()),
                new GradientCase("ERMPlusPlus", Map.of(), strict, loss, List.of("classifier."), Map.of()),
                new GradientCase("ERMPlusPlus", Map.of("linear_steps", 0L), loss));
    }

    private static ToDoubleFunction<Map<String, Double>> weighted(String loss, double weight, String penalty) {
        return values -> value(values, loss) + weight * value(values, penalty);
    }

    static double value(Map<String, Double> values, String key) {
        return Objects.requireNonNull(values.get(key), key);
    }
}
