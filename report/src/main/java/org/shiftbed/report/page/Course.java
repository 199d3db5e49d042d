package org.shiftbed.report.page;

import java.util.ArrayList;
import java.util.List;
import org.shiftbed.report.statistics.Method;
import org.shiftbed.report.statistics.Place;

/**
 * One quantity of one chosen trial over its checkpoints.
 *
 * @param place where
 * @param method what
 * @param seed run
 * @param quantity in words, with its unit: {@code loss}, {@code validation accuracy (id)}
 * @param steps ascending
 * @param values same length; one that is not finite is a gap in the line
 */
public record Course(Place place, Method method, int seed, String quantity, List<Integer> steps, List<Double> values) {
    public Course {
        steps = List.copyOf(steps);
        values = List.copyOf(values);
        if (steps.size() != values.size()) {
            throw new IllegalArgumentException(
                    "a course has a value a step, got " + values.size() + " values and " + steps.size() + " steps");
        }
    }

    /**
     * This with fewer values, spaced as evenly as whole places allow, the first and the last among them.
     *
     * @param most at least 2
     */
    Course thinned(int most) {
        int size = steps.size();
        if (size <= most) {
            return this;
        }
        List<Integer> fewerSteps = new ArrayList<>();
        List<Double> fewerValues = new ArrayList<>();
        for (int i = 0; i < most; i++) {
            int index = (int) ((2L * i * (size - 1) + most - 1) / (2L * (most - 1)));
            fewerSteps.add(steps.get(index));
            fewerValues.add(values.get(index));
        }
        return new Course(place, method, seed, quantity, fewerSteps, fewerValues);
    }
}
