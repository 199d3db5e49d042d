package org.shiftbed.study;

import java.util.ArrayList;
import java.util.List;

/**
 * Which environments DomainBed's protocol holds out ({@code domainbed-protocol.md} 6.2).
 *
 * @param kind single environments, single ones and all pairs, or a list
 * @param lists for kind LIST: what is held out in one run each, indices ascending
 */
public record TestEnvironments(Kind kind, List<List<Integer>> lists) {
    public TestEnvironments {
        lists = lists.stream().map(List::copyOf).toList();
    }

    /** How the lists come about. */
    public enum Kind {
        SINGLE,
        PAIRS,
        LIST
    }

    /**
     * What is held out, in the order of the reference's grid: [0], [0, 1], [0, 2], …, [1], [1, 2], …
     *
     * @param environments how many the data set has
     */
    public List<List<Integer>> of(int environments) {
        if (kind == Kind.LIST) {
            return lists;
        }
        List<List<Integer>> all = new ArrayList<>();
        for (int i = 0; i < environments; i++) {
            all.add(List.of(i));
            for (int j = i + 1; kind == Kind.PAIRS && j < environments; j++) {
                all.add(List.of(i, j));
            }
        }
        return all;
    }
}
