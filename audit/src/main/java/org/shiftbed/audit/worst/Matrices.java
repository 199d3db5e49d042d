package org.shiftbed.audit.worst;

/** The few products of small dense arrays that the solvers share. */
final class Matrices {
    private Matrices() {}

    static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    /** The Euclidean norm without overflow or underflow of the squares. */
    static double norm(double[] a) {
        double largest = largest(a);
        if (largest == 0 || !Double.isFinite(largest)) {
            return largest;
        }
        int exponent = Math.getExponent(largest);
        double sum = 0;
        for (double value : a) {
            double scaled = Math.scalb(value, -exponent);
            sum += scaled * scaled;
        }
        return Math.scalb(Math.sqrt(sum), exponent);
    }

    /** The largest modulus, 0 of nothing. */
    static double largest(double[] a) {
        double largest = 0;
        for (double value : a) {
            largest = Math.max(largest, Math.abs(value));
        }
        return largest;
    }

    /** The largest modulus of all entries. */
    static double largest(double[][] a) {
        double largest = 0;
        for (double[] row : a) {
            largest = Math.max(largest, largest(row));
        }
        return largest;
    }

    static double[][] copy(double[][] a) {
        double[][] copy = new double[a.length][];
        for (int i = 0; i < a.length; i++) {
            copy[i] = a[i].clone();
        }
        return copy;
    }

    /** {@code a x}, a of n rows. */
    static double[] times(double[][] a, double[] x) {
        double[] product = new double[a.length];
        for (int i = 0; i < a.length; i++) {
            product[i] = dot(a[i], x);
        }
        return product;
    }

    /** {@code u'Hv} for every pair of rows of {@code left} and {@code right}. */
    static double[][] form(double[][] left, double[][] h, double[][] right) {
        double[][] result = new double[left.length][right.length];
        for (int j = 0; j < right.length; j++) {
            double[] image = times(h, right[j]);
            for (int i = 0; i < left.length; i++) {
                result[i][j] = dot(left[i], image);
            }
        }
        return result;
    }

    /** Adds {@code factor * row} to {@code target} in place. */
    static void add(double[] target, double factor, double[] row) {
        if (factor != 0) {
            for (int i = 0; i < target.length; i++) {
                target[i] += factor * row[i];
            }
        }
    }
}
