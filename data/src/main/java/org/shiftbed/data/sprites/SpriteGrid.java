package org.shiftbed.data.sprites;

import java.util.ArrayList;
import java.util.List;
import org.shiftbed.data.Attribute;

/**
 * The factor grid of dSprites, or every m-th orientation and k-th position of it. Base images are numbered as rows of the grid kept: shape
 * slowest, then scale, orientation, posX, and posY fastest; strides 245,760, 40,960, 1024, 32 and 1 in the full grid.
 *
 * @param orientationStride in [1, 40]
 * @param positionStride in [1, 32], for both axes
 */
record SpriteGrid(int orientationStride, int positionStride) {
    static final int SHAPES = 3;
    static final int SCALES = 6;
    static final int ORIENTATIONS = 40;
    static final int POSITIONS = 32;

    /** A base image by its places in the full grid, whatever part of it is kept. */
    record Factors(int shape, int scale, int orientation, int posX, int posY) {

        /** The row of this image in the full grid: its identity, from which its colour is drawn. */
        int imageId() {
            return (((shape * SCALES + scale) * ORIENTATIONS + orientation) * POSITIONS + posX) * POSITIONS + posY;
        }
    }

    int orientations() {
        return (ORIENTATIONS + orientationStride - 1) / orientationStride;
    }

    int positions() {
        return (POSITIONS + positionStride - 1) / positionStride;
    }

    /** How many base images are kept; 737,280 in the full grid. */
    int size() {
        return SHAPES * SCALES * orientations() * positions() * positions();
    }

    Factors factors(int row) {
        int positions = positions();
        int rest = row;
        int posY = rest % positions;
        rest /= positions;
        int posX = rest % positions;
        rest /= positions;
        int orientation = rest % orientations();
        rest /= orientations();
        return new Factors(
                rest / SCALES,
                rest % SCALES,
                orientation * orientationStride,
                posX * positionStride,
                posY * positionStride);
    }

    /** Shape, scale, orientation and both positions in the order of the grid; the last three are named by their place in the full grid. */
    List<Attribute> attributes() {
        return List.of(
                new Attribute("shape", List.of("square", "ellipse", "heart")),
                new Attribute("scale", List.of("0.5", "0.6", "0.7", "0.8", "0.9", "1.0")),
                new Attribute("orientation", places(orientations(), orientationStride)),
                new Attribute("posX", places(positions(), positionStride)),
                new Attribute("posY", places(positions(), positionStride)));
    }

    private static List<String> places(int count, int stride) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            values.add(Integer.toString(i * stride));
        }
        return values;
    }
}
