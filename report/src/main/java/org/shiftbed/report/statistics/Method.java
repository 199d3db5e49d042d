package org.shiftbed.report.statistics;

import java.util.List;
import org.shiftbed.study.Outcome;

/**
 * One row of a table: an algorithm in one of its forms.
 *
 * @param algorithm registered name
 * @param form one that the algorithm has
 * @param strict layers, sorted
 */
public record Method(String algorithm, String form, List<String> strict) {
    public Method {
        strict = List.copyOf(strict);
    }

    /** The method that an outcome belongs to. */
    public static Method of(Outcome outcome) {
        return new Method(outcome.algorithm(), outcome.form(), outcome.strict());
    }

    /** The strict layers as one text, empty where there are none. */
    public String strictText() {
        return String.join("+", strict);
    }

    /**
     * Name in a table: the algorithm alone where it stands for one method only, otherwise with what tells the methods apart.
     *
     * @param all every method of the table
     */
    public String label(List<Method> all) {
        boolean forms = all.stream().map(Method::form).distinct().count() > 1;
        boolean layers = all.stream().map(Method::strict).distinct().count() > 1;
        StringBuilder label = new StringBuilder(algorithm);
        if (forms) {
            label.append(" (").append(form).append(')');
        }
        if (layers) {
            label.append(strict.isEmpty() ? " [not strict]" : " [strict: " + strictText() + "]");
        }
        return label.toString();
    }
}
