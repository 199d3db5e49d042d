package org.shiftbed.base;

/** torch's CPU generator, bit for bit ({@code domainbed-protocol.md} 0.3), without libtorch. */
public final class TorchRandom {
    private final MersenneTwister twister;

    /** @param seed as in {@code torch.manual_seed}; the low 32 bits count */
    public TorchRandom(long seed) {
        twister = new MersenneTwister(seed);
    }

    /** Uniform on [0, 1) with 24 bits, as {@code torch.rand} in float32 gives it. */
    public float nextFloat() {
        return (twister.next() & 0xffffff) / 16777216.0f;
    }

    /** A whole number in [0, bound), {@code torch.randint(0, bound)} for bounds below 2^32. */
    public long nextInt(long bound) {
        if (bound < 1 || bound > 0xffffffffL) {
            throw new IllegalArgumentException("the bound lies in [1, 2^32), got " + bound);
        }
        return (twister.next() & 0xffffffffL) % bound;
    }

    /** {@code torch.randperm(n)}: a permutation of 0..n-1. */
    public int[] permutation(int n) {
        int[] order = new int[n];
        for (int i = 0; i < n; i++) {
            order[i] = i;
        }
        for (int i = 0; i < n - 1; i++) {
            int j = i + (int) nextInt(n - i);
            int swapped = order[i];
            order[i] = order[j];
            order[j] = swapped;
        }
        return order;
    }
}
