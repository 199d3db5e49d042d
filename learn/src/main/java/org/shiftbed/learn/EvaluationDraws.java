package org.shiftbed.learn;

import org.shiftbed.base.Seed;

/**
 * Pictures that are augmented even where they are evaluated, as DomainBed has it for training environments (D05). Every row has a stream of its own at every
 * evaluation, whatever else is evaluated with it.
 */
final class EvaluationDraws {
    private final PictureDraws draws;
    private final Seed seed;
    private long evaluation;

    EvaluationDraws(PictureDraws draws, Seed seed) {
        this.draws = draws;
        this.seed = seed;
    }

    /** The weights have changed: from now on every row is drawn anew. */
    void next() {
        evaluation++;
    }

    /** Evaluations so far. */
    long evaluation() {
        return evaluation;
    }

    /** Goes on after so many evaluations. */
    void evaluation(long number) {
        evaluation = number;
    }

    /** Whether one of these rows is augmented. */
    boolean augmentsAny(int[] rows, int from, int count) {
        for (int i = from; i < from + count; i++) {
            if (draws.augments(rows[i])) {
                return true;
            }
        }
        return false;
    }

    /**
     * Draws rows, those that are not augmented as they are.
     *
     * @param size pictures of the result, at least {@code count}; what lies beyond is black
     * @return values as the draws give them, picture by picture (CHW)
     */
    float[] draw(int[] rows, int from, int count, int size) {
        int stride = draws.shape().bytes();
        float[] values = new float[Math.multiplyExact(size, stride)];
        Seed now = seed.child(evaluation);
        for (int i = 0; i < count; i++) {
            draws.draw(rows[from + i], now.child(rows[from + i]), values, i * stride);
        }
        for (int i = count; i < size; i++) {
            draws.black(values, i * stride);
        }
        return values;
    }
}
