package org.shiftbed.audit;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.result.History;
import org.shiftbed.audit.result.Percentage;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.audit.spec.BudgetSpec;

/**
 * The radii of the scan. Those that were asked for are taken as they are; the usual ones are a proposal, to which a radius measured from history is
 * added; where nothing else bounds the size of a shift, the measured one is the only one.
 *
 * @param values ascending; infinity where only a box or limits bound a shift
 * @param named those of them that the user named: one that a family does not allow is then refused, and left out otherwise
 * @param notes about where they come from
 */
record Radii(List<Double> values, Set<Double> named, List<String> notes) {
    /** Digits of a measured radius in the scan: its error is far larger. */
    private static final MathContext DIGITS = new MathContext(4, RoundingMode.HALF_EVEN);

    /** A measured radius below this is rounding. */
    private static final double NOTHING = 1e-9;

    /** @param needed radii that something else than the budget asks for */
    static Radii of(AuditSpec spec, @Nullable History history, List<Double> needed) {
        List<Double> asked = spec.budget().radii();
        boolean usual = asked.equals(BudgetSpec.DEFAULT_RADII);
        TreeSet<Double> values = new TreeSet<>(asked);
        Set<Double> named = new HashSet<>(usual ? List.of() : asked);
        values.addAll(needed);
        named.addAll(needed);
        List<String> notes = new ArrayList<>();
        if (history != null) {
            history(spec, history, values, named, notes);
        } else if (values.isEmpty()) {
            values.add(Double.POSITIVE_INFINITY);
            named.add(Double.POSITIVE_INFINITY);
            notes.add("Limits were given and no radius, so the limits alone bound the shift and the usual radii ("
                    + BudgetSpec.DEFAULT_RADII.stream().map(Search::number).collect(Collectors.joining(", "))
                    + ") are not looked at; give a radius to have both.");
        }
        return new Radii(List.copyOf(values), named, notes);
    }

    private static void history(
            AuditSpec spec, History history, Set<Double> values, Set<Double> named, List<String> notes) {
        List<Double> asked = spec.budget().radii();
        String measured = "From " + history.before() + " to " + history.after() + " the shift has size "
                + Judge.number(history.radius()) + " ("
                + Percentage.level(spec.estimation().level()) + " interval "
                + Judge.number(history.low()) + " to " + Judge.number(history.high()) + "; "
                + Judge.number(history.debiased()) + " without what noise alone would give)";
        if (!asked.isEmpty() && !asked.equals(BudgetSpec.DEFAULT_RADII)) {
            notes.add(measured + "; the radii are those asked for.");
            return;
        }
        double size = history.radius() < NOTHING
                ? 0
                : new BigDecimal(history.radius()).round(DIGITS).doubleValue();
        values.add(size);
        if (asked.isEmpty()) {
            named.add(size);
            notes.add(measured + "; this is the radius, in place of the usual ones.");
        } else {
            notes.add(measured + "; this is one of the radii, beside the usual ones.");
        }
    }
}
