package org.shiftbed.audit.worst;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Parameters held at 0: their coordinates are dropped, the rest is searched, and the answer is put back among zeros. */
public final class Freezing {
    private final int size;
    private final int[] kept;

    /** @param frozen p flags; all may be set, and then no shift is the only answer */
    public Freezing(boolean[] frozen) {
        size = frozen.length;
        kept = IntStream.range(0, size).filter(k -> !frozen[k]).toArray();
    }

    /** All of p parameters frozen but these. */
    public static Freezing allBut(int p, int... moving) {
        boolean[] frozen = new boolean[p];
        Arrays.fill(frozen, true);
        for (int k : moving) {
            frozen[k] = false;
        }
        return new Freezing(frozen);
    }

    /** The search among the parameters that may move; its answers have all p coordinates. */
    public RadiusSolver on(Budget budget, Quadratic gain) {
        RadiusSolver inner = budget.keep(kept, gain.labels()).on(gain.keep(kept));
        return new RadiusSolver() {
            @Override
            public WorstCase solve(double radius) {
                return embed(inner.solve(radius));
            }

            @Override
            public double supremum() {
                return inner.supremum();
            }

            @Override
            public double smallestRadius() {
                return inner.smallestRadius();
            }
        };
    }

    /** An answer of the kept parameters among zeros for the others. */
    public WorstCase embed(WorstCase found) {
        List<double[]> others = new ArrayList<>();
        for (double[] other : found.others()) {
            others.add(embed(other));
        }
        return new WorstCase(
                embed(found.delta()),
                found.gain(),
                found.multiplier(),
                found.kind(),
                found.unique(),
                List.copyOf(others),
                found.certificate());
    }

    private double[] embed(double[] part) {
        double[] whole = new double[size];
        for (int i = 0; i < kept.length; i++) {
            whole[kept[i]] = part[i];
        }
        return whole;
    }
}
