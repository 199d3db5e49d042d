package org.shiftbed.data;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Opens data sets of one name. A new data set is one class of this kind plus one line in
 * {@code META-INF/services/org.shiftbed.data.DatasetFactory}, in this jar or another.
 */
public interface DatasetFactory {

    /** The name in study files and tables, unique among all factories. */
    String name();

    /** One line for {@code shiftbed data list}. */
    String summary();

    /** The parameters it takes, with defaults. An unknown one, or one out of range, is refused by {@link Datasets}. */
    List<Parameter> parameters();

    /** Whether its bytes depend on the run (DomainBed's D03: digits are pooled and coloured anew by each run's seed). */
    default boolean dependsOnRun() {
        return false;
    }

    /**
     * Small image sets of DomainBed's table 3.1 (its SMALL class) and every set of pictures up to 64 pixels draw hyperparameters from the
     * ranges for small images.
     *
     * @param parameters resolved
     */
    boolean smallImages(Map<String, Object> parameters);

    /**
     * Refuses what a parameter's type and allowed values cannot: ranges, and parameters that do not fit together.
     *
     * @param parameters resolved, each with its declared type
     * @param place where they stand; every message begins with it
     * @throws org.shiftbed.base.UserError where they do not fit
     */
    default void check(Map<String, Object> parameters, String place) {}

    /**
     * What is known without its files; empty where only they tell.
     *
     * @param parameters resolved
     */
    default Optional<DatasetOutline> outline(Map<String, Object> parameters) {
        return Optional.empty();
    }

    /**
     * @param parameters resolved: every declared parameter is present, with its type and range checked
     * @param source where named data sets lie, and the seed of the run
     * @throws org.shiftbed.base.UserError where a file is missing, cut short or not what it says
     */
    Dataset open(Map<String, Object> parameters, DataSource source);

    /**
     * A parameter of a data set.
     *
     * @param name as in the study file
     * @param type what it may hold
     * @param standard its value where the study file is silent
     * @param allowed for text and whole numbers: the values that are right; empty where a range or anything goes
     * @param help one line, with unit and range
     */
    record Parameter(String name, Type type, Object standard, List<Object> allowed, String help) {
        public Parameter {
            allowed = List.copyOf(allowed);
        }

        /** A copy in a sorted map, so that fingerprints do not depend on the order in a file. */
        public static Map<String, Object> sorted(Map<String, Object> parameters) {
            return new TreeMap<>(parameters);
        }
    }

    /** What a parameter may hold. */
    enum Type {
        WHOLE,
        DECIMAL,
        TEXT,
        FLAG,
        /** A map from a declared key to a whole number of at least 1. */
        COUNTS,
        /** A list of texts, all different; a single text stands for a list of one. */
        TEXTS,
        /**
         * How columns of numbers are cut into bins: a map from a column to ascending cut points (numbers, or dates as text), or to the number of bins
         * of about as many rows each.
         */
        BINS,
        /**
         * Where a file or folder lies: true of one machine only, so it is no part of what identifies a data set ({@link Datasets#identity}). In a study
         * file it begins at the file's folder.
         */
        PATH
    }
}
