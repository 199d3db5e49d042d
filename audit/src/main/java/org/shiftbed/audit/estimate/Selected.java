package org.shiftbed.audit.estimate;

/** Entries of arrays at given indices. */
final class Selected {
    private Selected() {}

    static double[] of(double[] values, int[] indices) {
        double[] picked = new double[indices.length];
        for (int k = 0; k < indices.length; k++) {
            picked[k] = values[indices[k]];
        }
        return picked;
    }

    static int[] of(int[] values, int[] indices) {
        int[] picked = new int[indices.length];
        for (int k = 0; k < indices.length; k++) {
            picked[k] = values[indices[k]];
        }
        return picked;
    }

    static long[] of(long[] values, int[] indices) {
        long[] picked = new long[indices.length];
        for (int k = 0; k < indices.length; k++) {
            picked[k] = values[indices[k]];
        }
        return picked;
    }

    static boolean[] of(boolean[] values, int[] indices) {
        boolean[] picked = new boolean[indices.length];
        for (int k = 0; k < indices.length; k++) {
            picked[k] = values[indices[k]];
        }
        return picked;
    }
}
