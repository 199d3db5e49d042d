package org.shiftbed.audit.form;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A shift of its own for each pattern of the parents' levels, or for some of them only: s = sum_z delta_z 1{Z = z} (parametric-robustness
 * 6). Patterns are numbered in mixed radix with the first parent as the fastest digit; parameters are numbered by pattern, then by component.
 * D has at most one row of each component that is not zero.
 */
public final class PerValue extends LinearForm {
    private final List<Parent> parents;
    private final int patterns;
    private final int[] position;
    private final int[] moving;

    /** @param moving the patterns that may move, ascending */
    private PerValue(List<String> components, List<Parent> parents, int patterns, int[] moving) {
        super(moving.length * components.size(), components);
        this.parents = List.copyOf(parents);
        this.patterns = patterns;
        this.moving = moving;
        this.position = new int[patterns];
        Arrays.fill(position, -1);
        for (int i = 0; i < moving.length; i++) {
            position[moving[i]] = i;
        }
    }

    /** All patterns move. */
    static PerValue all(List<String> components, List<Parent> parents) {
        int patterns = 1;
        for (Parent parent : parents) {
            patterns = Math.multiplyExact(patterns, parent.levels());
        }
        int[] moving = new int[patterns];
        Arrays.setAll(moving, i -> i);
        return new PerValue(components, parents, patterns, moving);
    }

    /** Only the patterns move for which this is true. */
    PerValue only(boolean[] allowed) {
        List<String> components = new ArrayList<>();
        for (int k = 0; k < dimension(); k++) {
            components.add(component(k));
        }
        int[] left = Arrays.stream(moving).filter(pattern -> allowed[pattern]).toArray();
        return new PerValue(components, parents, patterns, left);
    }

    /** How many patterns there are, moving or not. */
    public int patterns() {
        return patterns;
    }

    /** The pattern of these parents; -1 where a value is none of a parent's levels, and then nothing moves. */
    public int pattern(double[] z) {
        int pattern = 0;
        int stride = 1;
        for (int i = 0; i < parents.size(); i++) {
            int level = parents.get(i).level(z[i]);
            if (level < 0) {
                return -1;
            }
            pattern += stride * level;
            stride *= parents.get(i).levels();
        }
        return pattern;
    }

    /** The level of one parent in a pattern. */
    int level(int pattern, int parent) {
        int rest = pattern;
        for (int i = 0; i < parent; i++) {
            rest /= parents.get(i).levels();
        }
        return rest % parents.get(parent).levels();
    }

    /** The index of the first of the q parameters of a pattern; -1 where the pattern does not move. */
    public int parameter(int pattern) {
        return pattern < 0 || position[pattern] < 0 ? -1 : position[pattern] * dimension();
    }

    /** A pattern in words: {@code young=0, male=1}; empty without parents. */
    public String patternLabel(int pattern) {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < parents.size(); i++) {
            words.add(parents.get(i).label(level(pattern, i)));
        }
        return String.join(", ", words);
    }

    @Override
    public String label(int a) {
        return Labels.join(patternLabel(moving[a / dimension()]), component(a % dimension()));
    }

    @Override
    public void value(double[] z, double[] delta, double[] s) {
        int first = parameter(pattern(z));
        for (int k = 0; k < dimension(); k++) {
            s[k] = first < 0 ? 0 : delta[first + k];
        }
    }

    @Override
    public void jacobian(double[] z, double[] delta, double[] d) {
        int q = dimension();
        Arrays.fill(d, 0, parameters() * q, 0);
        int first = parameter(pattern(z));
        for (int k = 0; first >= 0 && k < q; k++) {
            d[(first + k) * q + k] = 1;
        }
    }
}
