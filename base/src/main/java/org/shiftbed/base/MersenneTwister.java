package org.shiftbed.base;

/** MT19937 (Matsumoto and Nishimura 1998) with the one-word seeding that numpy's RandomState and torch's CPU generator share. */
final class MersenneTwister {
    private static final int LENGTH = 624;
    private static final int MIDDLE = 397;

    private final int[] state = new int[LENGTH];
    private int position = LENGTH;

    /** @param seed in [0, 2^32); only the low 32 bits are used */
    MersenneTwister(long seed) {
        state[0] = (int) seed;
        for (int i = 1; i < LENGTH; i++) {
            state[i] = 1812433253 * (state[i - 1] ^ (state[i - 1] >>> 30)) + i;
        }
    }

    /** The next 32 bits. */
    int next() {
        if (position == LENGTH) {
            regenerate();
        }
        int y = state[position++];
        y ^= y >>> 11;
        y ^= (y << 7) & 0x9d2c5680;
        y ^= (y << 15) & 0xefc60000;
        return y ^ (y >>> 18);
    }

    private void regenerate() {
        for (int i = 0; i < LENGTH; i++) {
            int y = (state[i] & 0x80000000) | (state[(i + 1) % LENGTH] & 0x7fffffff);
            state[i] = state[(i + MIDDLE) % LENGTH] ^ (y >>> 1) ^ ((y & 1) == 0 ? 0 : 0x9908b0df);
        }
        position = 0;
    }
}
