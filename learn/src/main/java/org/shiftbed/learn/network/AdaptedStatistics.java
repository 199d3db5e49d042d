package org.shiftbed.learn.network;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.shiftbed.learn.network.BatchNormLayer.Collected;
import org.shiftbed.learn.torch.Tensors;

/**
 * Running statistics of a network's batch normalisations, mixed with those of other pictures (Schneider et al., 2020; {@code controlled-shifts.md} 3.5):
 * {@code (r source + target) / (r + 1)}, where the target's are the means over batches of the batches' means and biased variances, weighted by rows. Each
 * layer sees pictures normalised by the batch statistics of the layers before it. No labels are used.
 */
public final class AdaptedStatistics {
    private final Network network;
    private final List<double[]> source = new ArrayList<>();
    private final List<Collected> target = new ArrayList<>();
    private long rows;

    /** @param network trained; its statistics of this moment are the source's */
    public AdaptedStatistics(Network network) {
        this.network = network;
        for (BatchNormLayer layer : network.normalisations()) {
            layer.running().forEach(statistics -> source.add(Tensors.toDoubles(statistics)));
        }
        forget();
    }

    /** Whether there is anything to adapt. */
    public boolean any() {
        return !source.isEmpty();
    }

    /** Adds the statistics of a batch. The network's own stay as they are. */
    public void collect(Tensor x) {
        List<BatchNormLayer> layers = network.normalisations();
        try (NoGradGuard guard = new NoGradGuard()) {
            for (int i = 0; i < layers.size(); i++) {
                layers.get(i).collect(target.get(i));
            }
            network.forward(x);
        } finally {
            layers.forEach(layer -> layer.collect(null));
        }
        rows += x.size(0);
    }

    /**
     * Gives the network the mixture of the source's statistics and those collected; without any collected, the source's.
     *
     * @param ratio r: weight of the source for one of the target, at least 0
     */
    public void mix(double ratio) {
        List<BatchNormLayer> layers = network.normalisations();
        for (int i = 0; i < layers.size(); i++) {
            List<Tensor> running = layers.get(i).running();
            write(running.get(0), mixed(source.get(2 * i), target.get(i).mean(), ratio));
            write(running.get(1), mixed(source.get(2 * i + 1), target.get(i).variance(), ratio));
        }
    }

    /** Gives the network the source's statistics again and forgets what was collected. */
    public void restore() {
        forget();
        mix(0);
    }

    /** Mean and biased variance of a layer over what was collected, for tests. */
    double[] target(int layer, boolean variance) {
        double[] sums =
                variance ? target.get(layer).variance() : target.get(layer).mean();
        double[] means = sums.clone();
        for (int c = 0; c < means.length; c++) {
            means[c] /= rows;
        }
        return means;
    }

    private void forget() {
        rows = 0;
        target.clear();
        for (int i = 0; i < source.size(); i += 2) {
            target.add(new Collected(new double[source.get(i).length], new double[source.get(i).length]));
        }
    }

    private double[] mixed(double[] own, double[] sums, double ratio) {
        double[] mixed = own.clone();
        if (rows > 0) {
            for (int c = 0; c < mixed.length; c++) {
                mixed[c] = (ratio * own[c] + sums[c] / rows) / (ratio + 1);
            }
        }
        return mixed;
    }

    private static void write(Tensor statistics, double[] values) {
        try (NoGradGuard guard = new NoGradGuard()) {
            statistics.copy_(Tensors.of(values, values.length));
        }
    }
}
