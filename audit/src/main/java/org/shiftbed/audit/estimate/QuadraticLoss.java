package org.shiftbed.audit.estimate;

/**
 * The second-order model of the loss under a shift, {@code Q(delta) = L + g'delta + delta'H delta / 2} (parametric-robustness 2.3).
 *
 * @param loss L, the mean loss without a shift
 * @param gradient g
 * @param hessian H, symmetric
 */
public record QuadraticLoss(double loss, double[] gradient, double[][] hessian) {

    /** Q(delta). */
    public double at(double[] delta) {
        double sum = 0;
        for (int a = 0; a < delta.length; a++) {
            double row = 0;
            for (int b = 0; b < delta.length; b++) {
                row += hessian[a][b] * delta[b];
            }
            sum += delta[a] * (gradient[a] + row / 2);
        }
        return loss + sum;
    }

    /** The slope at delta, {@code g + H delta}. */
    public double[] gradientAt(double[] delta) {
        double[] slope = gradient.clone();
        for (int a = 0; a < slope.length; a++) {
            for (int b = 0; b < delta.length; b++) {
                slope[a] += hessian[a][b] * delta[b];
            }
        }
        return slope;
    }

    /** What parameter a adds: {@code delta_a (g_a + (H delta)_a / 2)}; the sum over all is Q(delta) - L. */
    public double[] contributions(double[] delta) {
        double[] parts = new double[delta.length];
        for (int a = 0; a < delta.length; a++) {
            double row = 0;
            for (int b = 0; b < delta.length; b++) {
                row += hessian[a][b] * delta[b];
            }
            parts[a] = delta[a] * (gradient[a] + row / 2);
        }
        return parts;
    }

    /**
     * The model without the blocks between parameters of different variables: what the method loses that leaves them out.
     *
     * @param variable which variable each parameter belongs to
     */
    public QuadraticLoss blockDiagonal(int[] variable) {
        double[][] blocks = new double[hessian.length][hessian.length];
        for (int a = 0; a < hessian.length; a++) {
            for (int b = 0; b < hessian.length; b++) {
                blocks[a][b] = variable[a] == variable[b] ? hessian[a][b] : 0;
            }
        }
        return new QuadraticLoss(loss, gradient, blocks);
    }

    /** {@code this + factor * other}: the model of a combined loss. */
    public QuadraticLoss plus(double factor, QuadraticLoss other) {
        int p = gradient.length;
        double[] g = new double[p];
        double[][] h = new double[p][p];
        for (int a = 0; a < p; a++) {
            g[a] = gradient[a] + factor * other.gradient[a];
            for (int b = 0; b < p; b++) {
                h[a][b] = hessian[a][b] + factor * other.hessian[a][b];
            }
        }
        return new QuadraticLoss(loss + factor * other.loss, g, h);
    }
}
