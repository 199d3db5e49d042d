package org.shiftbed.audit.estimate;

import java.util.List;

/** E[x x'] of all parameters, x = D eps. */
final class Information {
    private Information() {}

    static double[][] of(Units units, List<ShiftingVariable> variables, Nuisances nuisances, Parameters parameters) {
        int p = parameters.size();
        Scores[] scores = new Scores[variables.size()];
        for (int i = 0; i < scores.length; i++) {
            scores[i] = Scores.of(variables.get(i), nuisances, i);
        }
        ScoreMatrix sums = new ScoreMatrix(variables, scores, parameters);
        for (int u = 0; u < units.size(); u++) {
            sums.add(u, units.weight()[u]);
        }
        double[][] information = sums.finish();
        double total = units.total();
        for (double[] row : information) {
            for (int b = 0; b < p; b++) {
                row[b] /= total;
            }
        }
        return information;
    }
}
