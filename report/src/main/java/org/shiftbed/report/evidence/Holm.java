package org.shiftbed.report.evidence;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Holm's (1979) step-down correction: who calls those below 0.05 decided errs in a whole family of tests at most once in twenty. */
public final class Holm {
    private Holm() {}

    /**
     * Adjusted p, each in the place of its own.
     *
     * @param ps of one family, each in [0, 1]
     */
    public static List<Double> adjusted(List<Double> ps) {
        List<Integer> order = IntStream.range(0, ps.size())
                .boxed()
                .sorted(Comparator.comparing(ps::get))
                .toList();
        Double[] adjusted = new Double[ps.size()];
        double running = 0;
        for (int i = 0; i < order.size(); i++) {
            running = Math.max(running, Math.min(1, (ps.size() - i) * ps.get(order.get(i))));
            adjusted[order.get(i)] = running;
        }
        return List.of(adjusted);
    }
}
