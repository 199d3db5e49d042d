package org.shiftbed.audit;

import java.util.ArrayList;
import java.util.List;
import org.shiftbed.audit.estimate.Estimator;
import org.shiftbed.audit.result.Against;
import org.shiftbed.audit.result.RadiusResult;

/** Two models on the same rows: the difference of their losses is a loss, with a curve and an interval of its own. */
final class PairedModels {
    private PairedModels() {}

    static Against of(Prepared prepared, Search search, List<RadiusResult> radii, double level, String source) {
        Estimator second = prepared.estimator(0, 1);
        Estimator difference = prepared.estimator(1, -1);
        Metric other = new AverageMetric(second);
        Metric gap = new AverageMetric(difference);
        double z = Curve.quantile(level);
        List<Against.Point> points = new ArrayList<>();
        for (RadiusResult radius : radii) {
            double size = Double.isNaN(radius.radius()) ? Double.POSITIVE_INFINITY : radius.radius();
            double[] own = radius.worst().delta();
            Estimator.Taylor atOwn = difference.taylor(own);
            double[] separating = gap.worst(search, size).delta();
            Estimator.Taylor apart = difference.taylor(separating);
            points.add(new Against.Point(
                    radius.radius(),
                    radius.estimate().value(),
                    second.quadratic().at(other.worst(search, size).delta()),
                    atOwn.value(),
                    atOwn.value() - z * atOwn.standardError(),
                    atOwn.value() + z * atOwn.standardError(),
                    separating,
                    apart.value(),
                    apart.value() - z * apart.standardError(),
                    apart.value() + z * apart.standardError()));
        }
        return new Against(source, second.quadratic().loss(), points);
    }
}
