package org.shiftbed.learn.algorithm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.shiftbed.learn.torch.Tensors;

/** The tests' perceptron with its linear classifier in plain arithmetic: risks, gradients and Adam row by row, without libtorch. */
final class PlainModel {
    /** Weight and bias of input, hidden, output, classifier. */
    final List<double[]> parameters;

    private final List<double[]> means = new ArrayList<>();
    private final List<double[]> squares = new ArrayList<>();
    private int steps;

    PlainModel(List<double[]> parameters) {
        this.parameters = parameters.stream().map(double[]::clone).toList();
        for (double[] parameter : parameters) {
            means.add(new double[parameter.length]);
            squares.add(new double[parameter.length]);
        }
    }

    /** The weights of a state. */
    static PlainModel of(Map<String, Tensor> state, String featurizer, String classifier) {
        return new PlainModel(names(featurizer, classifier).stream()
                .map(name -> Tensors.toDoubles(Tensors.require(state, name)))
                .toList());
    }

    /** State names in the order of {@link #parameters}. */
    static List<String> names(String featurizer, String classifier) {
        List<String> names = new ArrayList<>();
        for (String layer :
                List.of(featurizer + ".input", featurizer + ".hiddens.0", featurizer + ".output", classifier)) {
            names.add(layer + ".weight");
            names.add(layer + ".bias");
        }
        return names;
    }

    /** Inputs and outputs of the layers for one row: x, after ReLU, after ReLU, features, logits. */
    private List<double[]> layers(double[] x) {
        List<double[]> values = new ArrayList<>(List.of(x));
        for (int layer = 0; layer < 4; layer++) {
            double[] out = affine(parameters.get(2 * layer), parameters.get(2 * layer + 1), values.get(layer));
            values.add(
                    layer < 2
                            ? Arrays.stream(out)
                                    .map(value -> Math.max(0, value))
                                    .toArray()
                            : out);
        }
        return values;
    }

    /** Features of one row. */
    double[] features(double[] x) {
        return layers(x).get(3);
    }

    /** Mean cross-entropy of the rows. */
    double risk(Minibatch minibatch) {
        double sum = 0;
        List<double[]> rows = rows(minibatch);
        long[] y = Tensors.toLongs(minibatch.y());
        for (int i = 0; i < y.length; i++) {
            sum += crossEntropy(layers(rows.get(i)).get(4), (int) y[i]) / y.length;
        }
        return sum;
    }

    /** Its gradient by every parameter. */
    List<double[]> gradient(Minibatch minibatch) {
        List<double[]> gradient =
                parameters.stream().map(each -> new double[each.length]).toList();
        List<double[]> rows = rows(minibatch);
        long[] y = Tensors.toLongs(minibatch.y());
        for (int row = 0; row < y.length; row++) {
            List<double[]> values = layers(rows.get(row));
            double[] delta = softmaxMinusOneHot(values.get(4), (int) y[row]);
            for (int layer = 3; layer >= 0; layer--) {
                double[] in = values.get(layer);
                double[] back = new double[in.length];
                for (int k = 0; k < delta.length; k++) {
                    gradient.get(2 * layer + 1)[k] += delta[k] / y.length;
                    for (int d = 0; d < in.length; d++) {
                        gradient.get(2 * layer)[k * in.length + d] += delta[k] * in[d] / y.length;
                        back[d] += delta[k] * parameters.get(2 * layer)[k * in.length + d];
                    }
                }
                for (int d = 0; d < in.length; d++) {
                    // The features have no ReLU behind them.
                    back[d] = layer == 3 || in[d] > 0 ? back[d] : 0;
                }
                delta = back;
            }
        }
        return gradient;
    }

    /** One Adam step with coupled weight decay. */
    void step(List<double[]> gradient, double rate, double decay) {
        steps++;
        for (int i = 0; i < parameters.size(); i++) {
            double[] w = parameters.get(i);
            for (int j = 0; j < w.length; j++) {
                double g = gradient.get(i)[j] + decay * w[j];
                means.get(i)[j] = 0.9 * means.get(i)[j] + 0.1 * g;
                squares.get(i)[j] = 0.999 * squares.get(i)[j] + 0.001 * g * g;
                double mean = means.get(i)[j] / (1 - Math.pow(0.9, steps));
                double square = squares.get(i)[j] / (1 - Math.pow(0.999, steps));
                w[j] -= rate * mean / (Math.sqrt(square) + 1e-8);
            }
        }
    }

    static List<double[]> rows(Minibatch minibatch) {
        double[] x = Tensors.toDoubles(minibatch.x());
        int count = (int) minibatch.y().numel();
        List<double[]> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(Arrays.copyOfRange(x, i * x.length / count, (i + 1) * x.length / count));
        }
        return rows;
    }

    static double[] affine(double[] weight, double[] bias, double[] x) {
        double[] y = bias.clone();
        for (int k = 0; k < y.length; k++) {
            for (int d = 0; d < x.length; d++) {
                y[k] += weight[k * x.length + d] * x[d];
            }
        }
        return y;
    }

    static double crossEntropy(double[] logits, int label) {
        double largest = Arrays.stream(logits).max().orElseThrow();
        return largest
                + Math.log(Arrays.stream(logits)
                        .map(value -> Math.exp(value - largest))
                        .sum())
                - logits[label];
    }

    static double[] softmaxMinusOneHot(double[] logits, int label) {
        double[] delta = new double[logits.length];
        for (int k = 0; k < delta.length; k++) {
            delta[k] = Math.exp(-crossEntropy(logits, k)) - (k == label ? 1 : 0);
        }
        return delta;
    }
}
