package org.shiftbed.study;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.shiftbed.data.ImageShape;

/**
 * The data sets of the controlled study ({@code controlled-shifts.md} 2.1), of which a study can be planned where they cannot be read: its trials are
 * counted and refused, never run on anything else.
 */
final class AnnouncedDatasets {
    /**
     * What a plan needs of a data set that is not there.
     *
     * @param label attribute that is predicted unless a study says otherwise
     * @param shape of its pictures
     */
    record Announced(String name, String label, ImageShape shape) {}

    private static final Map<String, Announced> ALL = all();

    private AnnouncedDatasets() {}

    private static Map<String, Announced> all() {
        Map<String, Announced> all = new TreeMap<>();
        for (Announced each : List.of(
                new Announced("dSprites", "shape", new ImageShape(3, 64, 64)),
                new Announced("MPI3D", "object_shape", new ImageShape(3, 64, 64)),
                new Announced("Shapes3D", "shape", new ImageShape(3, 64, 64)),
                new Announced("SmallNORB", "category", new ImageShape(1, 96, 96)),
                new Announced("Camelyon17", "tumor", new ImageShape(3, 96, 96)),
                new Announced("iWildCam", "y", new ImageShape(3, 256, 256)))) {
            all.put(each.name(), each);
        }
        return all;
    }

    /** Their names, sorted. */
    static List<String> names() {
        return List.copyOf(ALL.keySet());
    }

    /** The one of a name. */
    static Optional<Announced> find(String name) {
        return Optional.ofNullable(ALL.get(name));
    }
}
