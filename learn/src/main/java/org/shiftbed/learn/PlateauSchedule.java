package org.shiftbed.learn;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A learning rate that falls to a tenth when a loss has stopped falling, three times at most ({@code domainbed-protocol.md} 8.4). A loss improves if it
 * is below the best so far by more than a ten-thousandth of it; after two losses in a row that do not, the rate falls and the count starts again
 * (torch's {@code ReduceLROnPlateau}: mode min, factor 0.1, patience 1, relative threshold 1e-4, no cooldown; a fall of less than 1e-8 is left out).
 * The run is over at the third fall.
 */
public final class PlateauSchedule {
    private static final double FACTOR = 0.1;
    private static final int PATIENCE = 1;
    private static final double THRESHOLD = 1e-4;
    private static final double SMALLEST_FALL = 1e-8;
    private static final int MOST_FALLS = 3;

    private final List<Double> rates = new ArrayList<>();
    private double rate;
    private double best = Double.POSITIVE_INFINITY;
    private int bad;
    private int falls;

    /** @param rate to begin with, above 0 */
    public PlateauSchedule(double rate) {
        if (!(rate > 0)) {
            throw new IllegalArgumentException("a learning rate is above 0, got " + rate);
        }
        this.rate = rate;
    }

    /**
     * Takes the loss of a checkpoint into account; one that is not a number is no improvement.
     *
     * @throws IllegalStateException after the third fall
     */
    public void checkpoint(double loss) {
        if (finished()) {
            throw new IllegalStateException("the schedule ended at checkpoint " + rates.size());
        }
        if (loss < best * (1 - THRESHOLD)) {
            best = loss;
            bad = 0;
        } else {
            bad++;
        }
        if (bad > PATIENCE) {
            bad = 0;
            double lower = rate * FACTOR;
            if (rate - lower > SMALLEST_FALL) {
                rate = lower;
                falls++;
            }
        }
        rates.add(rate);
    }

    /** Where it stands, as {@link RunState} keeps values. */
    Map<String, Object> memory() {
        return Map.of(
                "rate",
                RunState.exact(rate),
                "best",
                RunState.exact(best),
                "bad",
                bad,
                "falls",
                falls,
                "rates",
                rates.stream().map(RunState::exact).toList());
    }

    /** Goes on from a {@link #memory}. */
    void restore(Map<?, ?> memory) {
        rate = RunState.decimal(memory, "rate");
        best = RunState.decimal(memory, "best");
        bad = RunState.whole(memory, "bad");
        falls = RunState.whole(memory, "falls");
        rates.clear();
        if (memory.get("rates") instanceof List<?> all) {
            all.forEach(each -> rates.add(RunState.decimal(each, "a rate")));
        }
    }

    /** A checkpoint whose loss does not count (the classifier still trains alone): the rate stays. */
    public void skipCheckpoint() {
        rates.add(rate);
    }

    /** The rate from here on. */
    public double rate() {
        return rate;
    }

    /** Whether the rate has fallen for the third time. */
    public boolean finished() {
        return falls == MOST_FALLS;
    }

    /** The rate after each checkpoint so far: what a second run replays, to end at the last where {@link #finished}. */
    public List<Double> rates() {
        return List.copyOf(rates);
    }
}
