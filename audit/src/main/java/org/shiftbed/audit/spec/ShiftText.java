package org.shiftbed.audit.spec;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.shiftbed.audit.family.Families;
import org.shiftbed.base.Names;

/**
 * Reads a {@link ShiftSpec} from one line:
 *
 * <pre>
 * COLUMN [+ COLUMN ...] [: [FAMILY] [OPTION=VALUE ...]] [given PARENT [[CUT, ...]], ...] [form: FORM]
 *
 * O given Y
 * age: gaussian
 * ward: categorical reference=A given age [40, 65], sex form: d0 + d1*indicator(age &gt; 65)
 * w1 + w2: gaussian-vector unit=raw
 * </pre>
 *
 * <p>Options are those of the family, {@code name} and {@code tie}. The numbers in brackets behind a parent cut it into bins. The form is
 * everything behind {@code form:}. Names are those of {@link Tokens}; a column called {@code given} or {@code form} stands in quotes.
 */
public final class ShiftText {
    private static final Set<String> NUMBERS = Set.of("trials", "shape", "minimum", "location", "sd");
    private static final Set<String> TEXTS = Set.of("unit", "reference", "name", "tie", "statistic");

    private ShiftText() {}

    /**
     * @param place in messages: the option, or file and field
     * @throws org.shiftbed.base.UserError where the text is not of that form
     */
    public static ShiftSpec parse(String place, String text) {
        Tokens tokens = new Tokens(place, text);
        List<String> columns = new ArrayList<>();
        do {
            columns.add(tokens.name("a column"));
        } while (tokens.take("+"));
        ShiftSpec shift = ShiftSpec.of(columns.toArray(String[]::new));
        if (tokens.take(":")) {
            shift = family(tokens, place, shift);
        }
        if (tokens.takeWord("given")) {
            shift = parents(tokens, shift);
        }
        if (tokens.takeWord("form")) {
            tokens.expect(":");
            String form = tokens.rest();
            if (form.isEmpty()) {
                throw tokens.wrong("constant, per-value, linear, or an expression");
            }
            shift = shift.withForm(form);
        }
        if (!tokens.atEnd()) {
            throw tokens.wrong(
                    "': FAMILY', 'given PARENT', 'form: FORM', or the end (a name with blanks stands in quotes, as in 'test ordered' given Y)");
        }
        return shift;
    }

    private static ShiftSpec family(Tokens tokens, String place, ShiftSpec columns) {
        ShiftSpec shift = columns;
        boolean first = true;
        while (!tokens.atEnd() && !tokens.isWord("given") && !tokens.isWord("form")) {
            String word = tokens.name("a family");
            if (tokens.take("=")) {
                shift = option(tokens, place, shift, word);
            } else if (first) {
                if (!Families.names().contains(word)) {
                    throw Names.unknown(place, "family", word, Families.names());
                }
                shift = shift.withFamily(word);
            } else {
                throw tokens.error(
                        "expected '" + word + "=VALUE', 'given' or 'form:' behind the family, found '" + word + "'");
            }
            first = false;
        }
        if (first) {
            throw tokens.wrong("a family");
        }
        return shift;
    }

    private static ShiftSpec option(Tokens tokens, String place, ShiftSpec shift, String option) {
        if (NUMBERS.contains(option)) {
            double value = tokens.number("a number");
            if (option.equals("trials") && value == Math.rint(value)) {
                return shift.withOption(option, (long) value);
            }
            return shift.withOption(option, value);
        }
        if (!TEXTS.contains(option)) {
            List<String> known = new ArrayList<>(NUMBERS);
            known.addAll(TEXTS);
            throw Names.unknown(place, "option", option, known);
        }
        String value = tokens.name("a value of " + option);
        return switch (option) {
            case "name" -> shift.withName(value);
            case "tie" -> shift.withTie(value);
            default -> shift.withOption(option, value);
        };
    }

    private static ShiftSpec parents(Tokens tokens, ShiftSpec columns) {
        List<String> parents = new ArrayList<>();
        Map<String, List<Double>> bins = new LinkedHashMap<>();
        do {
            String parent = tokens.name("a parent");
            parents.add(parent);
            if (tokens.take("[")) {
                List<Double> cuts = new ArrayList<>();
                do {
                    cuts.add(tokens.number("a cut point"));
                } while (tokens.take(","));
                tokens.expect("]");
                bins.put(parent, cuts);
            }
        } while (tokens.take(","));
        return columns.given(parents.toArray(String[]::new)).withAllBins(bins);
    }
}
