package org.shiftbed.report.figure;

import java.util.List;

/**
 * A panel with two axes. Where y is a scale of categories, the first stands at the top, and intervals of dots lie along x; else along y.
 *
 * @param title what tells it from the other panels; empty where there is one only
 * @param x from left to right
 * @param y upwards; categories downwards
 * @param layers the first is painted first
 */
public record Chart(String title, Scale x, Scale y, List<Layer> layers) implements Panel {
    public Chart {
        layers = List.copyOf(layers);
        if (x.kind() == Scale.Kind.CATEGORIES) {
            throw new IllegalArgumentException("categories stand along y, where their names have room: " + title);
        }
        for (Layer layer : layers) {
            if (layer instanceof Layer.Bars && y.kind() != Scale.Kind.CATEGORIES) {
                throw new IllegalArgumentException("bars lie in categories: " + title);
            }
        }
    }

    /** Whether intervals of dots lie along x. */
    boolean level() {
        return y.kind() == Scale.Kind.CATEGORIES;
    }
}
