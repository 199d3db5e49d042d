package org.shiftbed.shift;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.shiftbed.data.AttributeTable;

/**
 * Shifts composed by the parts algebra ({@code controlled-shifts.md} 1.8): all pairs of parts, filters joined by AND, the stricter count, weights
 * multiplied.
 *
 * @param parts those that have rows and weight, weights summing to 1
 * @param dropped the others
 */
record Composition(List<PartRequest> parts, List<Dropped> dropped) {

    /**
     * A pair of parts that was left out.
     *
     * @param empty whether no row fits it; else its weight is 0
     */
    record Dropped(String filter, boolean empty) {}

    /**
     * Composes from the left; the parts of the first shift are outermost.
     *
     * @param shifts at least one, each a list of parts
     * @param pool rows that the parts are taken from
     */
    static Composition of(List<List<PartRequest>> shifts, AttributeTable table, int[] pool) {
        List<Dropped> dropped = new ArrayList<>();
        List<PartRequest> parts = shifts.get(0);
        for (List<PartRequest> next : shifts.subList(1, shifts.size())) {
            List<PartRequest> pairs = new ArrayList<>();
            for (PartRequest one : parts) {
                for (PartRequest other : next) {
                    PartRequest both = new PartRequest(
                            enclosed(one.filter()) + " AND " + enclosed(other.filter()),
                            count(one.count(), other.count()),
                            one.weight() * other.weight());
                    boolean empty = both.weight() > 0
                            && RowFilter.parse(both.filter(), table).among(pool).length == 0;
                    if (both.weight() > 0 && !empty) {
                        pairs.add(both);
                    } else {
                        dropped.add(new Dropped(both.filter(), empty));
                    }
                }
            }
            parts = pairs;
        }
        double total = parts.stream().mapToDouble(PartRequest::weight).sum();
        return new Composition(
                parts.stream()
                        .map(part -> new PartRequest(part.filter(), part.count(), part.weight() / total))
                        .toList(),
                List.copyOf(dropped));
    }

    private static int count(int one, int other) {
        return one == 0 || other == 0 ? one + other : Math.min(one, other);
    }

    /** OR binds weaker than AND; brackets that a quoted value makes needless do no harm. */
    private static String enclosed(String filter) {
        return filter.toLowerCase(Locale.ROOT).contains(" or ") ? "(" + filter + ")" : filter;
    }
}
