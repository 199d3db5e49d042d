package org.shiftbed.audit.estimate;

import org.shiftbed.audit.form.Forms;

/** Mean and sd, over the rows that count, of a variable whose form stands on them (parametric-robustness 2.4); the first statistic is the variable itself. */
final class NominalMoments {
    private final ShiftingVariable variable;
    private final double total;
    private final double mean;
    private final double sd;

    NominalMoments(Units units, ShiftingVariable variable) {
        this.variable = variable;
        double weights = 0;
        double sum = 0;
        for (int u = 0; u < units.size(); u++) {
            if (variable.observes(u)) {
                weights += units.weight()[u];
                sum += units.weight()[u] * value(u);
            }
        }
        total = weights;
        mean = sum / weights;
        double squares = 0;
        for (int u = 0; u < units.size(); u++) {
            if (variable.observes(u)) {
                squares += units.weight()[u] * (value(u) - mean) * (value(u) - mean);
            }
        }
        sd = Math.sqrt(squares / weights);
    }

    private double value(int u) {
        return variable.statistic().at(u, 0);
    }

    /** Sum of the weights of the rows that count. */
    double total() {
        return total;
    }

    Forms.Nominal nominal() {
        return new Forms.Nominal(mean, sd);
    }

    /** What a unit adds to the mean. */
    double ofMean(int u) {
        return variable.observes(u) ? value(u) - mean : 0;
    }

    /** What a unit adds to the sd. */
    double ofSd(int u) {
        double e = value(u) - mean;
        return variable.observes(u) ? (e * e - sd * sd) / (2 * sd) : 0;
    }
}
