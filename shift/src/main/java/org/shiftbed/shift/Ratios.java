package org.shiftbed.shift;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.shiftbed.data.AttributeTable;

/**
 * How much more likely each row of the pool is under a shift than in the pool, up to a factor: t_k / t_0 of the composition on tables
 * ({@code controlled-shifts.md} 1.8). Of a shift made of parts it is that of the rows which its parts hold on average, not of its part weights:
 * the result is a set of rows.
 */
final class Ratios {
    private final AttributeTable table;
    private final int[] pool;
    private final List<String> warnings = new ArrayList<>();

    Ratios(AttributeTable table, int[] pool) {
        this.table = table;
        this.pool = pool;
    }

    /** One value for each row of the pool, at least 0. */
    double[] of(Component shift) {
        if (shift instanceof JointShift joint) {
            return ofJoint(joint.joint(table, pool));
        }
        if (shift instanceof PartsShift parts) {
            return ofParts(parts.requests(table));
        }
        throw new IllegalArgumentException("a component is made of parts or a joint, not " + shift.kind());
    }

    /** The attributes that the ratio depends on. */
    static List<String> attributes(Component shift) {
        if (shift instanceof JointShift joint) {
            return joint.joined();
        }
        String along = shift.along();
        return along == null ? List.of() : List.of(shift.frame().label(), along);
    }

    /** One line for each share that no row can take. */
    List<String> warnings() {
        return List.copyOf(warnings);
    }

    private double[] ofParts(List<PartRequest> parts) {
        double[] ratio = new double[pool.length];
        for (PartRequest part : parts) {
            RowFilter filter = RowFilter.parse(part.filter(), table);
            int matching = filter.among(pool).length;
            double held = part.count() == 0 || part.count() > matching ? 1 : (double) part.count() / matching;
            if (part.weight() > 0) {
                for (int k = 0; k < pool.length; k++) {
                    ratio[k] += filter.matches(pool[k]) ? held : 0;
                }
            }
        }
        return ratio;
    }

    private double[] ofJoint(Joint joint) {
        Map<Integer, Integer> sizes = new TreeMap<>();
        for (int row : pool) {
            sizes.merge(joint.cells().of(row), 1, Integer::sum);
        }
        for (int cell = 0; cell < joint.train().length; cell++) {
            if (joint.train()[cell] > 0 && !sizes.containsKey(cell)) {
                warnings.add("cell " + joint.cells().words(cell) + " has share " + Share.text(joint.train()[cell])
                        + " and no row in the training pool: the share went to the other cells");
            }
        }
        double[] ratio = new double[pool.length];
        for (int k = 0; k < pool.length; k++) {
            int cell = joint.cells().of(pool[k]);
            ratio[k] = joint.train()[cell] / sizes.getOrDefault(cell, 1);
        }
        return ratio;
    }
}
