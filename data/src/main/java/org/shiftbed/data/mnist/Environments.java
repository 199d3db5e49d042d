package org.shiftbed.data.mnist;

import org.shiftbed.base.TorchRandom;

/**
 * Who goes where ({@code domainbed-protocol.md} 1.3, steps 2 and 3): one permutation of the pool, the first draw of the run; environment i of
 * n takes the permuted positions i, i+n, i+2n, ... Rows of the data set are the environments one after the other, each in this order.
 *
 * @param images the image of the pool for every row
 * @param domains the environment of every row
 * @param sizes rows of each environment
 */
record Environments(int[] images, int[] domains, int[] sizes) {

    /** @param random at the start of the run's stream; the permutation is drawn from it */
    static Environments of(int poolSize, int count, TorchRandom random) {
        int[] order = random.permutation(poolSize);
        int[] images = new int[poolSize];
        int[] domains = new int[poolSize];
        int[] sizes = new int[count];
        int row = 0;
        for (int environment = 0; environment < count; environment++) {
            for (int position = environment; position < poolSize; position += count) {
                images[row] = order[position];
                domains[row++] = environment;
                sizes[environment]++;
            }
        }
        return new Environments(images, domains, sizes);
    }
}
