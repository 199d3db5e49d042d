package org.shiftbed.learn.hyperparameter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shiftbed.learn.Algorithms;
import org.shiftbed.learn.Protocol;
import org.shiftbed.learn.algorithm.AlgorithmFactory.SpaceContext;
import org.shiftbed.learn.hyperparameter.Distribution.Choice;
import org.shiftbed.learn.hyperparameter.Distribution.Power;
import org.shiftbed.learn.hyperparameter.Distribution.Uniform;

/** Values that the reference's registry gives ({@code domainbed-protocol.md} A.4). */
class DrawsTest {
    private static final SpaceContext PACS = new SpaceContext("PACS", false, "domainbed");
    private static final SpaceContext ROTATED = new SpaceContext("RotatedMNIST", true, "domainbed");

    @ParameterizedTest
    @CsvSource({
        "PACS, false, ERM, 1, 0, lr, 2.7028930742148706e-05",
        "PACS, false, ERM, 1, 0, weight_decay, 0.00044832883881609976",
        "PACS, false, ERM, 1, 0, batch_size, 39",
        "PACS, false, ERM, 1, 0, resnet_dropout, 0.5",
        "VLCS, false, ERM, 1, 0, batch_size, 39",
        "RotatedMNIST, true, ERM, 1, 0, lr, 0.00011906162909279594",
        "RotatedMNIST, true, ERM, 1, 0, batch_size, 372",
        "DomainNet, false, ERM, 2, 1, lr, 0.0002692684204277505",
        "DomainNet, false, ERM, 2, 1, weight_decay, 3.539788355410888e-06",
        "DomainNet, false, ERM, 2, 1, batch_size, 15",
        "DomainNet, false, ERM, 2, 1, resnet_dropout, 0.5",
        "PACS, false, DANN, 1, 0, lr_g, 0.00018927227584350511",
        "PACS, false, DANN, 1, 0, lr_d, 1.7562793545765942e-05",
        "PACS, false, DANN, 1, 0, weight_decay_g, 0.003716490191663224",
        "ColoredMNIST, true, IRM, 3, 0, lr, 0.00040753017105436845",
        "ColoredMNIST, true, IRM, 3, 0, batch_size, 259",
        "PACS, false, RDM, 1, 0, batch_size, 97",
        "PACS, false, ADRMX, 1, 0, lr, 3e-05"
    })
    void commonHyperparametersAreDrawnAsByTheReference(
            String dataset, boolean small, String algorithm, int seed, int trial, String name, double expected) {
        Map<String, Object> drawn = CommonHyperparameters.base(new SpaceContext(dataset, small, "domainbed"), algorithm)
                .draw(seed, trial);
        assertThat(number(drawn.get(name))).isCloseTo(expected, within(1e-15 * expected));
    }

