package org.shiftbed.audit.nuisance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Features made of parents: a number as it is, a category as one column of 0 and 1 for each level but the first. A parent that two
 * variables share stands once in the features of the pair.
 */
public final class Features {
    private final Map<String, List<double[]>> parents = new LinkedHashMap<>();

    /** Adds a number. */
    public Features number(String name, double[] values) {
        parents.put(name, List.of(values));
        return this;
    }

    /**
     * Adds a category.
     *
     * @param levels level of each unit, 0 to count - 1
     * @param count number of levels
     */
    public Features category(String name, double[] levels, int count) {
        List<double[]> indicators = new ArrayList<>();
        for (int level = 1; level < count; level++) {
            double[] indicator = new double[levels.length];
            for (int u = 0; u < levels.length; u++) {
                indicator[u] = levels[u] == level ? 1 : 0;
            }
            indicators.add(indicator);
        }
        parents.put(name, indicators);
        return this;
    }

    /** The parents of both. */
    public Features with(Features other) {
        Features union = new Features();
        union.parents.putAll(parents);
        union.parents.putAll(other.parents);
        return union;
    }

    /** The same features of some of the units. */
    public Features select(int[] indices) {
        Features some = new Features();
        parents.forEach((name, columns) -> some.parents.put(
                name,
                columns.stream()
                        .map(column -> Arrays.stream(indices)
                                .mapToDouble(u -> column[u])
                                .toArray())
                        .toList()));
        return some;
    }

    /** The same with 0 where a value is missing (NaN), and beside such a feature one that is 1 there. */
    public Features filled() {
        Features filled = new Features();
        parents.forEach((name, columns) -> {
            List<double[]> all = new ArrayList<>();
            for (double[] column : columns) {
                all.add(Arrays.stream(column)
                        .map(value -> Double.isNaN(value) ? 0 : value)
                        .toArray());
                if (Arrays.stream(column).anyMatch(Double::isNaN)) {
                    all.add(Arrays.stream(column)
                            .map(value -> Double.isNaN(value) ? 1 : 0)
                            .toArray());
                }
            }
            filled.parents.put(name, all);
        });
        return filled;
    }

    /** All monomials of the features from degree 1 to a degree. */
    public double[][] polynomial(int degree) {
        List<double[]> columns = parents.values().stream().flatMap(List::stream).toList();
        List<double[]> all = new ArrayList<>(columns);
        List<Monomial> last = new ArrayList<>();
        for (int j = 0; j < columns.size(); j++) {
            last.add(new Monomial(columns.get(j), j));
        }
        for (int d = 2; d <= degree; d++) {
            List<Monomial> next = new ArrayList<>();
            for (Monomial monomial : last) {
                for (int j = monomial.highest(); j < columns.size(); j++) {
                    next.add(monomial.times(columns.get(j), j));
                }
            }
            next.forEach(monomial -> all.add(monomial.values()));
            last = next;
        }
        return all.toArray(double[][]::new);
    }

    /** A product of features, and the highest index among them, so that each product is made once. */
    private record Monomial(double[] values, int highest) {
        Monomial times(double[] factor, int index) {
            double[] product = new double[values.length];
            for (int u = 0; u < product.length; u++) {
                product[u] = values[u] * factor[u];
            }
            return new Monomial(product, index);
        }
    }
}
