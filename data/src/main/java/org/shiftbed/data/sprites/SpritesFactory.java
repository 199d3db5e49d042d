package org.shiftbed.data.sprites;

import java.util.List;
import java.util.Map;
import org.shiftbed.base.UserError;
import org.shiftbed.data.DataSource;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.DatasetFactory;

/** Registers the data set {@code sprites}. */
public final class SpritesFactory implements DatasetFactory {
    /** The registered name, and the first value of every seed of this data set. */
    static final String NAME = "sprites";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "three shapes with known scale, orientation, position and colour; drawn by formulas, no files needed";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                new Parameter("side", Type.WHOLE, 64, List.of(64, 32, 16), "height and width in pixels: 64, 32 or 16"),
                new Parameter(
                        "stride",
                        Type.COUNTS,
                        Map.of("orientation", 1, "position", 1),
                        List.of(),
                        "keeps every m-th of 40 orientations and every k-th of 32 positions on each axis, for example"
                                + " {orientation: 4, position: 4}"),
                new Parameter(
                        "colour",
                        Type.TEXT,
                        "oneEach",
                        List.of("oneEach", "cross"),
                        "oneEach gives every image one colour at random, cross makes all three of each"));
    }

    @Override
    public void check(Map<String, Object> parameters, String place) {
        check(place, "orientation", stride(parameters, "orientation"), SpriteGrid.ORIENTATIONS);
        check(place, "position", stride(parameters, "position"), SpriteGrid.POSITIONS);
    }

    private static void check(String place, String key, int stride, int most) {
        if (stride > most) {
            throw new UserError(place + ": 'stride." + key + "' must lie in [1, " + most + "], got " + stride
                    + "; there are " + most + " values, and " + most + " keeps one of them");
        }
    }

    @Override
    public boolean smallImages(Map<String, Object> parameters) {
        return true;
    }

    @Override
    public Dataset open(Map<String, Object> parameters, DataSource source) {
        return new Sprites(
                whole(parameters, "side"),
                new SpriteGrid(stride(parameters, "orientation"), stride(parameters, "position")),
                "cross".equals(required(parameters, "colour")));
    }

    private static Object required(Map<String, Object> parameters, String name) {
        Object value = parameters.get(name);
        if (value == null) {
            throw new IllegalArgumentException("parameters are not resolved: '" + name + "' is missing");
        }
        return value;
    }

    /** Whole numbers come as Integer from a study file and as Long from a stored trial. */
    private static int whole(Map<String, Object> parameters, String name) {
        if (required(parameters, name) instanceof Number value) {
            return value.intValue();
        }
        throw new IllegalArgumentException("parameters are not resolved: '" + name + "' must be a whole number");
    }

    private static int stride(Map<String, Object> parameters, String key) {
        if (required(parameters, "stride") instanceof Map<?, ?> stride && stride.get(key) instanceof Number value) {
            return value.intValue();
        }
        throw new IllegalArgumentException("parameters are not resolved: 'stride." + key + "' is missing");
    }
}
