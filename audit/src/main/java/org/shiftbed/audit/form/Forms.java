package org.shiftbed.audit.form;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.expression.Column;
import org.shiftbed.audit.expression.Expression;
import org.shiftbed.audit.family.ExponentialFamily;
import org.shiftbed.audit.family.Targets;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;

/**
 * Shift forms by what stands under {@code form:} (parametric-robustness 6): {@code constant}, {@code per-value}, {@code subset(Y=1; Y=2)},
 * {@code linear}, {@code mean-log-sd}, or an expression.
 */
public final class Forms {
    /** How far s(z; 0) may be from 0. */
    public static final double TOLERANCE = 1e-12;

    private static final String MEAN_LOG_SD = "mean-log-sd";
    private static final List<String> NAMES = List.of("constant", "per-value", "linear", MEAN_LOG_SD);
    private static final int MOST_PATTERNS = 100_000;

    private Forms() {}

    /** The forms that have a name; an expression is the other kind. */
    public static List<String> names() {
        return NAMES;
    }

    /** Whether the form needs a mean and sd at which it is expanded. */
    public static boolean needsNominal(String text) {
        return text.strip().equals(MEAN_LOG_SD);
    }

    /**
     * The mean and sd of a Gaussian before the shift.
     *
     * @param sd &gt; 0
     */
    public record Nominal(double mean, double sd) {}

    /**
     * Makes a form.
     *
     * @param place where the variable stands, such as {@code audit.yaml: shifts[1]}, for the error
     * @param text what stands under {@code form:}
     * @param nominal where {@link #needsNominal}, else not read
     * @throws UserError if it cannot be read, or does not fit the family or the parents
     */
    public static ShiftForm require(
            String place, String text, ExponentialFamily family, List<Parent> parents, @Nullable Nominal nominal) {
        String form = text.strip();
        String where = place + ".form";
        return switch (form) {
            case "" -> throw new UserError(where + ": is empty; " + known());
            case "constant" -> new Constant(components(family));
            case "per-value" -> perValue(where, family, parents);
            case "linear" -> linear(where, family, parents);
            case MEAN_LOG_SD -> meanLogSd(where, family, parents, nominal);
            default ->
                form.startsWith("subset(") && form.endsWith(")")
                        ? subset(where, form.substring(7, form.length() - 1), perValue(where, family, parents), parents)
                        : expression(where, form, family, parents);
        };
    }

    private static String known() {
        return "use " + String.join(", ", NAMES) + ", subset(Y=1) or an expression such as d0 + d1 * Y";
    }

    private static List<String> components(ExponentialFamily family) {
        return IntStream.range(0, family.dimension())
                .mapToObj(family::component)
                .toList();
    }

    private static PerValue perValue(String where, ExponentialFamily family, List<Parent> parents) {
        if (parents.isEmpty()) {
            throw new UserError(where + ": per-value needs parents; name them under given, or use constant");
        }
        double patterns = 1;
        for (Parent parent : parents) {
            if (parent.levels() == 0) {
                throw new UserError(where + ": per-value needs levels, and " + parent.name()
                        + " is continuous; cut it by bins: {" + parent.name() + ": [...]}, or use linear");
            }
            patterns *= parent.levels();
        }
        if (patterns * family.dimension() > MOST_PATTERNS) {
            throw new UserError(where + ": per-value would have " + String.format("%.0f", patterns * family.dimension())
                    + " parameters, more than " + MOST_PATTERNS + "; use fewer parents or bins");
        }
        return PerValue.all(components(family), parents);
    }

    private static Linear linear(String where, ExponentialFamily family, List<Parent> parents) {
        for (Parent parent : parents) {
            if (parent.category()) {
                throw new UserError(where + ": linear needs numbers, and " + parent.name()
                        + " is a category; use per-value, or an expression with indicator(" + parent.name()
                        + " = '...')");
            }
        }
        return new Linear(components(family), parents.stream().map(Parent::name).toList());
    }

