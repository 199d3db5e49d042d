package org.shiftbed.audit.family;

import java.util.List;

/**
 * What a shift does to one conditional law, for people (parametric-robustness 6).
 *
 * @param sentence one English clause without a full stop, such as {@code the probability of O=1 goes from 0.269 to 0.175 (odds times 0.575)}
 * @param figures the numbers in it, unrounded
 */
public record Effect(String sentence, List<Figure> figures) {
    /** Keeps a copy of the list. */
    public Effect {
        figures = List.copyOf(figures);
    }

    /**
     * A number before and after the shift.
     *
     * @param name what is counted, such as {@code P(O=1)}; a ratio has 1 before
     * @param axis on which it lies
     */
    public record Figure(String name, double before, double after, Axis axis) {
        Figure(String name, double before, double after) {
            this(name, before, after, Axis.NUMBER);
        }
    }

    static Effect of(String sentence, Figure figure) {
        return new Effect(sentence, List.of(figure));
    }
}
