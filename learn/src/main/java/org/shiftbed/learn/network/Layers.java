package org.shiftbed.learn.network;

import org.bytedeco.pytorch.GeneratorOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.shiftbed.learn.algorithm.RandomDraws;
import org.shiftbed.learn.torch.Tensors;

/** What layers share: start values and dropout. */
final class Layers {
    private Layers() {}

    /** PyTorch's default: float32 of this shape, uniform on [-1/sqrt(fanIn), 1/sqrt(fanIn)), from libtorch's generator. */
    static Tensor uniform(long fanIn, long... shape) {
        return within(1 / Math.sqrt(fanIn), shape);
    }

    /** float32 [out, in], uniform with variance 2 / (in + out) (Glorot and Bengio, 2010). */
    static Tensor xavier(long in, long out) {
        return within(Math.sqrt(6.0 / (in + out)), out, in);
    }

    /** float32 of this shape, normal with mean 0, from libtorch's generator. */
    static Tensor normal(double deviation, long... shape) {
        return torch.empty(shape).normal_(0, deviation, new GeneratorOptional());
    }

    private static Tensor within(double bound, long... shape) {
        return torch.empty(shape).uniform_(-bound, bound, new GeneratorOptional());
    }

    /**
     * Sets each number to 0 with this probability and scales the others by 1 / (1 - probability).
     *
     * @param probability in [0, 1); 0 draws nothing
     */
    static Tensor dropout(Tensor x, double probability, RandomDraws draws) {
        if (probability == 0) {
            return x;
        }
        double[] mask = draws.uniform(Math.toIntExact(x.numel()));
        for (int i = 0; i < mask.length; i++) {
            mask[i] = mask[i] < probability ? 0 : 1 / (1 - probability);
        }
        return x.mul(Tensors.of(mask, x.shape()).to(x));
    }
}
