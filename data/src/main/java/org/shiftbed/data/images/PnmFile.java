package org.shiftbed.data.images;

/**
 * Portable grey maps and pix maps in binary form (P5 and P6): a magic, width, height and largest value as text, one white space, then the samples, of two
 * bytes each where the largest value is above 255. No library at hand reads them.
 */
final class PnmFile {
    private final byte[] file;
    private int at = 2;

    private PnmFile(byte[] file) {
        this.file = file;
    }

    /**
     * Reads a file; grey is replicated to three channels, samples are scaled to 0..255 and rounded half up.
     *
     * @throws UnreadableImage where it is cut short, or its head is none
     */
    static Planes read(byte[] file, long mostPixels) throws UnreadableImage {
        return new PnmFile(file).planes(file[1] == '5' ? 1 : 3, mostPixels);
    }

    private Planes planes(int samples, long mostPixels) throws UnreadableImage {
        int width = number();
        int height = number();
        int most = number();
        at++;
        if (width < 1 || height < 1 || most < 1 || most > 65_535) {
            throw new UnreadableImage("is damaged: " + width + " x " + height + " pixels of values up to " + most);
        }
        if ((long) width * height > mostPixels) {
            throw new UnreadableImage("has " + width + " x " + height + " pixels, more than " + mostPixels / 1_000_000
                    + " million; make it smaller");
        }
        int area = width * height;
        int bytes = most > 255 ? 2 : 1;
        if (file.length - at < (long) area * samples * bytes) {
            throw new UnreadableImage("is damaged: it is cut short");
        }
        byte[] planes = new byte[3 * area];
        for (int i = 0; i < area; i++) {
            for (int c = 0; c < 3; c++) {
                int from = at + (i * samples + (samples == 1 ? 0 : c)) * bytes;
                int sample = bytes == 1 ? file[from] & 0xFF : (file[from] & 0xFF) << 8 | file[from + 1] & 0xFF;
                planes[c * area + i] = (byte) Math.min(255, (sample * 510 + most) / (2 * most));
            }
        }
        return new Planes(3, height, width, planes);
    }

    /** The next number of the head; a hash begins a comment that ends with its line. */
    private int number() throws UnreadableImage {
        while (at < file.length && (Character.isWhitespace(file[at]) || file[at] == '#')) {
            if (file[at] == '#') {
                while (at < file.length && file[at] != '\n') {
                    at++;
                }
            } else {
                at++;
            }
        }
        long number = -1;
        while (at < file.length && file[at] >= '0' && file[at] <= '9' && number < Integer.MAX_VALUE) {
            number = Math.max(0, number) * 10 + file[at++] - '0';
        }
        if (number < 0 || number > Integer.MAX_VALUE) {
            throw new UnreadableImage("is damaged: its head holds no sizes");
        }
        return (int) number;
    }
}
