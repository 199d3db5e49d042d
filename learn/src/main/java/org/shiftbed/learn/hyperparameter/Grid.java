package org.shiftbed.learn.hyperparameter;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The points of a grid and which of them a cap keeps ({@code controlled-shifts.md} 4). */
final class Grid {
    private Grid() {}

    /**
     * Row-major coordinates, sorted stably by the parity of their sum, even first. A capped 4 x 4 grid thus keeps its checkerboard: every row
     * and every column as often.
     *
     * @param shape values of each axis, each at least 1; no axis: one point without coordinates
     * @param cap most points; 0 = no limit
     * @throws IllegalArgumentException where the grid has more than a million points
     */
    static List<int[]> points(int[] shape, int cap) {
        long size = 1;
        for (int side : shape) {
            size *= side;
            if (size > 1_000_000) {
                throw new IllegalArgumentException(
                        "a grid of " + Arrays.toString(shape) + " has over a million points");
            }
        }
        List<int[]> even = new ArrayList<>();
        List<int[]> odd = new ArrayList<>();
        for (int index = 0; index < size; index++) {
            int[] point = new int[shape.length];
            int rest = index;
            for (int axis = shape.length - 1; axis >= 0; axis--) {
                point[axis] = rest % shape[axis];
                rest /= shape[axis];
            }
            (Arrays.stream(point).sum() % 2 == 0 ? even : odd).add(point);
        }
        even.addAll(odd);
        return cap == 0 ? even : even.subList(0, Math.min(cap, even.size()));
    }
}
