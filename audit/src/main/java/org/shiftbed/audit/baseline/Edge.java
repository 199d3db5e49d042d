package org.shiftbed.audit.baseline;

/**
 * Where the worst share of a law begins.
 *
 * @param value the quantile of level 1 - k: what is above it is kept, what is below it is not
 * @param part the share of what is at it that is kept as well, so that k is kept in all
 */
record Edge(double value, double part) {

    static Edge of(LossDistribution law, double keep) {
        double value = new JointCvar(keep).threshold(law);
        double above = 0;
        double at = 0;
        for (int j = 0; j < law.values().length; j++) {
            above += law.values()[j] > value ? law.shares()[j] : 0;
            at += law.values()[j] == value ? law.shares()[j] : 0;
        }
        return new Edge(value, Math.min(1, Math.max(0, (keep - above) / at)));
    }

    /** The share of a row with this value that is kept. */
    double share(double of) {
        return of > value ? 1 : of < value ? 0 : part;
    }
}
