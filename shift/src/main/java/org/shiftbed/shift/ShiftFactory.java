package org.shiftbed.shift;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes shifts of one kind from the fields of a study file. Found with {@link java.util.ServiceLoader}. */
public interface ShiftFactory {

    /** {@code none}, {@code spurious-correlation}, {@code low-data}, {@code unseen}, {@code leave-domains-out}, … */
    String kind();

    /** One line for {@code shiftbed list shifts}. */
    String summary();

    /** The fields it takes in a study file, but for those that are common to all ({@link Shifts#commonFields()}). */
    List<Field> fields();

    /**
     * The fields that may hold a list of values, one study setting each: {@code samples} for spurious correlation and low data. They are
     * expanded by {@link #settings}: {@link #create} sees one value.
     */
    List<String> axes();

    /**
     * The settings that fields of a study file mean, one map each, in the order written: the axes expanded. What is wrong in them is left for
     * {@link #create} to refuse.
     *
     * @param fields as written
     */
    default List<Map<String, Object>> settings(Map<String, Object> fields) {
        return Axes.expand(fields, axes());
    }

    /**
     * @param request the resolved request
     * @throws org.shiftbed.base.UserError where a field is unknown, missing, of a wrong type, or names an unknown value
     */
    Shift create(Request request);

    /**
     * Rebuilds a shift from what was stored: {@code restore(shift.parameters())} equals the shift, also after a way through JSON.
     *
     * @param parameters as {@link Shift#parameters()} gave them
     * @throws org.shiftbed.base.UserError where they are not
     */
    Shift restore(Map<String, Object> parameters);

    /**
     * A field of a shift, for listings, the JSON Schema and the documentation.
     *
     * @param name as written
     * @param type what it may hold, in words: {@code a whole number of at least 1}
     * @param standard its default in words; empty: it must be given
     * @param help one line: what it does
     */
    record Field(String name, String type, String standard, String help) {}

    /**
     * What a shift is made from.
     *
     * @param dataset the data set's name: it names the random streams
     * @param label attribute to predict
     * @param domain the data set's own domain attribute; null where it has none
     * @param environments attribute whose values are the environments; null: the kind's default (the shifted attribute, else the domain)
     * @param fields as written in the study file, axes resolved to one value each
     * @param conditions noise and size
     */
    record Request(
            String dataset,
            String label,
            @Nullable String domain,
            @Nullable String environments,
            Map<String, Object> fields,
            Conditions conditions) {}
}
