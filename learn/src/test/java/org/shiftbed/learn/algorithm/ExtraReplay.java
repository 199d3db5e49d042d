package org.shiftbed.learn.algorithm;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.shiftbed.learn.golden.GoldenRun;
import org.shiftbed.learn.golden.Npz;
import org.shiftbed.learn.torch.Tensors;

/** Trained state that the reference keeps outside its {@code state_dict}: recorded below {@code init_extra/}, {@code after1_extra/}, ... */
final class ExtraReplay {
    private final GoldenRun run;
    private final NetworkAlgorithm algorithm;
    private String unmatched = "";

    ExtraReplay(GoldenRun run, NetworkAlgorithm algorithm) {
        this.run = run;
        this.algorithm = algorithm;
    }

    /** How found and recorded numbers are compared. */
    interface Comparison {
        void close(String what, double[] found, double[] expected, double tolerance);
    }

    /** Copies what is recorded before training into the algorithm. Without it nothing else can be compared. */
    void load() {
        Map<Tensor, Npz.Array> matched = matched("init");
        assumeEverythingIsKnown();
        try (NoGradGuard guard = new NoGradGuard()) {
            matched.forEach((tensor, array) -> tensor.copy_(array.tensor().view(tensor.shape())));
        }
    }

    /** Skips the rest of the test with the names where something recorded could not be compared. */
    void assumeEverythingIsKnown() {
        assumeTrue(unmatched.isEmpty(), unmatched);
    }

    /** Compares what is recorded at this moment. */
    void compare(String moment, Comparison comparison, double tolerance) {
        matched(moment)
                .forEach((tensor, array) -> comparison.close(
                        "state outside the state, " + moment, Tensors.toDoubles(tensor), array.values(), tolerance));
    }

    /**
     * The algorithm's tensor of each recorded array: by name where every name is known, by order where counts and shapes are equal, but for sides of
     * 1. Where neither holds there is none, and the names are kept.
     */
    private Map<Tensor, Npz.Array> matched(String moment) {
        Map<String, Npz.Array> recorded = run.arrays(moment + "_extra/");
        Map<String, Tensor> own = algorithm.extraState();
        Map<Tensor, Npz.Array> matched = new LinkedHashMap<>();
        if (own.keySet().containsAll(recorded.keySet())) {
            recorded.forEach((name, array) -> matched.put(Tensors.require(own, name), array));
            return matched;
        }
        List<Npz.Array> arrays = new ArrayList<>(recorded.values());
        List<Tensor> tensors = new ArrayList<>(own.values());
        boolean alike = arrays.size() == tensors.size();
        for (int i = 0; alike && i < arrays.size(); i++) {
            alike = Arrays.equals(
                    sides(arrays.get(i).shape()), sides(tensors.get(i).shape()));
        }
        if (!alike) {
            unmatched = run.algorithm() + " keeps " + own.keySet() + " outside its state, recorded are "
                    + recorded.keySet();
        }
        for (int i = 0; alike && i < arrays.size(); i++) {
            matched.put(tensors.get(i), arrays.get(i));
        }
        return matched;
    }

    private static long[] sides(long[] shape) {
        return Arrays.stream(shape).filter(side -> side != 1).toArray();
    }
}
