package org.shiftbed.shift;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.shiftbed.base.Seed;
import org.shiftbed.data.Attribute;
import org.shiftbed.data.AttributeTable;

/** Small tables in the form of dSprites: a full grid of factors, a colour for each row, and copies of pictures. */
final class FactorGrid {
    static final List<String> SHAPES = List.of("square", "ellipse", "heart");
    static final List<String> COLOURS = List.of("red", "green", "blue");

    private FactorGrid() {}

    /** shape 3 x scale 6 x orientation x position, colour at random; first and last orientation of one cell show the same picture. */
    static AttributeTable sprites(int orientations, int positions) {
        List<Attribute> attributes = List.of(
                new Attribute("shape", SHAPES),
                new Attribute("color", COLOURS),
                new Attribute("scale", List.of("0.5", "0.6", "0.7", "0.8", "0.9", "1.0")),
                new Attribute("orientation", numbers(orientations)),
                new Attribute("position", numbers(positions)));
        int rows = 3 * 6 * orientations * positions;
        int[][] columns = new int[attributes.size()][rows];
        int[] groups = new int[rows];
        var colours = Seed.of("grid", "colour").random();
        for (int row = 0; row < rows; row++) {
            int position = row % positions;
            int orientation = row / positions % orientations;
            int cell = row / positions / orientations;
            columns[0][row] = cell / 6;
            columns[1][row] = colours.nextInt(3);
            columns[2][row] = cell % 6;
            columns[3][row] = orientation;
            columns[4][row] = position;
            int picture = orientation == orientations - 1 ? 0 : orientation;
            groups[row] = (cell * orientations + picture) * positions + position;
        }
        Map<String, int[]> codes = new LinkedHashMap<>();
        for (int i = 0; i < columns.length; i++) {
            codes.put(attributes.get(i).name(), columns[i]);
        }
        return new AttributeTable(attributes, codes, groups);
    }

    /** About 6,000 rows. */
    static AttributeTable sprites() {
        return sprites(10, 33);
    }

    /** Environments of given sizes one after the other, one row in two of class b. */
    static AttributeTable domains(int... sizes) {
        List<Integer> domain = new ArrayList<>();
        for (int i = 0; i < sizes.length; i++) {
            for (int k = 0; k < sizes[i]; k++) {
                domain.add(i);
            }
        }
        int[] codes = domain.stream().mapToInt(i -> i).toArray();
        return new AttributeTable(
                List.of(new Attribute("domain", numbers(sizes.length)), new Attribute("label", List.of("a", "b"))),
                Map.of(
                        "domain",
                        codes,
                        "label",
                        IntStream.range(0, codes.length).map(i -> i % 2).toArray()),
                null);
    }

    /** A shift as the study file would ask for it. */
    static Shift shift(String kind, Map<String, Object> fields, Conditions conditions) {
        return Shifts.require(kind, "test")
                .create(new ShiftFactory.Request("sprites", "shape", null, null, fields, conditions));
    }

    static Shift shift(String kind, Map<String, Object> fields) {
        return shift(kind, fields, Conditions.NONE);
    }

    static Seed run(int seed) {
        return Seed.of("run", seed);
    }

    static List<String> numbers(int n) {
        return IntStream.range(0, n).mapToObj(String::valueOf).toList();
    }
}
