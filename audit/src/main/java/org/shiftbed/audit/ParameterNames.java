package org.shiftbed.audit;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.shiftbed.base.Names;

/**
 * Which parameters a budget means by a name: that of one parameter, or of a variable for all of its own.
 *
 * @param labels of the parameters
 * @param variables name of the variable of each parameter
 */
record ParameterNames(List<String> labels, List<String> variables) {
    /** All parameters that are not named. */
    static final String ALL = "*";

    private static final Pattern QUOTED = Pattern.compile("(['\"])((?:(?!\\1).|\\1\\1)*)\\1");

    int size() {
        return labels.size();
    }

    /**
     * Positions of what a name means.
     *
     * @param place in messages
     */
    List<Integer> positions(String place, String name) {
        List<Integer> found = found(name);
        // A name may stand in quotes, as in a shift, alone or inside of a label.
        found = found.isEmpty() ? found(QUOTED.matcher(name).replaceAll(ParameterNames::plain)) : found;
        if (found.isEmpty()) {
            Set<String> known = new LinkedHashSet<>(variables);
            known.addAll(labels);
            throw Names.unknown(place, "parameter or variable", name, known);
        }
        return found;
    }

    /** What stands between quotes, a doubled one meaning one. */
    private static String plain(MatchResult quoted) {
        String quote = quoted.group(1);
        return Matcher.quoteReplacement(quoted.group(2).replace(quote + quote, quote));
    }

    private List<Integer> found(String name) {
        int exact = labels.indexOf(name);
        if (exact >= 0) {
            return List.of(exact);
        }
        return IntStream.range(0, labels.size())
                .filter(a -> variables.get(a).equals(name))
                .boxed()
                .toList();
    }

    /** Gives values to the parameters that their names mean: variables first, so that what is said of one parameter wins over its variable. */
    <T> void each(String place, Map<String, T> values, BiConsumer<Integer, T> take) {
        for (boolean label : new boolean[] {false, true}) {
            values.forEach((name, value) -> {
                if (!name.equals(ALL) && labels.contains(name) == label) {
                    positions(place, name).forEach(a -> take.accept(a, value));
                }
            });
        }
    }
}
