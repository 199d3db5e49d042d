package org.shiftbed.report.page;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.CanonicalJson;

/** The numbers of one chart; how they are drawn is the page's script, by the word that the numbers call their kind. */
public interface Chart {
    /** One line that says what is drawn. */
    String title();

    /** The numbers as the script reads them. */
    String json();

    /**
     * Dots with intervals in bands of a category axis.
     *
     * @param title one line
     * @param unit of the value axis
     * @param bands labels of the categories, from the top
     * @param series one a method
     * @param zero is there a line at zero?
     * @param min least value of the axis; null: what the data say
     * @param max greatest
     */
    record Intervals(
            String title,
            String unit,
            List<String> bands,
            List<Series> series,
            boolean zero,
            @Nullable Double min,
            @Nullable Double max)
            implements Chart {
        /** The slot is the method's place among all of the page: it decides colour and symbol, the same in every chart. */
        record Series(String name, int slot, List<Point> points) {}

        /** Low and high equal the mean where there is no interval; words are the numbers as they stand in the table. */
        record Point(int band, double mean, double low, double high, String words) {}

        @Override
        public String json() {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("kind", "intervals");
            json.put("unit", unit);
            json.put("bands", bands);
            json.put("zero", zero);
            if (min != null) {
                json.put("min", min);
            }
            if (max != null) {
                json.put("max", max);
            }
            List<Object> all = new ArrayList<>();
            for (Series one : series) {
                List<Object> points = new ArrayList<>();
                for (Point point : one.points) {
                    points.add(Map.of(
                            "band",
                            point.band,
                            "mean",
                            point.mean,
                            "low",
                            point.low,
                            "high",
                            point.high,
                            "words",
                            point.words));
                }
                all.add(Map.of("name", one.name, "slot", one.slot, "points", points));
            }
            json.put("series", all);
            return CanonicalJson.text(json);
        }
    }

    /**
     * Lines over steps; lines of one name share a colour.
     *
     * @param title one line
     * @param series one a run
     */
    record Lines(String title, List<Series> series) implements Chart {
        record Series(String name, int slot, List<Integer> steps, List<Double> values) {}

        /** Five digits are more than a line shows. */
        private static double rounded(double value) {
            return new BigDecimal(value).round(new MathContext(5)).doubleValue();
        }

        @Override
        public String json() {
            List<Object> all = new ArrayList<>();
            for (Series one : series) {
                List<Object> points = new ArrayList<>();
                for (int i = 0; i < one.steps.size(); i++) {
                    double value = one.values.get(i);
                    List<@Nullable Object> point = new ArrayList<>();
                    point.add(one.steps.get(i));
                    point.add(Double.isFinite(value) ? (Object) rounded(value) : null);
                    points.add(java.util.Collections.unmodifiableList(point));
                }
                all.add(Map.of("name", one.name, "slot", one.slot, "points", points));
            }
            return CanonicalJson.text(Map.of("kind", "lines", "series", all));
        }
    }
}
