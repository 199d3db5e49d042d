package org.shiftbed.data.factors;

/** Turns a picture whose channels lie together in every pixel into one whose channels follow one another. */
final class ChannelsFirst {
    private ChannelsFirst() {}

    /**
     * @param pixels {@code area * channels} bytes, pixel by pixel
     * @param target receives as many, channel by channel
     */
    static void of(byte[] pixels, int area, int channels, byte[] target) {
        for (int channel = 0; channel < channels; channel++) {
            int from = channel;
            for (int i = channel * area; i < (channel + 1) * area; i++, from += channels) {
                target[i] = pixels[from];
            }
        }
    }
}