    @Test
    void everyDistributionOfAnAlgorithmIsDrawnAsByTheReference() {
        check("lambda", new Power(10, -2, 2, false), 1, 3.500347568342894);
        check("weight_decay_d", new Power(10, -6, -2, false), 1, 0.00010096814830489473);
        check("d_steps_per_g_step", new Power(2, 0, 3, true), 1, 7);
        check("grad_penalty", new Power(10, -2, 1, false), 1, 3.044417571888086);
        check("beta1", new Choice(List.of(0.0, 0.5)), 1, 0.5);
        check("mlp_width", new Power(2, 6, 10, true), 1, 255);
        check("mlp_depth", new Choice(List.of(3L, 4L, 5L)), 1, 4);
        check("mlp_dropout", new Choice(List.of(0.0, 0.1, 0.5)), 1, 0.5);
        check("irm_lambda", new Power(10, -1, 5, false), 3, 29.3676220201571);
        check("irm_penalty_anneal_iters", new Power(10, 0, 4, true), 3, 3001);
        check("mldg_beta", new Power(10, -1, 1, false), 1, 5.4211455811356215);
        check("n_meta_test", new Choice(List.of(1L, 2L)), 1, 1);
        check("eqrm_quantile", new Uniform(0.5, 0.99, false), 1, 0.7335553271795177);
        check("eqrm_burnin_iters", new Power(10, 2.5, 3.5, false), 1, 423.2761238000087);
        check("eqrm_lr", new Power(10, -7, -5, false), 1, 4.377815305398272e-06);
        check("rdm_lambda", new Uniform(1, 10, false), 1, 9.375622813369375);
        check("rdm_penalty_anneal_iters", new Uniform(800, 2700, true), 1, 1092);
        check("variance_weight", new Uniform(0.001, 0.007, false), 1, 0.004685630281242425);
        check("rdm_lr", new Uniform(8e-6, 2e-5, false), 1, 1.5055122785774706e-05);
        check("lambda", new Power(10, 1, 4, false), 1, 809.251247284292);
        check("penalty_anneal_iters", new Uniform(0, 5000, true), 1, 4072);
        check("ema", new Uniform(0.90, 0.99, false), 1, 0.9129082782560279);
        check("t_lambda", new Power(10, -2, 1, false), 1, 0.26535225943004515);
        check("delta", new Uniform(0.1, 3, false), 1, 2.702212143805776);
        check("d_steps_per_g", new Choice(List.of(1L, 2L, 5L)), 1, 1);
        check("urm_adv_lambda", new Uniform(0, 0.2, false), 1, 0.15952849736568256);
        check("urm_discriminator_lr", new Power(10, -6, -4.5, false), 1, 2.557217597200596e-05);
        check("lmbda", new Choice(List.of(1e-4, 1e-3, 1e-2, 0.1, 1.0, 10.0, 100.0)), 1, 0.1);
        check("temperature", new Choice(List.of(0.05, 0.1)), 1, 0.05);
        check("tau", new Uniform(0, 1, false), 1, 0.3934322275531539);
        check("k", new Power(10, -3, 5, false), 1, 1109.9255081776537);
    }

    @Test
    void batchSizesOfNineteenSeedsAreTheReferences() {
        HyperparameterSpace space = CommonHyperparameters.base(ROTATED, "ERM");
        assertThat(LongStream.rangeClosed(1, 19)
                        .map(seed -> (long) number(space.draw(seed, 0).get("batch_size"))))
                .containsExactly(
                        372L, 126L, 259L, 57L, 39L, 150L, 23L, 77L, 27L, 11L, 52L, 323L, 395L, 8L, 67L, 223L, 53L, 455L,
                        33L);
    }

    @Test
    void seedZeroGivesTheDefaults() {
        Map<String, Object> small = CommonHyperparameters.base(ROTATED, "DANN").draw(0, 0);
        assertThat(small)
                .containsEntry("lr", 1e-3)
                .containsEntry("batch_size", 64L)
                .containsEntry("weight_decay", 0.0)
                .containsEntry("lr_g", 1e-3)
                .containsEntry("lr_d", 1e-3)
                .containsEntry("weight_decay_g", 0.0)
                .containsEntry("resnet50_augmix", true)
                .containsEntry("linear_steps", 500L)
                .containsEntry("nonlinear_classifier", false);
        assertThat(CommonHyperparameters.base(PACS, "ERM").draw(0, 5))
                .containsEntry("lr", 5e-5)
                .containsEntry("batch_size", 32L)
                .doesNotContainKey("lr_g");
        assertThat(CommonHyperparameters.base(PACS, "ARM").defaults()).containsEntry("batch_size", 8L);
        assertThat(CommonHyperparameters.base(PACS, "RDM").defaults()).containsEntry("batch_size", 88L);
        assertThat(CommonHyperparameters.base(new SpaceContext("TerraIncognita", false, "domainbed"), "RDM")
                        .defaults())
                .containsEntry("batch_size", 40L);
        assertThat(CommonHyperparameters.base(ROTATED, "ADRMX").defaults()).containsEntry("lr", 3e-3);
    }

    @Test
    void learningRateIsTheSameForEveryAlgorithmAtEqualSeeds() {
        assertThat(CommonHyperparameters.base(ROTATED, "DANN").draw(4, 2).get("lr"))
                .isEqualTo(CommonHyperparameters.base(ROTATED, "ERM").draw(4, 2).get("lr"));
    }

