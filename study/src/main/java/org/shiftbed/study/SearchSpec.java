package org.shiftbed.study;

import java.util.List;
import java.util.Map;

/** How hyperparameters are searched. */
public sealed interface SearchSpec {

    /**
     * Random draws; draw 0 is the defaults.
     *
     * @param draws at least 1
     */
    record Random(int draws) implements SearchSpec {}

    /**
     * Every combination of the lists given, in row-major order of the declared hyperparameters.
     *
     * @param cap most members of one search ({@code controlled-shifts.md} section 4: even coordinate sums first); 0 = all
     * @param axes names of the only hyperparameters that it goes through, others keep their defaults; empty: all that are lists or declared
     */
    record Grid(int cap, List<String> axes) implements SearchSpec {
        public Grid {
            axes = List.copyOf(axes);
        }

        /** Through everything that is a list or declared. */
        public Grid(int cap) {
            this(cap, List.of());
        }
    }

    /**
     * Members written out.
     *
     * @param members what each member changes from the defaults, by algorithm
     */
    record Given(Map<String, List<Map<String, Object>>> members) implements SearchSpec {
        public Given {
            members = Map.copyOf(members);
        }
    }
}
