package org.shiftbed.study;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/** Writes a small set of IDX files, so that DomainBed's digit data sets can be opened in a test. */
final class DigitFiles {
    private DigitFiles() {}

    /** Images of noise with labels 0 to 9 in turn, in one unnamed pair of files. */
    static void write(Path folder, int images, long seed) throws IOException {
        byte[] pixels = new byte[images * 784];
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] = (byte) random.nextInt(256);
        }
        ByteBuffer pictures = ByteBuffer.allocate(16 + pixels.length);
        pictures.putInt(0x803).putInt(images).putInt(28).putInt(28).put(pixels);
        Files.write(folder.resolve("images-idx3-ubyte"), pictures.array());
        ByteBuffer labels = ByteBuffer.allocate(8 + images);
        labels.putInt(0x801).putInt(images);
        for (int i = 0; i < images; i++) {
            labels.put((byte) (i % 10));
        }
        Files.write(folder.resolve("labels-idx1-ubyte"), labels.array());
    }
}
