package org.shiftbed.learn.algorithm;

/**
 * The one source of every random draw inside an algorithm's update or prediction. The trainer gives one made from the trial's
 * {@code algorithm} stream; a test feeds recorded draws.
 */
public interface RandomDraws {

    /** A uniform permutation of 0..n-1 ({@code torch.randperm}). */
    int[] permutation(int n);

    /** Beta(a, b) on [0, 1] ({@code np.random.beta}); a, b above 0. */
    double beta(double a, double b);

    /** A whole number in [low, high) ({@code np.random.randint}). */
    int integer(int low, int high);

    /** n numbers uniform on [0, 1) ({@code torch.rand}). */
    double[] uniform(int n);

    /** n numbers uniform on [low, high) ({@code torch.Tensor.uniform_}): those of {@link #uniform(int)}, stretched. */
    default double[] uniform(int n, double low, double high) {
        double[] values = uniform(n);
        for (int i = 0; i < n; i++) {
            values[i] = low + (high - low) * values[i];
        }
        return values;
    }

    /** n standard normal numbers ({@code torch.randn}). */
    double[] normal(int n);
}
