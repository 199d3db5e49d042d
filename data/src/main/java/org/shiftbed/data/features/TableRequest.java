package org.shiftbed.data.features;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The parameters of a table, typed.
 *
 * @param file the table
 * @param label column that is predicted
 * @param features columns that a model sees; empty: all but label, attributes and group
 * @param attributes columns that shifts may use; empty: those that are left once features are named
 * @param categorical features of numbers that are categories
 * @param bins how attributes of many numbers are cut, by column
 * @param group column of rows that stay together; empty: none
 * @param domain column of the environments; empty: none
 * @param skipBlankLabels whether rows without a label are left out and not refused
 */
record TableRequest(
        String file,
        String label,
        List<String> features,
        List<String> attributes,
        List<String> categorical,
        Map<String, Object> bins,
        String group,
        String domain,
        boolean skipBlankLabels) {
    TableRequest {
        features = List.copyOf(features);
        attributes = List.copyOf(attributes);
        categorical = List.copyOf(categorical);
        bins = Map.copyOf(bins);
    }

    static TableRequest of(Map<String, Object> parameters) {
        Map<String, Object> bins = new TreeMap<>();
        if (parameters.get("bins") instanceof Map<?, ?> given) {
            given.forEach((column, value) -> bins.put(String.valueOf(column), value));
        }
        return new TableRequest(
                text(parameters, "file"),
                text(parameters, "label"),
                texts(parameters, "features"),
                texts(parameters, "attributes"),
                texts(parameters, "categorical"),
                bins,
                text(parameters, "group"),
                text(parameters, "domain"),
                texts(parameters, "skip").contains(TableFactory.BLANK_LABELS));
    }

    private static String text(Map<String, Object> parameters, String name) {
        return parameters.get(name) instanceof String text ? text : "";
    }

    private static List<String> texts(Map<String, Object> parameters, String name) {
        return parameters.get(name) instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }
}
