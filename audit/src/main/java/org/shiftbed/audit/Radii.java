package org.shiftbed.audit;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.result.History;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.audit.spec.BudgetSpec;

/**
 * The radii of the scan. Those that were asked for are taken as they are; the usual ones are a proposal, to which a radius measured from history is
 * added; where nothing else bounds the size of a shift, the measured one is the only one.
 *
 * @param values ascending; infinity where only a box or limits bound a shift
 * @param given whether the user named them: one that a family does not allow is then refused, and left out otherwise
 * @param notes about the measured one
 */
record Radii(List<Double> values, boolean given, List<String> notes) {
    /** Digits of a measured radius in the scan: its error is far larger. */
    private static final MathContext DIGITS = new MathContext(4, RoundingMode.HALF_EVEN);

    /** A measured radius below this is rounding. */
    private static final double NOTHING = 1e-9;

    static Radii of(AuditSpec spec, @Nullable History history) {
        List<Double> asked = spec.budget().radii();
        boolean usual = asked.equals(BudgetSpec.DEFAULT_RADII);
        if (history == null) {
            return new Radii(asked.isEmpty() ? List.of(Double.POSITIVE_INFINITY) : asked, !usual, List.of());
        }
        String measured = "From " + history.before() + " to " + history.after() + " the shift has size "
                + Judge.number(history.radius()) + " ("
                + Search.number(Math.round(1000 * spec.estimation().level()) / 10.0) + "% interval "
                + Judge.number(history.low()) + " to " + Judge.number(history.high()) + "; "
                + Judge.number(history.debiased()) + " without what noise alone would give)";
        if (!asked.isEmpty() && !usual) {
            return new Radii(asked, true, List.of(measured + "; the radii are those asked for."));
        }
        double size = history.radius() < NOTHING
                ? 0
                : new BigDecimal(history.radius()).round(DIGITS).doubleValue();
        TreeSet<Double> values = new TreeSet<>(asked);
        values.add(size);
        return new Radii(
                List.copyOf(values),
                asked.isEmpty(),
                List.of(measured
                        + (asked.isEmpty()
                                ? "; this is the radius."
                                : "; this is one of the radii, beside the usual ones.")));
    }
}
