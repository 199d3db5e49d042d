package org.shiftbed.audit.baseline;

import org.shiftbed.audit.estimate.Units;

/** Units whose losses have their signs turned: the worst case of a metric of which less is worse is minus that of its mirror image. */
final class Mirror {
    private Mirror() {}

    static Units of(Units units) {
        return new Units(
                units.weight(),
                turned(units.loss()),
                units.square(),
                units.squaredWeight(),
                turned(units.squaredLoss()),
                units.squaredSquare(),
                units.count(),
                units.fold(),
                units.folds(),
                units.cluster(),
                units.rows());
    }

    static double[] turned(double[] values) {
        double[] turned = new double[values.length];
        for (int u = 0; u < turned.length; u++) {
            turned[u] = -values[u];
        }
        return turned;
    }
}
