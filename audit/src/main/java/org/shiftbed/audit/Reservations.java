package org.shiftbed.audit;

import java.util.ArrayList;
import java.util.List;
import org.shiftbed.audit.result.LossFacts;
import org.shiftbed.audit.result.RulingRows;
import org.shiftbed.audit.result.Verdict;
import org.shiftbed.audit.result.Verdict.Grade;

/** What stands against a verdict beside the figures that the judge looks at: rows that are all alike, too few, or not of the law that the words claim. */
final class Reservations {
    /** Below so many clusters the normal interval covers at most nine of ten. */
    private static final int LEAST_CLUSTERS = 10;

    private final LossFacts loss;
    private final EffectsOfShift effects;
    private final List<RulingRows> ruling;
    private final List<RegressionFit> regressions;
    private final long moving;
    private final int clusters;

    /**
     * @param ruling few rows that decide how large a shift of 1 is
     */
    Reservations(Metric metric, LossFacts loss, EffectsOfShift effects, List<RulingRows> ruling) {
        this.loss = loss;
        this.effects = effects;
        this.ruling = ruling.stream().filter(RulingRows::unit).toList();
        regressions = RegressionFit.of(effects.prepared(), metric.estimator());
        moving = metric.estimator().movingRows();
        clusters = metric.estimator().units().clusters();
    }

    /**
     * @param same whether every row that counts has the same loss
     */
    Verdict about(double[] delta, Verdict verdict, boolean same) {
        List<String> missed = new ArrayList<>(effects.missed(delta));
        regressions.stream()
                .filter(one -> !one.link())
                .map(RegressionFit::sentence)
                .forEach(missed::add);
        return atMostCaution(
                missed,
                atMostCaution(
                        ruling.stream()
                                .map(one -> Agreement.capital(one.clause()) + ".")
                                .toList(),
                        checked(verdict, same)));
    }

    /** Few rows that decide how large a shift of 1 is, and rows of another law, make it another shift than the words say. */
    private static Verdict atMostCaution(List<String> because, Verdict verdict) {
        if (because.isEmpty()) {
            return verdict;
        }
        List<String> reasons = new ArrayList<>(because);
        reasons.addAll(verdict.reasons());
        return new Verdict(verdict.grade() == Grade.GOOD ? Grade.CAUTION : verdict.grade(), reasons);
    }

    /** Nothing is checked where rows that differ in nothing, or next to none of them, are all there is. */
    private Verdict checked(Verdict verdict, boolean same) {
        boolean bounded = Double.isFinite(loss.larger() ? loss.maximum() : loss.minimum());
        List<String> reasons = new ArrayList<>();
        // Estimate and weighted rows take the law's own parameter from it: where it does not fit, they agree on what is
        // wrong.
        regressions.stream()
                .filter(RegressionFit::link)
                .map(RegressionFit::sentence)
                .forEach(reasons::add);
        if (same) {
            reasons.add("Every row that counts has the same loss"
                    + (bounded
                            ? ", so that the interval is what so many rows leave possible."
                            : ", so that these rows do not tell how far it could move."));
        }
        if (moving < Judge.STANDARD.leastRows()) {
            reasons.add("Only " + moving + " rows have a value of what shifts and of its parents.");
        }
        if (clusters > 0 && clusters < LEAST_CLUSTERS) {
            reasons.add((clusters == 1 ? "There is one cluster" : "There are only " + clusters + " clusters")
                    + ", too few to tell how clusters differ: intervals are too narrow.");
        }
        if (reasons.isEmpty()) {
            return verdict;
        }
        boolean nothing = reasons.size() > (same && bounded ? 1 : 0);
        reasons.addAll(verdict.reasons());
        Grade grade = verdict.grade();
        Grade most = nothing ? Grade.UNINFORMATIVE : Grade.CAUTION;
        return new Verdict(grade == Grade.GOOD || grade == Grade.CAUTION ? most : grade, reasons);
    }
}
