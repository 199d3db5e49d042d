package org.shiftbed.learn.algorithm;

import org.shiftbed.base.Seed;

/**
 * Draws from one named stream, the same on every machine and in every release: only the words of {@link Seed#random()} and arithmetic of
 * {@link StrictMath} are used. The words are made from their number in the stream, so that a stream can be opened where another one stopped.
 */
public final class SeededDraws implements RandomDraws {
    /** The step of SplitMix64 (Steele, Lea and Flood, 2014): the odd number nearest to 2^64 over the golden ratio. */
    private static final long STEP = 0x9e3779b97f4a7c15L;

    private final Seed seed;
    private long position;

    /** @param seed the stream; opened from its start */
    public SeededDraws(Seed seed) {
        this(seed, 0);
    }

    /** @param position words to leave out, as {@link #position} said */
    public SeededDraws(Seed seed, long position) {
        this.seed = seed;
        this.position = position;
    }

    /** Words drawn so far. */
    public long position() {
        return position;
    }

    /** Goes on after so many words. */
    public void moveTo(long words) {
        position = words;
    }

    /** The next word: what {@code seed.random().nextLong()} gives at this position. */
    private long word() {
        position++;
        long z = seed.key() + position * STEP;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }

    @Override
    public int[] permutation(int n) {
        int[] order = new int[n];
        for (int i = 0; i < n; i++) {
            order[i] = i;
        }
        for (int i = n - 1; i > 0; i--) {
            int j = integer(0, i + 1);
            int swapped = order[i];
            order[i] = order[j];
            order[j] = swapped;
        }
        return order;
    }

    /**
     * {@inheritDoc}
     *
     * <p>Both parameters at most 1: Joehnk's rejection (1964), in logarithms where powers vanish; else a ratio of gamma variables.
     */
    @Override
    public double beta(double a, double b) {
        if (!(a > 0 && b > 0 && a < Double.POSITIVE_INFINITY && b < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("Beta(a, b) needs 0 < a, b < infinity, got a=" + a + ", b=" + b);
        }
        if (a > 1 || b > 1) {
            double x = gamma(a);
            double y = gamma(b);
            return x / (x + y);
        }
        while (true) {
            double logX = StrictMath.log(positive()) / a;
            double logY = StrictMath.log(positive()) / b;
            double largest = Math.max(logX, logY);
            double logSum = largest + StrictMath.log(StrictMath.exp(logX - largest) + StrictMath.exp(logY - largest));
            if (logSum <= 0) {
                return StrictMath.exp(logX - logSum);
            }
        }
    }

    @Override
    public int integer(int low, int high) {
        if (low >= high) {
            throw new IllegalArgumentException("needs low < high, got low=" + low + ", high=" + high);
        }
        long range = (long) high - low;
        // Rejection: the largest multiple of the range that 63 bits hold.
        long limit = Long.MAX_VALUE - Long.MAX_VALUE % range;
        long drawn = word() >>> 1;
        while (drawn >= limit) {
            drawn = word() >>> 1;
        }
        return (int) (low + drawn % range);
    }

    @Override
    public double[] uniform(int n) {
        double[] values = new double[n];
        for (int i = 0; i < n; i++) {
            values[i] = unit();
        }
        return values;
    }

    @Override
    public double[] normal(int n) {
        double[] values = new double[n];
        for (int i = 0; i < n; i++) {
            values[i] = gaussian();
        }
        return values;
    }

    /** Uniform on [0, 1), a multiple of 2^-53. */
    private double unit() {
        return (word() >>> 11) * 0x1p-53;
    }

    /** Uniform on (0, 1]. */
    private double positive() {
        return 1 - unit();
    }

    /** Standard normal, by Box and Muller; the second value of the pair is not used, so that each number costs two draws. */
    private double gaussian() {
        return StrictMath.sqrt(-2 * StrictMath.log(positive())) * StrictMath.cos(2 * Math.PI * unit());
    }

    /** Gamma(shape, 1), by Marsaglia and Tsang (2000); a shape below 1 is lifted by a power of a uniform number. */
    private double gamma(double shape) {
        if (shape < 1) {
            return gamma(shape + 1) * StrictMath.exp(StrictMath.log(positive()) / shape);
        }
        double d = shape - 1.0 / 3;
        double c = 1 / StrictMath.sqrt(9 * d);
        while (true) {
            double x = gaussian();
            double cube = 1 + c * x;
            if (cube > 0) {
                double v = cube * cube * cube;
                if (StrictMath.log(positive()) < 0.5 * x * x + d - d * v + d * StrictMath.log(v)) {
                    return d * v;
                }
            }
        }
    }
}
