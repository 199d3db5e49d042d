package org.shiftbed.audit.estimate;

import java.util.List;

/** {@code sum_u c_u x(u) x(u)'} over all parameters of a shift, where x stacks the scores of all variables and shared parameters add up. */
final class ScoreMatrix {
    private final List<ShiftingVariable> variables;
    private final Scores[] scores;
    private final ScoreProducts[][] products;
    private final double[][] own;
    private final double[][] across;

    /** @param scores of each variable; units are loaded by {@link #add} */
    ScoreMatrix(List<ShiftingVariable> variables, Scores[] scores, Parameters parameters) {
        this.variables = variables;
        this.scores = scores;
        int p = parameters.size();
        own = new double[p][p];
        across = new double[p][p];
        products = new ScoreProducts[scores.length][];
        for (int i = 0; i < scores.length; i++) {
            products[i] = new ScoreProducts[i + 1];
            for (int j = 0; j <= i; j++) {
                products[i][j] = new ScoreProducts(
                        scores[i], parameters.places(i), scores[j], parameters.places(j), i == j ? own : across);
            }
        }
    }

    /** Loads a unit in the scores of every variable that is observed in it, and adds it with its factor. */
    void add(int u, double c) {
        for (int i = 0; i < scores.length; i++) {
            if (variables.get(i).observes(u)) {
                scores[i].load(u);
                for (int j = 0; j <= i; j++) {
                    if (variables.get(j).observes(u)) {
                        products[i][j].add(c);
                    }
                }
            }
        }
    }

    /** The matrix, once, after the last unit. */
    double[][] finish() {
        for (ScoreProducts[] row : products) {
            for (ScoreProducts pair : row) {
                pair.finish();
            }
        }
        // A pair of variables brings its block and the mirrored one; where they share parameters both fall on one
        // place.
        for (int a = 0; a < own.length; a++) {
            for (int b = 0; b < own.length; b++) {
                own[a][b] += across[a][b] + across[b][a];
            }
        }
        return own;
    }
}
