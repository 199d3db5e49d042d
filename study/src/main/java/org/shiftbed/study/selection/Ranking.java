package org.shiftbed.study.selection;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shiftbed.study.CheckpointRecord;

/** Orders scores the way the two protocols do. NaN counts as minus infinity between members of a search. */
final class Ranking {
    private Ranking() {}

    /** Ascending members; the last of equals wins ({@code domainbed-protocol.md} 7.1: the largest hparams_seed). */
    static Choice.@Nullable Picked lastOfEquals(List<Choice.Picked> members) {
        Choice.Picked best = null;
        for (Choice.Picked member : members) {
            if (best == null || key(member) >= key(best)) {
                best = member;
            }
        }
        return best;
    }

    /** Ascending members; the first of equals wins ({@code controlled-shifts.md} 4). */
    static Choice.@Nullable Picked firstOfEquals(List<Choice.Picked> members) {
        Choice.Picked best = null;
        for (Choice.Picked member : members) {
            if (best == null || key(member) > key(best)) {
                best = member;
            }
        }
        return best;
    }

    /** The first of equals by strict comparison, as an arg max does it: a NaN that comes first stays. */
    static Choice.@Nullable Picked argMax(List<Choice.Picked> checkpoints) {
        Choice.Picked best = null;
        for (Choice.Picked checkpoint : checkpoints) {
            if (best == null || checkpoint.validation() > best.validation()) {
                best = checkpoint;
            }
        }
        return best;
    }

    /** Unweighted mean of {@code env{i}_out_acc} over the environments but one; null where the record has none. */
    static @Nullable Double meanOutAccuracy(CheckpointRecord record, int except) {
        int environments = record.environments();
        double[] accuracies = new double[environments];
        int n = 0;
        for (int i = 0; i < environments; i++) {
            if (i != except) {
                Double accuracy = record.outAccuracy(i);
                accuracies[n++] = accuracy == null ? Double.NaN : accuracy;
            }
        }
        return n == 0 ? null : (Double) NumpyMean.mean(accuracies, n);
    }

    private static double key(Choice.Picked picked) {
        return Double.isNaN(picked.validation()) ? Double.NEGATIVE_INFINITY : picked.validation();
    }
}
