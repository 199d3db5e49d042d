package org.shiftbed.data.sprites;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.Seed;
import org.shiftbed.data.Attribute;
import org.shiftbed.data.AttributeTable;
import org.shiftbed.data.ContentGroups;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.Fingerprint;
import org.shiftbed.data.ImageShape;
import org.shiftbed.data.PackedImages;

/**
 * Sprites ({@code controlled-shifts.md} 2.3, 2.4): a reduced grid is drawn once and kept as grey bytes, a grid of 64 MiB or more is drawn
 * row by row as it is read. The colour is put on while reading: the channel of the colour gets the grey image, the others stay black.
 */
final class Sprites implements Dataset {
    /** Raised when the same parameters would give other bytes or other attributes. */
    private static final int VERSION = 1;

    private static final List<String> COLOURS = List.of("red", "green", "blue");

    private final int side;
    private final SpriteGrid grid;
    private final boolean cross;
    private final SpriteRenderer renderer;
    private final @Nullable PackedImages packed;
    private final byte[] colours;
    private final AttributeTable attributes;

    /**
     * @param side 64, 32 or 16
     * @param grid the base images
     * @param cross whether every base image comes in all three colours; one each otherwise
     */
    Sprites(int side, SpriteGrid grid, boolean cross) {
        this.side = side;
        this.grid = grid;
        this.cross = cross;
        this.renderer = new SpriteRenderer(side);
        int images = grid.size();
        int bytes = side * side;
        this.packed = (long) images * bytes < PackedImages.MAPPED_FROM ? drawn(images, bytes) : null;
        int[] imageGroups = ContentGroups.of(images, bytes, this::grey);
        this.colours = new byte[images * (cross ? COLOURS.size() : 1)];
        for (int row = 0; row < colours.length; row++) {
            colours[row] = (byte) (cross ? row % COLOURS.size() : colourOf(grid.factors(row)));
        }
        this.attributes = table(imageGroups);
    }

    private PackedImages drawn(int images, int bytes) {
        PackedImages all = PackedImages.allocate(images, bytes);
        int perScale = images / (SpriteGrid.SHAPES * SpriteGrid.SCALES);
        IntStream.range(0, SpriteGrid.SHAPES * SpriteGrid.SCALES).parallel().forEach(block -> {
            byte[] image = new byte[bytes];
            for (int i = block * perScale; i < (block + 1) * perScale; i++) {
                renderer.draw(grid.factors(i), image);
                all.write(i, image);
            }
        });
        return all;
    }

    /** The colour belongs to the image, so a reduced grid and another side show it alike. */
    private static int colourOf(SpriteGrid.Factors factors) {
        return Seed.of(SpritesFactory.NAME, "colour", 0, factors.imageId())
                .random()
                .nextInt(COLOURS.size());
    }

    private AttributeTable table(int[] imageGroups) {
        int copies = cross ? COLOURS.size() : 1;
        AttributeTable images = AttributeTable.everyCombination(grid.attributes(), copies);
        Map<String, int[]> codes = new LinkedHashMap<>();
        grid.attributes().forEach(a -> codes.put(a.name(), images.column(a.name())));
        int[] colour = new int[colours.length];
        int[] groups = new int[colours.length];
        for (int row = 0; row < colours.length; row++) {
            colour[row] = colours[row];
            groups[row] = imageGroups[row / copies] * copies;
        }
        codes.put("color", colour);
        List<Attribute> all = new ArrayList<>(grid.attributes());
        all.add(new Attribute("color", COLOURS));
        return new AttributeTable(all, codes, groups);
    }

    private void grey(int image, byte[] target) {
        if (packed != null) {
            packed.read(image, target);
        } else {
            renderer.draw(grid.factors(image), target);
        }
    }

    @Override
    public String name() {
        return SpritesFactory.NAME;
    }

    @Override
    public ImageShape shape() {
        return new ImageShape(COLOURS.size(), side, side);
    }

    @Override
    public int size() {
        return colours.length;
    }

    @Override
    public AttributeTable attributes() {
        return attributes;
    }

    @Override
    public String label() {
        return "shape";
    }

    @Override
    public @Nullable String domain() {
        return null;
    }

    @Override
    public void read(int[] rows, int from, int count, ByteBuffer target) {
        byte[] grey = new byte[side * side];
        byte[] black = new byte[side * side];
        int copies = cross ? COLOURS.size() : 1;
        for (int i = from; i < from + count; i++) {
            grey(rows[i] / copies, grey);
            for (int channel = 0; channel < COLOURS.size(); channel++) {
                target.put(channel == colours[rows[i]] ? grey : black);
            }
        }
    }

    @Override
    public String fingerprint() {
        return new Fingerprint()
                .add(List.of(SpritesFactory.NAME, cross ? "cross" : "oneEach"))
                .add(new int[] {VERSION, side, grid.orientationStride(), grid.positionStride()})
                .hex();
    }

    @Override
    public void close() {
        if (packed != null) {
            packed.close();
        }
    }
}
