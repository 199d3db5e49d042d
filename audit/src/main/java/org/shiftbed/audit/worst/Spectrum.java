package org.shiftbed.audit.worst;

import java.util.Comparator;
import java.util.stream.IntStream;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.EigenDecompositionSymmetric;

/**
 * The eigenvalues of a symmetric matrix in ascending order with their orthonormal vectors. Values and matrix are kept divided by
 * {@code 2^exponent}, which makes the largest entry lie between 1 and 2, so that matrices of any scale are treated alike.
 *
 * @param matrix the matrix times {@code 2^-exponent}
 * @param exponent the power of two that was taken out, 0 for a zero matrix
 * @param values ascending, of {@code matrix}
 * @param vectors row k is the unit vector of {@code values[k]}
 */
record Spectrum(double[][] matrix, int exponent, double[] values, double[][] vectors) {

    /** @param symmetric n x n, n may be 0, not written to */
    static Spectrum of(double[][] symmetric) {
        int n = symmetric.length;
        double largest = Matrices.largest(symmetric);
        int exponent = largest == 0 ? 0 : Math.getExponent(largest);
        double[][] matrix = new double[n][n];
        boolean diagonal = true;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                matrix[i][j] = Math.scalb(symmetric[i][j], -exponent);
                diagonal &= i == j || matrix[i][j] == 0;
            }
        }
        return diagonal ? ofDiagonal(matrix, exponent) : ofFull(matrix, exponent);
    }

    int size() {
        return values.length;
    }

    /** The coordinates of a vector along the eigenvectors. */
    double[] coordinates(double[] vector) {
        return Matrices.times(vectors, vector);
    }

    /** The vector that has these coordinates. */
    double[] vector(double[] coordinates) {
        double[] vector = new double[coordinates.length];
        for (int k = 0; k < coordinates.length; k++) {
            Matrices.add(vector, coordinates[k], vectors[k]);
        }
        return vector;
    }

    private static Spectrum ofDiagonal(double[][] matrix, int exponent) {
        int n = matrix.length;
        int[] order = IntStream.range(0, n)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer k) -> matrix[k][k]))
                .mapToInt(Integer::intValue)
                .toArray();
        double[] values = new double[n];
        double[][] vectors = new double[n][n];
        for (int k = 0; k < n; k++) {
            values[k] = matrix[order[k]][order[k]];
            vectors[k][order[k]] = 1;
        }
        return new Spectrum(matrix, exponent, values, vectors);
    }

    private static Spectrum ofFull(double[][] matrix, int exponent) {
        int n = matrix.length;
        EigenDecompositionSymmetric found =
                new EigenDecompositionSymmetric(new Array2DRowRealMatrix(matrix, true), 1e-12, false);
        double[] values = new double[n];
        double[][] vectors = new double[n][];
        for (int k = 0; k < n; k++) {
            values[k] = found.getEigenvalue(k);
            vectors[k] = found.getEigenvector(k).toArray();
        }
        return new Spectrum(matrix, exponent, values, vectors);
    }
}
