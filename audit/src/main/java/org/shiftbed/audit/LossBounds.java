package org.shiftbed.audit;

import org.shiftbed.audit.result.LossFacts;
import org.shiftbed.audit.spec.LossSpec;
import org.shiftbed.audit.spec.RatioMetric;
import org.shiftbed.base.UserError;

/**
 * What a metric can be: a share is between 0 and 1, a squared error is not negative.
 *
 * @param minimum or negative infinity
 * @param maximum or infinity
 */
record LossBounds(double minimum, double maximum) {
    private static final LossBounds SHARE = new LossBounds(0, 1);
    private static final LossBounds POSITIVE = new LossBounds(0, Double.POSITIVE_INFINITY);
    private static final LossBounds ANY = new LossBounds(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);

    /** What the kind of the metric says; of a column of losses that is nothing. */
    static LossBounds of(LossSpec loss) {
        return switch (loss.kind()) {
            case ZERO_ONE, ACCURACY -> SHARE;
            case RATIO -> loss.metric() == RatioMetric.COLUMNS ? ANY : SHARE;
            case BRIER -> new LossBounds(0, loss.predictions().size() > 1 ? 2 : 1);
            case LOG, SQUARED, ABSOLUTE, PINBALL -> POSITIVE;
            case COLUMN -> ANY;
        };
    }

    /** A column of 0 and 1 is taken as a share. */
    static LossBounds ofColumn(boolean whole, double minimum, double maximum) {
        return whole && minimum >= 0 && maximum <= 1 ? SHARE : ANY;
    }

    /**
     * That a level can be passed.
     *
     * @param place where it stands, for the error
     * @param title what the metric is called
     */
    void require(String place, String title, double level) {
        if (level >= minimum && level <= maximum) {
            return;
        }
        String range = maximum == Double.POSITIVE_INFINITY
                ? "at least " + Search.number(minimum)
                : "from " + Search.number(minimum) + " to " + Search.number(maximum);
        boolean percent = maximum == 1 && level > 1 && level <= 100;
        throw new UserError(place + ": " + title + " is " + range + ", so that no shift takes it to "
                + Search.number(level) + (percent ? "; write " + Search.number(level) + "% as " + level / 100 : ""));
    }

    /** The same of the metric of an answer. */
    static void require(String place, LossFacts loss, double level) {
        new LossBounds(loss.minimum(), loss.maximum()).require(place, loss.title(), level);
    }
}
