package org.shiftbed.report.statistics;

import org.shiftbed.study.Outcome;

/**
 * One column of a table: where methods are compared with each other.
 *
 * @param dataset registered name
 * @param shift kind
 * @param setting what tells settings of one kind apart, empty where there is one only
 * @param environment test environment of DomainBed's protocol, {@code all} otherwise
 */
public record Place(String dataset, String shift, String setting, String environment) {
    /** The environment of an outcome that is not split by test environments. */
    public static final String ALL = "all";

    /** The kind of shift that is none: what the others are held against. */
    public static final String REFERENCE = "none";

    /** The place that an outcome belongs to. */
    public static Place of(Outcome outcome) {
        return new Place(outcome.dataset(), outcome.shift(), outcome.setting(), outcome.environment());
    }

    /** Is this one test environment of several? */
    public boolean isEnvironment() {
        return !environment.equals(ALL);
    }

    /** Name of the shift with its setting: {@code low-data: color, N=10}. */
    public String shiftLabel() {
        return setting.isEmpty() ? shift : shift + ": " + setting;
    }

    /** Name of the column: the test environment where there are several, the shift otherwise. */
    public String label() {
        return isEnvironment() ? environment : shiftLabel();
    }
}
