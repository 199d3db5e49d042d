package org.shiftbed.audit.estimate;

import java.util.List;

/** E[x x'] of all parameters, x = D eps. */
final class Information {
    private Information() {}

    static double[][] of(Units units, List<ShiftingVariable> variables, Nuisances nuisances, Parameters parameters) {
        int p = parameters.size();
        double[][] information = new double[p][p];
        Directions[] directions = variables.stream().map(Directions::new).toArray(Directions[]::new);
        double[] x = new double[p];
        int[] touched = new int[p];
        for (int u = 0; u < units.size(); u++) {
            int count = 0;
            for (int i = 0; i < variables.size(); i++) {
                if (variables.get(i).observes(u)) {
                    directions[i].load(u);
                    double[] own = Factorisation.scores(variables.get(i), nuisances, i, u, directions[i]);
                    int[] rows = directions[i].rows();
                    for (int r = 0; r < rows.length; r++) {
                        int a = parameters.shared(i, rows[r]);
                        if (x[a] == 0 && own[r] != 0) {
                            touched[count++] = a;
                        }
                        x[a] += own[r];
                    }
                }
            }
            for (int r = 0; r < count; r++) {
                for (int t = 0; t < count; t++) {
                    information[touched[r]][touched[t]] += units.weight()[u] * x[touched[r]] * x[touched[t]];
                }
            }
            for (int r = 0; r < count; r++) {
                x[touched[r]] = 0;
            }
        }
        double total = units.total();
        for (double[] row : information) {
            for (int b = 0; b < p; b++) {
                row[b] /= total;
            }
        }
        return information;
    }
}
