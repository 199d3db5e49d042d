package org.shiftbed.learn;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.shiftbed.shift.BatchSource.EnvironmentRows;
import org.shiftbed.shift.Role;
import org.shiftbed.shift.Split;

/** Rows that are held out, grouped into minibatches as those of training are. Rows of environments that training does not have are left out. */
final class ValidationRows {
    private final Split split;
    private final List<Integer> training;
    private final int[] rows;

    ValidationRows(Split split, Role role) {
        this.split = split;
        this.training = split.trainingEnvironments();
        this.rows = split.parts(role).stream()
                .flatMapToInt(part -> IntStream.of(part.rows()))
                .distinct()
                .filter(row -> environment(row) >= 0)
                .toArray();
    }

    /** All rows are in environment 0 where training has none. */
    private int environment(int row) {
        return training.isEmpty() ? 0 : training.indexOf(split.environmentOf()[row]);
    }

    /** At most so many rows, spread evenly over all of them. */
    int[] spread(int most) {
        int count = Math.min(most, rows.length);
        return IntStream.range(0, count)
                .map(i -> rows[(int) ((long) i * rows.length / count)])
                .toArray();
    }

    /** Those of {@code chosen} from one index to before another, by environment. */
    List<EnvironmentRows> batch(int[] chosen, int from, int to) {
        TreeMap<Integer, List<Integer>> positions = new TreeMap<>();
        for (int i = from; i < to; i++) {
            positions
                    .computeIfAbsent(environment(chosen[i]), unused -> new ArrayList<>())
                    .add(i - from);
        }
        List<EnvironmentRows> batch = new ArrayList<>();
        positions.forEach((environment, at) -> {
            int[] places = at.stream().mapToInt(Integer::intValue).toArray();
            int[] own = IntStream.of(places).map(i -> chosen[from + i]).toArray();
            int[] labels = IntStream.of(own).map(row -> split.labels()[row]).toArray();
            batch.add(new EnvironmentRows(environment, own, labels, places));
        });
        return batch;
    }
}
