package org.shiftbed.data;

import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.UserError;

/** Reads a parameter of type {@link DatasetFactory.Type#BINS}: whole numbers as Integer, cut points as a list of Double or of dates as text. */
final class BinsReader {
    /** More bins than this are no bins. */
    private static final int MOST = 1000;

    private BinsReader() {}

    static Map<String, Object> read(DatasetFactory.Parameter parameter, Map<?, ?> found, String place) {
        TreeMap<String, Object> bins = new TreeMap<>();
        found.forEach((key, value) -> {
            String column = String.valueOf(key);
            String name = "'" + parameter.name() + "." + column + "'";
            if (value instanceof List<?> cuts) {
                bins.put(column, cuts(cuts, name, place));
            } else if (value instanceof Number number
                    && number.doubleValue() == Math.rint(number.doubleValue())
                    && number.doubleValue() >= 2
                    && number.doubleValue() <= MOST) {
                bins.put(column, number.intValue());
            } else {
                throw new UserError(
                        place + ": " + name + " must be a list of cut points, as in [40, 65], or a number of bins"
                                + " from 2 to " + MOST + ", got " + ParameterReader.shown(value));
            }
        });
        return bins;
    }

    private static List<Object> cuts(List<?> found, String name, String place) {
        List<Object> cuts = new ArrayList<>();
        double before = Double.NEGATIVE_INFINITY;
        for (Object item : found) {
            Double number = number(item);
            boolean kind = cuts.isEmpty() || (cuts.get(0) instanceof String) == (item instanceof String);
            if (number == null || !kind || number <= before) {
                throw new UserError(place + ": " + name
                        + " must hold ascending numbers, or dates such as '2020-01-31', got " + found);
            }
            before = number;
            cuts.add(item instanceof String date ? date : number);
        }
        if (cuts.isEmpty() || cuts.size() > MOST) {
            throw new UserError(place + ": " + name + " must hold 1 to " + MOST + " cut points, got " + cuts.size());
        }
        return List.copyOf(cuts);
    }

    /** A number, or a date as days since 1970-01-01, as columns of dates are read; null where it is neither. */
    static @Nullable Double number(@Nullable Object item) {
        if (item instanceof String text) {
            try {
                return (double) LocalDate.parse(text).toEpochDay();
            } catch (DateTimeParseException e) {
                return null;
            }
        }
        return item instanceof Number number && Double.isFinite(number.doubleValue()) ? number.doubleValue() : null;
    }
}