    private static MeanLogSd meanLogSd(
            String where, ExponentialFamily family, List<Parent> parents, @Nullable Nominal nominal) {
        if (!family.name().equals("gaussian-mean-variance")) {
            throw new UserError(where + ": mean-log-sd needs family gaussian-mean-variance, found " + family.name());
        }
        if (!parents.isEmpty()) {
            throw new UserError(where + ": mean-log-sd takes a variable without parents, found given "
                    + parents.stream().map(Parent::name).collect(Collectors.joining(", ")));
        }
        if (nominal == null || !Double.isFinite(nominal.mean()) || !(nominal.sd() > 0)) {
            throw new UserError(where + ": mean-log-sd needs a variable with a positive standard deviation");
        }
        return new MeanLogSd(nominal.mean(), nominal.sd());
    }

    /**
     * A form in which only some patterns move.
     *
     * @param patterns each names values of some parents; those it does not name may have any value
     */
    private static PerValue subset(String where, String text, PerValue all, List<Parent> parents) {
        boolean[] allowed = new boolean[all.patterns()];
        for (String part : text.split(";", -1)) {
            Map<String, String> written = Targets.assignments(where, part.strip());
            int[] levels = new int[parents.size()];
            Arrays.fill(levels, -1);
            written.forEach((name, value) -> {
                int parent = index(where, parents, name);
                levels[parent] = parents.get(parent).level(parents.get(parent).value(where, value));
            });
            for (int pattern = 0; pattern < allowed.length; pattern++) {
                boolean fits = true;
                for (int i = 0; i < levels.length; i++) {
                    fits &= levels[i] < 0 || levels[i] == all.level(pattern, i);
                }
                allowed[pattern] |= fits;
            }
        }
        return all.only(allowed);
    }

    private static int index(String where, List<Parent> parents, String name) {
        List<String> names = parents.stream().map(Parent::name).toList();
        int index = names.indexOf(name);
        if (index < 0) {
            throw Names.unknown(where, "parent", name, names);
        }
        return index;
    }

    private static UserForm expression(String where, String text, ExponentialFamily family, List<Parent> parents) {
        boolean word = text.matches("[A-Za-z]+([-_ ][A-Za-z]+)*")
                && parents.stream().noneMatch(parent -> parent.name().equals(text));
        if (word) {
            throw Names.unknown(where, "form", text, NAMES);
        }
        List<Column> columns = parents.stream().map(Parent::column).toList();
        Expression expression = Expression.withParameters(where, text, columns);
        int q = family.dimension();
        if (expression.components() != q) {
            String names = q == 1 ? "" : " (" + String.join(", ", components(family)) + "), separated by ';'";
            throw new UserError(where + " '" + text + "': family " + family.name() + " needs " + q
                    + (q == 1 ? " expression" : " expressions") + names + ", found " + expression.components());
        }
        return new UserForm(expression);
    }

    /**
     * Refuses a form that is not 0 at delta = 0 for a row, or (an expression) not smooth there.
     *
     * @param place where the form stands
     * @param row the number of the row, for the error
     * @param z the values of the parents in that row
     */
    public static void check(String place, ShiftForm form, List<Parent> parents, long row, double[] z) {
        String where = place + ".form: row " + row;
        double[] s = new double[form.dimension()];
        form.value(z, new double[form.parameters()], s);
        for (double value : s) {
            if (!(Math.abs(value) <= TOLERANCE)) {
                throw new UserError(where + ": a shift must be 0 at delta = 0, found " + value + where(parents, z));
            }
        }
        if (form instanceof UserForm user) {
            user.checkSmooth(where, parents, z);
        }
    }

    static String where(List<Parent> parents, double[] z) {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < parents.size(); i++) {
            Parent parent = parents.get(i);
            words.add(parent.category() ? parent.label((int) z[i]) : parent.name() + "=" + z[i]);
        }
        return words.isEmpty() ? "" : " for " + String.join(", ", words);
    }

    /**
     * The values of the parents that a target or a limit speaks of.
     *
     * @param given name to value as they were written
     * @return z, in the order of the parents
     * @throws UserError if a parent is missing or unknown, or a value is none of its levels
     */
    public static double[] values(String place, List<Parent> parents, Map<String, String> given) {
        double[] z = new double[parents.size()];
        given.keySet().forEach(name -> index(place, parents, name));
        for (int i = 0; i < z.length; i++) {
            String written = given.get(parents.get(i).name());
            if (written == null) {
                throw new UserError(
                        place + ": the value of the parent " + parents.get(i).name() + " is missing");
            }
            z[i] = parents.get(i).value(place, written);
        }
        return z;
    }
}