    @Test
    void controlledStudiesTuneTheRateOfThePapersTable() {
        HyperparameterSpace space = CommonHyperparameters.of(new SpaceContext("sprites", true, "controlled"), "ERM");
        assertThat(space.defaults()).isEqualTo(Map.of("lr", 1e-3, "weight_decay", 0.0));
        assertThat(space.grid(space.axes(), 8).stream().map(point -> point.get("lr")))
                .containsExactly(1e-2, 1e-4, 1e-3);
    }

    @Test
    void controlledStudiesOfferNothingThatWouldChangeNothing() {
        HyperparameterSpace declared = CommonHyperparameters.base(ROTATED, "DANN")
                .with(new Hyperparameter("lambda", 1.0, new Power(10, -2, 2, false), 0, 1e6, ""));
        HyperparameterSpace offered = CommonHyperparameters.under(Protocol.CONTROLLED, declared);
        // Its optimisers read lr_g, lr_d and their own decays.
        assertThat(offered.defaults().keySet()).containsExactly("lr_g", "lr_d", "weight_decay_g", "lambda");
        assertThat(CommonHyperparameters.under(Protocol.DOMAINBED, declared)).isEqualTo(declared);
        // Whatever the base declares for an algorithm without entries of its own gives way.
        assertThat(CommonHyperparameters.under(Protocol.CONTROLLED, CommonHyperparameters.base(PACS, "ERM")))
                .isEqualTo(CommonHyperparameters.controlled());
    }

    @ParameterizedTest
    @CsvSource({
        "DANN, PACS, false, 1, lambda, 3.500347568342894",
        "DANN, PACS, false, 1, weight_decay_d, 0.00010096814830489473",
        "DANN, PACS, false, 1, d_steps_per_g_step, 7",
        "DANN, PACS, false, 1, grad_penalty, 3.044417571888086",
        "DANN, PACS, false, 1, beta1, 0.5",
        "DANN, PACS, false, 1, mlp_width, 255",
        "DANN, PACS, false, 1, mlp_depth, 4",
        "DANN, PACS, false, 1, mlp_dropout, 0.5",
        "DANN, PACS, false, 1, lr_g, 0.00018927227584350511",
        "DANN, PACS, false, 1, lr_d, 1.7562793545765942e-05",
        "DANN, PACS, false, 1, weight_decay_g, 0.003716490191663224",
        "IRM, ColoredMNIST, true, 3, irm_lambda, 29.3676220201571",
        "IRM, ColoredMNIST, true, 3, irm_penalty_anneal_iters, 3001",
        "IRM, ColoredMNIST, true, 3, lr, 0.00040753017105436845",
        "IRM, ColoredMNIST, true, 3, batch_size, 259",
        "MLDG, VLCS, false, 1, mldg_beta, 5.4211455811356215",
        "MLDG, VLCS, false, 1, n_meta_test, 1",
        "Fishr, PACS, false, 1, lambda, 809.251247284292",
        "Fishr, PACS, false, 1, penalty_anneal_iters, 4072",
        "Fishr, PACS, false, 1, ema, 0.9129082782560279",
        "SANDMask, ColoredMNIST, true, 1, tau, 0.3934322275531539",
        "SANDMask, ColoredMNIST, true, 1, k, 1109.9255081776537",
        "ARM, PACS, false, 1, batch_size, 8"
    })
    void registeredAlgorithmsDrawTheReferencesValues(
            String algorithm, String dataset, boolean small, int seed, String name, double expected) {
        Map<String, Object> drawn = Algorithms.require(algorithm, "test")
                .space(new SpaceContext(dataset, small, "domainbed"))
                .draw(seed, 0);
        assertThat(number(drawn.get(name))).isCloseTo(expected, within(1e-15 * expected));
    }

    private static void check(String name, Distribution distribution, long seed, double expected) {
        Object standard = new Hyperparameter(name, 0.0, distribution, 0, 1, "");
        HyperparameterSpace space = new HyperparameterSpace(List.of((Hyperparameter) standard));
        assertThat(number(space.draw(seed, 0).get(name))).as(name).isCloseTo(expected, within(1e-15 * expected));
    }

    private static double number(@Nullable Object value) {
        return ((Number) Objects.requireNonNull(value)).doubleValue();
    }
}
