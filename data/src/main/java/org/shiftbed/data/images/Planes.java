package org.shiftbed.data.images;

/**
 * A decoded picture, channel by channel and row by row.
 *
 * @param channels 3 or 1
 * @param height rows
 * @param width columns
 * @param bytes {@code channels * height * width} values of 0..255
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Planes(int channels, int height, int width, byte[] bytes) {

    /** One channel of brightness: (19595 R + 38470 G + 7471 B + 32768) / 65536, as {@code domainbed-protocol.md} 1.5 fixes it. */
    Planes grey() {
        int area = height * width;
        byte[] grey = new byte[area];
        for (int i = 0; i < area; i++) {
            int sum =
                    19595 * (bytes[i] & 0xFF) + 38470 * (bytes[area + i] & 0xFF) + 7471 * (bytes[2 * area + i] & 0xFF);
            grey[i] = (byte) ((sum + 32768) >> 16);
        }
        return new Planes(1, height, width, grey);
    }
}
