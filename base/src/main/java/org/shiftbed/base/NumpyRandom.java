package org.shiftbed.base;

import java.util.List;

/** numpy's legacy {@code RandomState}, bit for bit ({@code domainbed-protocol.md} 0.2). */
public final class NumpyRandom {
    private final MersenneTwister twister;

    /** @param seed in [0, 2^32) */
    public NumpyRandom(long seed) {
        if (seed < 0 || seed > 0xffffffffL) {
            throw new IllegalArgumentException("a RandomState seed lies in [0, 2^32), got " + seed);
        }
        twister = new MersenneTwister(seed);
    }

    /** Uniform on [0, 1) with 53 bits; two words. */
    public double nextDouble() {
        long high = (twister.next() & 0xffffffffL) >>> 5;
        long low = (twister.next() & 0xffffffffL) >>> 6;
        return (high * 67108864.0 + low) / 9007199254740992.0;
    }

    /** Uniform on [low, high). */
    public double uniform(double low, double high) {
        return low + (high - low) * nextDouble();
    }

    /** A whole number in [0, max], by masked rejection; no draw where max is 0. */
    public int bounded(int max) {
        if (max < 0) {
            throw new IllegalArgumentException("the largest value must not be negative, got " + max);
        }
        if (max == 0) {
            return 0;
        }
        int mask = max;
        for (int shift = 1; shift < 32; shift <<= 1) {
            mask |= mask >>> shift;
        }
        int value;
        do {
            value = twister.next() & mask;
        } while (value > max);
        return value;
    }

    /** One of a list, uniformly; a list of one costs no draw. */
    public <T> T choice(List<T> values) {
        return values.get(bounded(values.size() - 1));
    }

    /** Shuffles in place, as numpy shuffles a Python list. */
    public void shuffle(int[] values) {
        for (int i = values.length - 1; i > 0; i--) {
            int j = bounded(i);
            int swapped = values[i];
            values[i] = values[j];
            values[j] = swapped;
        }
    }
}
