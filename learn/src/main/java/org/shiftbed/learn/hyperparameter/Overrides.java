package org.shiftbed.learn.hyperparameter;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;
import org.shiftbed.learn.hyperparameter.Distribution.Choice;
import org.shiftbed.learn.hyperparameter.Distribution.Constant;

/** Puts a user's values in place of declared ones, and checks names, types and ranges. */
final class Overrides {
    private Overrides() {}

    static HyperparameterSpace apply(HyperparameterSpace space, Map<String, Object> given, String place) {
        List<String> names = space.entries().stream().map(Hyperparameter::name).toList();
        HyperparameterSpace result = space;
        for (Map.Entry<String, Object> entry : given.entrySet()) {
            Hyperparameter declared = space.find(entry.getKey());
            if (declared == null) {
                throw Names.unknown(place, "hyperparameter", entry.getKey(), names);
            }
            result = result.with(replaced(declared, entry.getValue(), place));
        }
        return result;
    }

    private static Hyperparameter replaced(Hyperparameter declared, @Nullable Object given, String place) {
        Object standard;
        Distribution distribution;
        if (given instanceof List<?> list) {
            if (list.isEmpty()) {
                throw new UserError(place + ": '" + declared.name() + "' has an empty list; give at least one value");
            }
            List<Object> values = new ArrayList<>();
            for (Object value : list) {
                values.add(checked(declared, value, place));
            }
            if (new HashSet<>(values).size() != values.size()) {
                throw new UserError(place + ": '" + declared.name() + "' lists a value twice: " + values);
            }
            standard = values.contains(declared.standard()) ? declared.standard() : values.get(0);
            distribution = new Choice(values);
        } else {
            standard = checked(declared, given, place);
            distribution = new Constant(standard);
        }
        return new Hyperparameter(
                declared.name(), standard, distribution, declared.minimum(), declared.maximum(), declared.help());
    }

    private static Object checked(Hyperparameter declared, @Nullable Object given, String place) {
        String where = place + ": '" + declared.name() + "' must be ";
        String found = ", found " + (given instanceof String ? "the text '" + given + "'" : String.valueOf(given));
        Object standard = declared.standard();
        if (standard instanceof Boolean) {
            if (given instanceof Boolean) {
                return given;
            }
            throw new UserError(where + "true or false" + found);
        }
        if (standard instanceof String) {
            return text(declared, given, where, found);
        }
        boolean whole = standard instanceof Long;
        boolean fits = whole ? given instanceof Integer || given instanceof Long : given instanceof Number;
        double value = fits && given instanceof Number number ? number.doubleValue() : Double.NaN;
        if (!(Double.isFinite(value) && value >= declared.minimum() && value <= declared.maximum())) {
            throw new UserError(where + (whole ? "a whole number" : "a number") + range(declared) + found);
        }
        if (whole && given instanceof Number number) {
            return number.longValue();
        }
        return value == 0 ? 0.0 : value; // -0.0 and 0.0 are one value, and one trial
    }

    private static Object text(Hyperparameter declared, @Nullable Object given, String where, String found) {
        List<Object> known = declared.allowed();
        if (given instanceof String name && known.contains(name)) {
            return name;
        }
        List<String> names = known.stream().map(String::valueOf).toList();
        throw new UserError(where + "a known name" + found + "; " + Names.suggest(String.valueOf(given), names));
    }

    static String range(Hyperparameter declared) {
        double low = declared.minimum();
        double high = declared.maximum();
        String from = low == Double.NEGATIVE_INFINITY
                ? ""
                : low == CommonHyperparameters.POSITIVE ? "above 0" : "at least " + figure(low);
        String to = high == Double.POSITIVE_INFINITY
                ? ""
                : high == Math.nextDown(1.0) ? "below 1" : "at most " + figure(high);
        String both = from.isEmpty() || to.isEmpty() ? from + to : from + " and " + to;
        return both.isEmpty() ? "" : " " + both;
    }

    private static String figure(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }
}
