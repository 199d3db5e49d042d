package org.shiftbed.report.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.report.page.Chart;

/**
 * A map of what pairs of parameters add.
 *
 * @param title one line
 * @param labels of the p parameters
 * @param pairs p rows of p
 * @param larger whether larger is worse
 */
record PairsChart(String title, List<String> labels, double[][] pairs, boolean larger) implements Chart {
    @Override
    public String json() {
        List<List<Double>> rows = new ArrayList<>();
        for (double[] row : pairs) {
            List<Double> shown = new ArrayList<>();
            for (double value : row) {
                shown.add(
                        Double.isFinite(value)
                                ? Double.parseDouble(String.format(java.util.Locale.ROOT, "%.4g", value))
                                : 0);
            }
            rows.add(shown);
        }
        return CanonicalJson.text(Map.of("kind", "pairs", "labels", labels, "rows", rows, "larger", larger));
    }
}
