package org.shiftbed.study;

import java.util.List;

/**
 * One quantity of one trial over its checkpoints.
 *
 * @param trial id
 * @param dataset registered name
 * @param shift kind
 * @param setting as in {@link Outcome}
 * @param algorithm registered name
 * @param environment test environments, display labels joined by a comma; {@code all} otherwise
 * @param seed run seed or trial_seed
 * @param hparamsSeed which member of the search
 * @param quantity {@code loss}, {@code val_id}, {@code test}, {@code env0_out_acc}, …
 * @param steps ascending
 * @param values same length; not finite where the run diverged
 */
public record Curve(
        String trial,
        String dataset,
        String shift,
        String setting,
        String algorithm,
        String environment,
        int seed,
        int hparamsSeed,
        String quantity,
        List<Integer> steps,
        List<Double> values) {
    public Curve {
        steps = List.copyOf(steps);
        values = List.copyOf(values);
    }
}
