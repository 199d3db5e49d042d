package org.shiftbed.learn.generate;

import java.util.List;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;
import org.shiftbed.learn.torch.Gradients;

/**
 * The losses of translation ({@code controlled-shifts.md} 3.3): those of a Wasserstein critic with gradient penalty (Gulrajani et al., 2017), or least
 * squares (Mao et al., 2017).
 *
 * @param adversarial weight of real against translated, lambda_a
 * @param leastSquares whether real against translated is told by least squares
 */
public record TranslationLosses(double adversarial, boolean leastSquares) {
    private static final double PENALTY = 10;

    /**
     * Of the discriminator: lambda_a L_a + L_c.
     *
     * @param critic L_a: -D(x) + D(translated) + 10 penalty; by least squares mean (D(x) - 1)^2 + mean D(translated)^2
     * @param penalty mean over pictures of (norm of the gradient of the picture's summed source map - 1)^2; null by least squares
     * @param attribute L_c: cross-entropy of the attribute head on real pictures
     * @param total the loss: a scalar with gradients
     */
    public record OfDiscriminator(Tensor critic, @Nullable Tensor penalty, Tensor attribute, Tensor total) {}

    /**
     * Of the generator: L_r + L_c - lambda_a D(translated), or + lambda_a mean (D(translated) - 1)^2 by least squares.
     *
     * @param reconstruction L_r: mean absolute error of the way there and back
     * @param attribute L_c: cross-entropy of the attribute head on translated pictures with the value wanted
     * @param total the loss: a scalar with gradients
     */
    public record OfGenerator(Tensor reconstruction, Tensor attribute, Tensor total) {}

    /**
     * @param x real pictures [B, C, H, W]
     * @param translated of them, without gradients
     * @param value of the real ones, int64 [B]
     * @param share of the real picture in the mixture at which the gradient is taken, [B, 1, 1, 1]
     */
    public OfDiscriminator discriminator(
            Discriminator critic, Tensor x, Tensor translated, Tensor value, Tensor share) {
        Discriminator.Opinion real = critic.judge(x);
        Discriminator.Opinion fake = critic.judge(translated);
        Tensor attribute = torch.cross_entropy_loss(real.attribute(), value);
        Scalar one = new Scalar(1.0);
        if (leastSquares) {
            Tensor squares = real.source()
                    .sub(one)
                    .square()
                    .mean()
                    .add(fake.source().square().mean());
            return new OfDiscriminator(
                    squares,
                    null,
                    attribute,
                    squares.mul(new Scalar(adversarial)).add(attribute));
        }
        Tensor penalty = penalty(critic, x, translated, share);
        Tensor loss = fake.source().mean().sub(real.source().mean()).add(penalty.mul(new Scalar(PENALTY)));
        return new OfDiscriminator(
                loss, penalty, attribute, loss.mul(new Scalar(adversarial)).add(attribute));
    }

    /** Differentiable by the critic's parameters. */
    static Tensor penalty(Discriminator critic, Tensor x, Tensor translated, Tensor share) {
        return gradientNorms(critic, x, translated, share)
                .sub(new Scalar(1.0))
                .square()
                .mean();
    }

    /** The norm of the gradient of each picture's summed source map at share x + (1 - share) translated: [B]. */
    static Tensor gradientNorms(Discriminator critic, Tensor x, Tensor translated, Tensor share) {
        Tensor between = x.mul(share)
                .add(translated.mul(share.neg().add(new Scalar(1.0))))
                .detach()
                .set_requires_grad(true);
        Tensor gradient = Gradients.differentiable(
                        critic.judge(between).source().sum(), List.of(between))
                .get(0);
        return gradient.flatten(1, -1).square().sum(1).sqrt();
    }

    /**
     * @param translated pictures with gradients
     * @param back translated once more, to the value they had
     * @param target value wanted, int64 [B]
     */
    public OfGenerator generator(Discriminator critic, Tensor x, Tensor translated, Tensor back, Tensor target) {
        Discriminator.Opinion opinion = critic.judge(translated);
        Tensor reconstruction = x.sub(back).abs().mean();
        Tensor attribute = torch.cross_entropy_loss(opinion.attribute(), target);
        Tensor real = leastSquares
                ? opinion.source().sub(new Scalar(1.0)).square().mean()
                : opinion.source().mean().neg();
        return new OfGenerator(
                reconstruction, attribute, reconstruction.add(attribute).add(real.mul(new Scalar(adversarial))));
    }
}
