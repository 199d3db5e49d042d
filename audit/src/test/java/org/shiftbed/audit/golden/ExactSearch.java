package org.shiftbed.audit.golden;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** The worst exact loss in a ball of a few parameters: a compass search from many starts. */
record ExactSearch(ExactLoss exact, int p, int sign) {
    double worst(double radius) {
        SplittableRandom random = new SplittableRandom(1);
        List<double[]> starts = new ArrayList<>();
        for (int k = 0; k < 60; k++) {
            double[] start = new double[p];
            for (int a = 0; a < p; a++) {
                start[a] = radius * (2 * random.nextDouble() - 1);
            }
            starts.add(project(start, radius));
        }
        starts.sort(Comparator.comparingDouble(start -> -sign * exact.at(start)));
        double best = sign * exact.at(new double[p]);
        for (double[] start : starts.subList(0, 4)) {
            best = Math.max(best, climb(start, radius));
        }
        return sign * best;
    }

    private double climb(double[] start, double radius) {
        double[] at = start;
        double value = sign * exact.at(at);
        for (double step = radius / 4; step > 1e-4 * radius; ) {
            double @Nullable [] better = null;
            for (int a = 0; a < p; a++) {
                for (int way = -1; way <= 1; way += 2) {
                    double[] tried = at.clone();
                    tried[a] += way * step;
                    tried = project(tried, radius);
                    double there = sign * exact.at(tried);
                    if (there > value) {
                        better = tried;
                        value = there;
                    }
                }
            }
            if (better == null) {
                step /= 2;
            } else {
                at = better;
            }
        }
        return value;
    }

    private static double[] project(double[] point, double radius) {
        double norm = Math.sqrt(Arrays.stream(point).map(x -> x * x).sum());
        return norm <= radius
                ? point
                : Arrays.stream(point).map(x -> x * radius / norm).toArray();
    }
}
