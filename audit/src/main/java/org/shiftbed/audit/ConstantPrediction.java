package org.shiftbed.audit;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.shiftbed.audit.result.LossFacts;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.audit.spec.LossKind;
import org.shiftbed.audit.spec.LossSpec;
import org.shiftbed.data.table.TableScan;
import org.shiftbed.data.table.Wanted;

/**
 * What can be had without a model: the best prediction that is the same for every row. Its loss follows from the shares of the classes alone, s_k: -sum
 * s_k log s_k for log loss, 1 - sum s_k^2 for the Brier score over several columns and half of that over one, 1 - max s_k for the error rate.
 *
 * @param levels names of the classes
 * @param shares of the rows that have each class, by their weights; they sum to 1
 */
record ConstantPrediction(List<String> levels, double[] shares) {

    /** Reads the label; empty where the loss is of another kind. */
    static Optional<ConstantPrediction> of(AuditSpec spec, TableScan scan) {
        LossSpec loss = spec.loss();
        String label = loss.label();
        if (label == null
                || !List.of(LossKind.LOG, LossKind.BRIER, LossKind.ZERO_ONE, LossKind.ACCURACY, LossKind.RATIO)
                        .contains(loss.kind())) {
            return Optional.empty();
        }
        List<String> levels = scan.levels(label);
        double[] sums = new double[levels.size()];
        String weight = spec.weight();
        scan.read(
                weight == null
                        ? List.of(Wanted.category(label))
                        : List.of(Wanted.category(label), Wanted.number(weight)),
                block -> {
                    int[] codes = block.codes(0);
                    double[] weights = weight == null ? new double[0] : block.numbers(1);
                    for (int r = 0; r < block.rows(); r++) {
                        sums[codes[r]] += weight == null ? 1 : weights[r];
                    }
                });
        double total = Arrays.stream(sums).sum();
        return Optional.of(new ConstantPrediction(
                levels, Arrays.stream(sums).map(sum -> sum / total).toArray()));
    }

    /** The loss of the best constant prediction. */
    double loss(LossSpec loss, boolean binary) {
        double squares = Arrays.stream(shares).map(s -> s * s).sum();
        double most = Arrays.stream(shares).max().orElse(1);
        return switch (loss.kind()) {
            case LOG ->
                -Arrays.stream(shares)
                        .filter(s -> s > 0)
                        .map(s -> s * Math.log(s))
                        .sum();
            case BRIER -> binary ? (1 - squares) / 2 : 1 - squares;
            case ZERO_ONE -> 1 - most;
            case ACCURACY -> most;
            case COLUMN, SQUARED, ABSOLUTE, PINBALL, RATIO -> throw new IllegalArgumentException(loss.title());
        };
    }

    /** A sentence for each thing that is odd: one class only, or a model that is worse than this. */
    List<String> notes(LossSpec loss, LossFacts found) {
        if (shares.length == 1) {
            return List.of("Every row has the label '" + levels.get(0)
                    + "', so this is no test of how well the model tells classes apart.");
        }
        if (loss.kind() == LossKind.RATIO) {
            return List.of();
        }
        boolean binary = !found.positive().isEmpty();
        double constant = loss(loss, binary);
        // Rounding alone makes no model worse than its equal.
        double gap = (found.mean() - constant) * (found.larger() ? 1 : -1);
        if (!(gap > 1e-9 * Math.max(1, Math.abs(constant)))) {
            return List.of();
        }
        boolean decides = loss.kind() == LossKind.ZERO_ONE || loss.kind() == LossKind.ACCURACY;
        String always = decides
                ? "predicting '" + levels.get(mostFrequent()) + "'"
                : binary
                        ? "predicting p = " + Judge.number(share(found.positive()))
                        : "predicting the shares of the classes";
        return List.of("This model is worse than always " + always + ": " + found.title() + " "
                + Judge.number(found.mean()) + " against " + Judge.number(constant)
                + (binary ? "; is the label turned round, or the prediction of another column?" : "."));
    }

    private int mostFrequent() {
        return IntStream.range(0, shares.length)
                .reduce((a, b) -> shares[b] > shares[a] ? b : a)
                .orElseThrow();
    }

    private double share(String level) {
        int at = levels.indexOf(level);
        return at < 0 ? 0 : shares[at];
    }
}
