package org.shiftbed.report.audit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.report.page.Chart;

/**
 * Worst loss over the radius.
 *
 * @param title one line
 * @param unit of the loss
 * @param points ascending in radius, the first at 0
 * @param trusted the largest radius up to which the model is good
 * @param usable the largest radius up to which it can be read at all
 */
record CurveChart(String title, String unit, List<Point> points, double trusted, double usable) implements Chart {

    /**
     * What is known at one radius; NaN where something is not.
     *
     * @param share effective sample size of the check as a share of the rows
     */
    record Point(
            double radius,
            double value,
            double low,
            double high,
            double bandLow,
            double bandHigh,
            double check,
            double checkError,
            double share,
            double separate) {}

    @Override
    public String json() {
        List<Object> all = new ArrayList<>();
        for (Point point : points) {
            Map<String, Object> one = new LinkedHashMap<>();
            put(one, "radius", point.radius);
            put(one, "value", point.value);
            put(one, "low", point.low);
            put(one, "high", point.high);
            put(one, "bandLow", point.bandLow);
            put(one, "bandHigh", point.bandHigh);
            put(one, "check", point.check);
            put(one, "checkError", point.checkError);
            put(one, "share", point.share);
            put(one, "separate", point.separate);
            all.add(one);
        }
        return CanonicalJson.text(
                Map.of("kind", "curve", "unit", unit, "points", all, "trusted", trusted, "usable", usable));
    }

    /** What is not finite is left out, so that the script needs to know no words for it. */
    private static void put(Map<String, Object> map, String name, @Nullable Double value) {
        if (value != null && Double.isFinite(value)) {
            map.put(name, value);
        }
    }
}
