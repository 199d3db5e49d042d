package org.shiftbed.learn;

import java.util.Arrays;
import java.util.regex.Pattern;
import org.shiftbed.learn.hyperparameter.HyperparameterValues;
import org.shiftbed.shift.Part;
import org.shiftbed.shift.Role;

/**
 * How often the training rows have been seen.
 *
 * @param protocol whose definition holds
 * @param unit domainbed: steps of one epoch; controlled: training rows
 */
record Epochs(Protocol protocol, double unit) {
    private static final Pattern IN_SPLIT = Pattern.compile("env\\d+_in");

    /**
     * The definition of a task's protocol. DomainBed's takes the smallest in-split of all environments, test ones included, whatever this run
     * trains on ({@code domainbed-protocol.md} 4.4).
     */
    static Epochs of(TrainingTask task) {
        if (task.protocol() == Protocol.DOMAINBED) {
            double smallest = task.split().parts().stream()
                    .filter(part -> IN_SPLIT.matcher(part.name()).matches())
                    .mapToInt(Part::size)
                    .min()
                    .orElseThrow(() -> new IllegalArgumentException("a split of this protocol has parts env0_in, …"));
            return new Epochs(
                    task.protocol(), smallest / new HyperparameterValues(task.hyperparameters()).whole("batch_size"));
        }
        long rows = task.split().parts(Role.TRAIN).stream()
                .flatMapToInt(part -> Arrays.stream(part.rows()))
                .distinct()
                .count();
        return new Epochs(task.protocol(), rows);
    }

    /**
     * @param step index of the last update, from 0
     * @param images drawn so far
     */
    double at(int step, long images) {
        return (protocol == Protocol.DOMAINBED ? step : images) / unit;
    }
}
