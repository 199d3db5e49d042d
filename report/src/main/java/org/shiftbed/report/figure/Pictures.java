package org.shiftbed.report.figure;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Pictures in rows that have a name.
 *
 * @param title what tells it from the other panels; empty where there is one only
 * @param rows from the top
 */
public record Pictures(String title, List<Row> rows) implements Panel {
    /**
     * One row.
     *
     * @param label what its pictures share
     * @param pictures from the left; none is said in words
     */
    public record Row(String label, List<Picture> pictures) {
        public Row {
            pictures = List.copyOf(pictures);
        }
    }

    /**
     * One picture.
     *
     * @param width in pixels
     * @param height in pixels
     * @param rgb row by row, three bytes each
     * @param words what it is
     */
    public record Picture(int width, int height, byte[] rgb, String words) {
        public Picture {
            if (rgb.length != 3 * width * height) {
                throw new IllegalArgumentException("a picture of " + width + " x " + height + " has "
                        + 3 * width * height + " bytes, got " + rgb.length);
            }
            rgb = rgb.clone();
        }

        /** Colour {@code 0xrrggbb} of a pixel. */
        int at(int x, int y) {
            int i = 3 * (y * width + x);
            return (rgb[i] & 0xff) << 16 | (rgb[i + 1] & 0xff) << 8 | (rgb[i + 2] & 0xff);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Picture picture
                    && width == picture.width
                    && height == picture.height
                    && Arrays.equals(rgb, picture.rgb)
                    && words.equals(picture.words);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(rgb);
        }
    }

    public Pictures {
        rows = List.copyOf(rows);
    }
}
