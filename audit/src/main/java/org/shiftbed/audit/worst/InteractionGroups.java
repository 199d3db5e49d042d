package org.shiftbed.audit.worst;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

/** Parameters fall into groups between which H is exactly zero: what is not tied by a limit either can be searched group by group. */
record InteractionGroups(Quadratic gain) {

    /** Ascending positions of each group, groups by their first position. */
    List<int[]> groups() {
        double[][] h = gain.rawHessian();
        boolean[] seen = new boolean[h.length];
        List<int[]> groups = new ArrayList<>();
        for (int first = 0; first < h.length; first++) {
            if (seen[first]) {
                continue;
            }
            List<Integer> group = new ArrayList<>();
            Deque<Integer> open = new ArrayDeque<>(List.of(first));
            seen[first] = true;
            while (!open.isEmpty()) {
                int at = open.removeFirst();
                group.add(at);
                for (int k = 0; k < h.length; k++) {
                    if (!seen[k] && h[at][k] != 0) {
                        seen[k] = true;
                        open.addLast(k);
                    }
                }
            }
            Collections.sort(group);
            groups.add(group.stream().mapToInt(Integer::intValue).toArray());
        }
        return groups;
    }
}
