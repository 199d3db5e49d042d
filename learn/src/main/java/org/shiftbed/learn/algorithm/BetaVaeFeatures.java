package org.shiftbed.learn.algorithm;

import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.shiftbed.learn.generate.BetaVae;
import org.shiftbed.learn.generate.VaeLoss;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.HyperparameterSpace;
import org.shiftbed.learn.hyperparameter.HyperparameterValues;
import org.shiftbed.learn.network.NamedTensors;
import org.shiftbed.learn.torch.AdamOptimizer;
import org.shiftbed.learn.torch.Tensors;

/**
 * A classifier on what a beta-VAE has learned (Higgins et al., 2017; {@code controlled-shifts.md} 3.6). The first stage trains the VAE on pictures
 * resized to 64 x 64, without labels; the second one a perceptron of four hidden layers of 256 on the encoder's mean vector, and the encoder stays as it
 * is. The study's network is not used.
 *
 * <p>One environment, absent ones and single rows are legal.
 */
public final class BetaVaeFeatures extends NetworkAlgorithm implements TwoStage {
    private static final Integer[] HIDDEN = {256, 256, 256, 256};

    private final BetaVae vae;
    private final AdamOptimizer vaeOptimizer;
    private final AdamOptimizer optimizer;
    private final double beta;
    private final int latents;

    BetaVaeFeatures(AlgorithmFactory.Context context) {
        this(context, vae(context));
    }

    private BetaVaeFeatures(AlgorithmFactory.Context context, BetaVae vae) {
        super(context, Layout.of(context).hidden(HIDDEN), vae);
        this.vae = vae;
        latents = vae.features();
        beta = VaeLoss.beta(
                hyperparameters.number("beta_norm"), context.shape().channels() * BetaVae.SIDE * BetaVae.SIDE, latents);
        vaeOptimizer = adam("vae", vae.parameters());
        optimizer = adam("adam", classifier.parameters());
    }

    private static BetaVae vae(AlgorithmFactory.Context context) {
        HyperparameterValues values = new HyperparameterValues(context.hyperparameters());
        return new BetaVae(
                context.shape().channels(),
                (int) values.whole("latents"),
                (int) values.whole("width"),
                new NamedTensors(context.precision(), context.device()));
    }

    /** Bilinear, from the centres of pixels, without a filter where it shrinks. */
    private static Tensor resized(Tensor x) {
        if (x.size(2) == BetaVae.SIDE && x.size(3) == BetaVae.SIDE) {
            return x;
        }
        return torch.upsample_bilinear2d(x, new long[] {BetaVae.SIDE, BetaVae.SIDE}, false);
    }

    @Override
    public Map<String, Double> updateFirst(List<Minibatch> minibatches, double done) {
        Tensor x = resized(allX(minibatches));
        BetaVae.Posterior posterior = vae.encode(x);
        double[] noise = context.draws().normal(Math.toIntExact(x.size(0)) * latents);
        Tensor z = posterior.sample(Tensors.of(noise, x.size(0), latents).to(x));
        VaeLoss loss = VaeLoss.of(x, vae.decode(z), posterior, beta);
        Tensor total = loss.total();
        vaeOptimizer.minimise(total);
        return Map.of(
                "loss", Tensors.item(total),
                "reconstruction", Tensors.item(loss.reconstruction()),
                "kl", Tensors.item(loss.divergence()));
    }

    /** Nothing is to be done: the second stage moves the classifier alone. */
    @Override
    public void endFirst() {}

    @Override
    public Map<String, Double> update(List<Minibatch> minibatches) {
        Tensor features;
        try (NoGradGuard guard = new NoGradGuard()) {
            features = vae.forward(resized(allX(minibatches)));
        }
        Tensor loss = crossEntropy(classifier.forward(features), allY(minibatches));
        optimizer.minimise(loss);
        return Map.of("loss", Tensors.item(loss));
    }

    @Override
    public Tensor predict(Tensor x) {
        return classifier.forward(vae.forward(resized(Tensors.live(x))));
    }

    /** Reconstruction from the mean vector, and the divergence, in nats a picture. */
    @Override
    public Map<String, Double> assess(List<Minibatch> minibatches) {
        Tensor x = resized(allX(minibatches));
        BetaVae.Posterior posterior = vae.encode(x);
        VaeLoss loss = VaeLoss.of(x, vae.decode(posterior.mean()), posterior, beta);
        return Map.of(
                "reconstruction", Tensors.item(loss.reconstruction()),
                "kl", Tensors.item(loss.divergence()));
    }

    /** Pictures of 64 x 64, and what is decoded of their mean vectors. */
    @Override
    public Tensor samples(List<Minibatch> minibatches) {
        Tensor x = resized(allX(minibatches));
        return torch.stack(Tensors.vector(List.of(x, vae.decode(vae.forward(x)).sigmoid())), 1);
    }

    /** Registers BetaVAE. */
    public static final class Factory implements AlgorithmFactory {
        /** 10 to the power of -4, -7/3, -2/3 and 1. */
        private static final List<Object> BETAS = List.of(1e-4, 0.004641588833612779, 0.21544346900318843, 10.0);

        private static final List<Object> LATENTS = List.of(10L, 77L, 143L, 210L);
        private static final double MOST_LATENTS = 4096;
        private static final double MOST_WIDTH = 256;
        private static final double RATE = 1e-4;

        @Override
        public boolean needsPictures() {
            return true;
        }

        @Override
        public Info info() {
            return new Info(
                    "BetaVAE",
                    "representation",
                    "Higgins et al., beta-VAE: Learning Basic Visual Concepts with a Constrained Variational Framework, ICLR 2017",
                    "trains a perceptron on the frozen encoder of a beta-VAE",
                    List.of(),
                    1,
                    List.of(ControlledForms.NAME),
                    1,
                    "id");
        }

        @Override
        public HyperparameterSpace space(SpaceContext context) {
            return CommonHyperparameters.controlled()
                    .with(
                            ControlledForms.rate(RATE),
                            ControlledForms.among(
                                    "beta_norm",
                                    0.004641588833612779,
                                    BETAS,
                                    0,
                                    ControlledForms.UNBOUNDED,
                                    "weight of the divergence for one latent and one number of a picture"),
                            ControlledForms.among(
                                    "latents", 10L, LATENTS, 1, MOST_LATENTS, "length of the mean vector"),
                            ControlledForms.stage(1, "updates of the VAE for each one of the classifier"),
                            ControlledForms.whole(
                                    "width", BetaVae.WIDTH, 1, MOST_WIDTH, "channels of the first convolution"));
        }

        /** The perceptron on the mean vector has the layers of this one. */
        @Override
        public String ownNetwork() {
            return "mlp-4x256";
        }

        @Override
        public FirstStage firstStage(Map<String, Object> hyperparameters, int steps) {
            return ControlledForms.before(hyperparameters, steps, 0);
        }

        @Override
        public Algorithm create(Context context) {
            return new BetaVaeFeatures(context);
        }
    }
}
