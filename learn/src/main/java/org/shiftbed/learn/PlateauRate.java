package org.shiftbed.learn;

import java.util.List;
import java.util.Map;
import org.shiftbed.learn.algorithm.AdjustableRate;
import org.shiftbed.learn.algorithm.Algorithm;

/**
 * The first stage of a rate that falls by itself ({@code domainbed-protocol.md} 8.4): a {@link PlateauSchedule} hears the held-out loss of every checkpoint
 * after the linear phase, and its third fall ends the stage.
 *
 * <p>Strict, as in the reference: the checkpoint of the third fall leaves no record, and means run from the start on.
 */
final class PlateauRate implements RateControl {
    private final List<String> parts;
    private final boolean strict;
    private final PlateauSchedule schedule;
    private int lastStep = -1;

    /**
     * @param rate to begin with, above 0
     * @param parts out-splits of the training environments, evaluated at every checkpoint
     * @param strict whether layer {@code algorithm} keeps the reference's defects
     */
    PlateauRate(double rate, List<String> parts, boolean strict) {
        this.schedule = new PlateauSchedule(rate);
        this.parts = parts;
        this.strict = strict;
    }

    @Override
    public Next checkpoint(int step, Algorithm algorithm, BestSteps evaluated) {
        lastStep = step;
        AdjustableRate adjustable = (AdjustableRate) algorithm;
        if (adjustable.linearPhase()) {
            schedule.skipCheckpoint();
            return new Next(false, false);
        }
        schedule.checkpoint(
                parts.stream().mapToDouble(evaluated::batchLoss).average().orElse(Double.NaN));
        adjustable.learningRate(schedule.rate());
        return new Next(schedule.finished(), strict && schedule.finished());
    }

    @Override
    public Checkpoint.Stage stage() {
        return new Checkpoint.Stage(1, schedule.rate());
    }

    @Override
    public boolean meansFromTheStart() {
        return strict;
    }

    @Override
    public Map<String, Object> memory() {
        return Map.of("last", lastStep, "schedule", schedule.memory());
    }

    @Override
    public void restore(Map<?, ?> memory) {
        lastStep = RunState.whole(memory, "last");
        schedule.restore(RunState.object(memory, "schedule"));
    }

    /** The rate after each checkpoint so far. */
    List<Double> rates() {
        return schedule.rates();
    }

    /** Whether the third fall ended the stage, in place of its last update. */
    boolean finished() {
        return schedule.finished();
    }

    /** Index of the update before the last checkpoint; -1 before the first. */
    int lastStep() {
        return lastStep;
    }
}
