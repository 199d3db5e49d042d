package org.shiftbed.learn.golden;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;
import org.shiftbed.learn.algorithm.RandomDraws;

/** Gives recorded draws back in their order; any other request fails. */
public final class RecordedDraws implements RandomDraws {
    private final Deque<Map.Entry<String, Npz.Array>> waiting = new ArrayDeque<>();

    /** Draws to come, by names such as {@code 00_torch.randperm} that sort in call order. */
    public void expect(Map<String, Npz.Array> draws) {
        waiting.addAll(new TreeMap<>(draws).entrySet());
    }

    /** Draws that nobody asked for. */
    public int left() {
        return waiting.size();
    }

    @Override
    public int[] permutation(int n) {
        return Arrays.stream(next("randperm", n)).mapToInt(value -> (int) value).toArray();
    }

    @Override
    public double beta(double a, double b) {
        return next("beta", 1)[0];
    }

    @Override
    public int integer(int low, int high) {
        return (int) next("randint", 1)[0];
    }

    @Override
    public double[] uniform(int n) {
        return next("rand", n);
    }

    /** Either recorded as they are ({@code Tensor.uniform_}), or as numbers on [0, 1) that are stretched ({@code torch.rand}). */
    @Override
    public double[] uniform(int n, double low, double high) {
        Map.Entry<String, Npz.Array> draw = waiting.peek();
        return draw != null && draw.getKey().endsWith("uniform_")
                ? next("uniform_", n)
                : RandomDraws.super.uniform(n, low, high);
    }

    @Override
    public double[] normal(int n) {
        return next("normal_", n);
    }

    private double[] next(String function, int count) {
        Map.Entry<String, Npz.Array> draw = waiting.poll();
        if (draw == null || !draw.getKey().endsWith(function) || draw.getValue().values().length != count) {
            throw new AssertionError("asked for " + count + " of " + function + ", recorded was "
                    + (draw == null ? "nothing" : draw.getKey()));
        }
        return draw.getValue().values();
    }
}
