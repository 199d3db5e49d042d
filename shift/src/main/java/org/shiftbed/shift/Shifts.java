package org.shiftbed.shift;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;
import org.shiftbed.base.plugin.Services;

/** Finds kinds of shifts by name, among all that the program and the plugins in use register. */
public final class Shifts {
    private Shifts() {}

    /** Every kind, sorted. */
    public static List<String> kinds() {
        return List.copyOf(factories().keySet());
    }

    /** The fields that every kind takes beside its own. */
    public static List<ShiftFactory.Field> commonFields() {
        return KindFactory.COMMON;
    }

    /**
     * The factory of a kind.
     *
     * @param place where the kind is written, for the error
     * @throws UserError where there is none; the message offers the nearest name
     */
    public static ShiftFactory require(String kind, String place) {
        TreeMap<String, ShiftFactory> factories = factories();
        ShiftFactory found = factories.get(kind);
        if (found == null) {
            throw Names.unknown(place, "shift", kind, factories.keySet());
        }
        return found;
    }

    /**
     * The shift of a stored trial.
     *
     * @param parameters as {@link Shift#parameters()} gave them
     */
    public static Shift restore(String kind, Map<String, Object> parameters) {
        return require(kind, "shift of a trial").restore(parameters);
    }

    private static TreeMap<String, ShiftFactory> factories() {
        return Services.byName(ShiftFactory.class, "shift", ShiftFactory::kind);
    }
}
