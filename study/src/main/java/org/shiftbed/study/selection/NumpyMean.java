package org.shiftbed.study.selection;

import java.util.List;

/** Means and population deviations with numpy's order of summation, so that a last bit never moves a printed digit. */
public final class NumpyMean {
    private NumpyMean() {}

    /** {@code mean(values)}; NaN where there is none. */
    public static double mean(List<Double> values) {
        return sum(array(values)) / values.size();
    }

    /** {@link #mean(List)} of the first {@code n}. */
    static double mean(double[] values, int n) {
        return sum(values, 0, n) / n;
    }

    /** {@code std(values / sqrt(m))} with divisor m: the error that DomainBed prints. */
    public static double error(List<Double> values) {
        double[] scaled = array(values);
        double root = Math.sqrt(scaled.length);
        for (int i = 0; i < scaled.length; i++) {
            scaled[i] /= root;
        }
        double mean = sum(scaled) / scaled.length;
        double[] squares = new double[scaled.length];
        for (int i = 0; i < scaled.length; i++) {
            squares[i] = (scaled[i] - mean) * (scaled[i] - mean);
        }
        return Math.sqrt(sum(squares) / scaled.length);
    }

    private static double[] array(List<Double> values) {
        double[] plain = new double[values.size()];
        for (int i = 0; i < plain.length; i++) {
            plain[i] = values.get(i);
        }
        return plain;
    }

    static double sum(double[] values) {
        return sum(values, 0, values.length);
    }

    /** Pairwise summation: plain below 8 values, eight running sums up to 128, halves of multiples of 8 above. */
    private static double sum(double[] values, int from, int n) {
        if (n < 8) {
            double sum = 0;
            for (int i = 0; i < n; i++) {
                sum += values[from + i];
            }
            return sum;
        }
        if (n <= 128) {
            double[] running = new double[8];
            System.arraycopy(values, from, running, 0, 8);
            int i = 8;
            for (; i < n - n % 8; i += 8) {
                for (int k = 0; k < 8; k++) {
                    running[k] += values[from + i + k];
                }
            }
            double sum = ((running[0] + running[1]) + (running[2] + running[3]))
                    + ((running[4] + running[5]) + (running[6] + running[7]));
            for (; i < n; i++) {
                sum += values[from + i];
            }
            return sum;
        }
        int half = n / 2;
        half -= half % 8;
        return sum(values, from, half) + sum(values, from + half, n - half);
    }
}
