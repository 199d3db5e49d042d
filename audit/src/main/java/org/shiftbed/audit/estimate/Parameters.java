package org.shiftbed.audit.estimate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a whole shift: those of every variable in turn, or shared ones where variables are tied (parametric-robustness 6). With
 * the tying matrix P, shared gradient and Hessian are P'g and P'HP.
 */
public final class Parameters {
    private final List<String> labels;
    /** Parameter of each variable's own parameter, variables one after another. */
    private final int[] shared;

    private final int[] offset;
    private final int[] variable;

    private Parameters(List<String> labels, int[] shared, int[] offset, int[] variable) {
        this.labels = labels;
        this.shared = shared;
        this.offset = offset;
        this.variable = variable;
    }

    /**
     * @param variables in their order
     * @param ties by variable the name of the group whose parameters it shares, or null; the forms of a group have equally many parameters
     */
    public static Parameters of(List<ShiftingVariable> variables, List<@Nullable String> ties) {
        List<String> labels = new ArrayList<>();
        List<Integer> owner = new ArrayList<>();
        int[] offset = new int[variables.size() + 1];
        Map<String, Integer> first = new HashMap<>();
        List<Integer> shared = new ArrayList<>();
        for (int i = 0; i < variables.size(); i++) {
            ShiftingVariable one = variables.get(i);
            int p = one.form().parameters();
            offset[i + 1] = offset[i] + p;
            String tie = ties.get(i);
            Integer start = tie == null ? null : first.get(tie);
            if (start != null) {
                for (int a = 0; a < p; a++) {
                    shared.add(start + a);
                }
                continue;
            }
            if (tie != null) {
                first.put(tie, labels.size());
            }
            for (int a = 0; a < p; a++) {
                shared.add(labels.size());
                owner.add(i);
                String own = one.form().label(a);
                labels.add((tie == null ? one.name() : tie) + (own.isEmpty() ? "" : " | " + own));
            }
        }
        return new Parameters(
                List.copyOf(labels),
                shared.stream().mapToInt(Integer::intValue).toArray(),
                offset,
                owner.stream().mapToInt(Integer::intValue).toArray());
    }

    /** Number of parameters. */
    public int size() {
        return labels.size();
    }

    /** How each is called: {@code O | Y=1}. */
    public List<String> labels() {
        return labels;
    }

    /** The variable each belongs to; the first of a tied group. */
    public int[] variable() {
        return variable.clone();
    }

    /** Where each variable's own parameters start, when all stand one after another without ties. */
    int[] offset() {
        return offset;
    }

    /** The parameter that own parameter a of variable i is. */
    int shared(int i, int a) {
        return shared[offset[i] + a];
    }

    /** The parameters that the own parameters of variable i are, in their order. */
    int[] places(int i) {
        return Arrays.copyOfRange(shared, offset[i], offset[i + 1]);
    }

    /** The position, among all parameters, of own parameter a of variable i. */
    public int position(int i, int a) {
        return shared(i, a);
    }

    /** The label of the parameter with this position when those of all variables stand one after another, ties not counted. */
    public String labelOfOwn(int position) {
        return labels.get(shared[position]);
    }

    /** The parameters of each variable, from those of the whole shift. */
    public double[][] own(double[] delta) {
        return split(delta);
    }

    double[][] split(double[] delta) {
        double[][] own = new double[offset.length - 1][];
        for (int i = 0; i < own.length; i++) {
            own[i] = new double[offset[i + 1] - offset[i]];
            for (int a = 0; a < own[i].length; a++) {
                own[i][a] = delta[shared[offset[i] + a]];
            }
        }
        return own;
    }

    /** P'g and P'HP. */
    QuadraticLoss tie(QuadraticLoss own) {
        if (shared.length == size() && Arrays.equals(shared, range(size()))) {
            return own;
        }
        double[] g = new double[size()];
        double[][] h = new double[size()][size()];
        for (int a = 0; a < shared.length; a++) {
            g[shared[a]] += own.gradient()[a];
            for (int b = 0; b < shared.length; b++) {
                h[shared[a]][shared[b]] += own.hessian()[a][b];
            }
        }
        return new QuadraticLoss(own.loss(), g, h);
    }

    private static int[] range(int n) {
        int[] range = new int[n];
        Arrays.setAll(range, a -> a);
        return range;
    }
}
