package org.shiftbed.learn;

import java.util.List;
import java.util.Map;
import org.shiftbed.learn.algorithm.AdjustableRate;
import org.shiftbed.learn.algorithm.Algorithm;

/**
 * The second stage of a rate that falls by itself ({@code domainbed-protocol.md} 8.4): at every checkpoint the rate that the first stage had from the same
 * checkpoint on.
 *
 * <p>Strict, as in the reference: records have the rate of the updates before their checkpoint.
 */
final class ReplayedRate implements RateControl {
    private final List<Double> rates;
    private final boolean strict;
    private int next;
    private double before;
    private double rate;

    /**
     * @param rate to begin with, above 0
     * @param rates after each checkpoint; at least as many as this stage has checkpoints
     * @param strict whether layer {@code algorithm} keeps the reference's defects
     */
    ReplayedRate(double rate, List<Double> rates, boolean strict) {
        this.rates = List.copyOf(rates);
        this.strict = strict;
        this.before = rate;
        this.rate = rate;
    }

    @Override
    public Next checkpoint(int step, Algorithm algorithm, BestSteps evaluated) {
        before = rate;
        rate = rates.get(next++);
        ((AdjustableRate) algorithm).learningRate(rate);
        return new Next(false, false);
    }

    @Override
    public Map<String, Object> memory() {
        return Map.of("next", next, "before", RunState.exact(before), "rate", RunState.exact(rate));
    }

    @Override
    public void restore(Map<?, ?> memory) {
        next = RunState.whole(memory, "next");
        before = RunState.decimal(memory, "before");
        rate = RunState.decimal(memory, "rate");
    }

    @Override
    public Checkpoint.Stage stage() {
        return new Checkpoint.Stage(2, strict ? before : rate);
    }
}
