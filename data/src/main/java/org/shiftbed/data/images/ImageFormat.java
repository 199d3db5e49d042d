package org.shiftbed.data.images;

import org.jspecify.annotations.Nullable;

/** The formats that are read, told by their first bytes: the ending of a name may lie. */
enum ImageFormat {
    PNG(0x89, 'P', 'N', 'G'),
    JPEG(0xFF, 0xD8, 0xFF),
    GIF('G', 'I', 'F', '8'),
    BMP('B', 'M'),
    TIFF_LITTLE('I', 'I', 42, 0),
    TIFF_BIG('M', 'M', 0, 42),
    WEBP('R', 'I', 'F', 'F', -1, -1, -1, -1, 'W', 'E', 'B', 'P'),
    PGM('P', '5'),
    PPM('P', '6');

    private final int[] mark;

    ImageFormat(int... mark) {
        this.mark = mark;
    }

    /** As {@code javax.imageio} calls it. */
    String reader() {
        return switch (this) {
            case TIFF_LITTLE, TIFF_BIG -> "tiff";
            default -> name();
        };
    }

    /** The format of a file; null where it is none of these. */
    static @Nullable ImageFormat of(byte[] file) {
        for (ImageFormat format : values()) {
            if (format.begins(file)) {
                return format;
            }
        }
        return null;
    }

    private boolean begins(byte[] file) {
        for (int i = 0; i < mark.length; i++) {
            if (file.length <= i || mark[i] >= 0 && (file[i] & 0xFF) != mark[i]) {
                return false;
            }
        }
        return true;
    }
}
