package org.shiftbed.learn.generate;

import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/**
 * The loss of a beta-VAE ({@code controlled-shifts.md} 3.6), sums over pixels and latents, means over the batch.
 *
 * @param reconstruction cross-entropy of pixels in [0, 1] with the decoder's sigmoid: a scalar with gradients
 * @param divergence KL(q(z|x) || N(0, I)): a scalar with gradients
 * @param beta weight of the divergence
 */
public record VaeLoss(Tensor reconstruction, Tensor divergence, double beta) {
    private static final long SUM = 2;

    /**
     * @param x pictures with values in [0, 1]
     * @param logits of their pixels, as decoded
     */
    public static VaeLoss of(Tensor x, Tensor logits, BetaVae.Posterior posterior, double beta) {
        Scalar rows = new Scalar((double) x.size(0));
        Tensor reconstruction = torch.binary_cross_entropy_with_logits(
                        logits, x, new TensorOptional(), new TensorOptional(), SUM)
                .div(rows);
        Tensor lv = posterior.logVariance();
        Tensor divergence = posterior
                .mean()
                .square()
                .add(lv.exp())
                .sub(new Scalar(1.0))
                .sub(lv)
                .sum()
                .div(new Scalar(2.0))
                .div(rows);
        return new VaeLoss(reconstruction, divergence, beta);
    }

    /** reconstruction + beta divergence. */
    public Tensor total() {
        return reconstruction.add(divergence.mul(new Scalar(beta)));
    }

    /**
     * beta = betaNorm I / L: the weight that does not depend on the sizes.
     *
     * @param inputs numbers of a picture
     */
    public static double beta(double betaNorm, int inputs, int latents) {
        return betaNorm * inputs / latents;
    }
}
