package org.shiftbed.audit.loss;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.spec.LossKind;
import org.shiftbed.audit.spec.LossSpec;
import org.shiftbed.audit.spec.RatioMetric;
import org.shiftbed.audit.spec.Scale;
import org.shiftbed.base.UserError;
import org.shiftbed.data.table.TableScan;

/** Binds a loss that is asked for to a table. */
public final class Losses {
    /** What to do about a blank. */
    static final String LEAVE_OUT = "fill it, or take such rows out of the table";

    private Losses() {}

    /**
     * A loss whose average is the metric.
     *
     * @throws UserError where a column is missing, does not hold what the loss needs, or label and predictions do not fit
     * @throws IllegalArgumentException where it is a ratio of two averages: see {@link #ratio}
     */
    public static Loss of(LossSpec spec, TableScan scan) {
        return switch (spec.kind()) {
            case COLUMN -> column(given(spec.column(), "column"), scan);
            case SQUARED ->
                checked(DifferenceLoss.squared(label(spec, scan), single(spec, scan)), scan, spec, LEAVE_OUT);
            case ABSOLUTE ->
                checked(DifferenceLoss.absolute(label(spec, scan), single(spec, scan)), scan, spec, LEAVE_OUT);
            case PINBALL ->
                checked(
                        DifferenceLoss.pinball(label(spec, scan), single(spec, scan), spec.quantile()),
                        scan,
                        spec,
                        LEAVE_OUT);
            case ZERO_ONE -> new AgreementLoss(decisions(spec, scan, false), 0, 1);
            case ACCURACY -> new AgreementLoss(decisions(spec, scan, false), 1, 0);
            case LOG ->
                checked(
                        probabilistic(spec, scan),
                        scan,
                        spec,
                        "a probability of 0 for what happened has no finite log loss ('loss.clip: 1e-15' keeps away from it)");
            case BRIER ->
                checked(probabilistic(spec, scan), scan, spec, "every class needs its probability; " + LEAVE_OUT);
            case RATIO -> throw new IllegalArgumentException(spec.title() + " is a ratio of two averages");
        };
    }

    /**
     * A metric that is a ratio of two averages.
     *
     * @throws UserError as {@link #of}
     * @throws IllegalArgumentException where it is no ratio
     */
    public static RatioLoss ratio(LossSpec spec, TableScan scan) {
        RatioMetric metric = spec.metric();
        if (metric == null) {
            throw new IllegalArgumentException(spec.title() + " is no ratio");
        }
        if (metric == RatioMetric.COLUMNS) {
            return new RatioLoss(
                    column(given(spec.numerator(), "numerator"), scan),
                    column(given(spec.denominator(), "denominator"), scan));
        }
        return ConfusionLoss.of(metric, decisions(spec, scan, true));
    }

    /**
     * What the positive class is called, where the loss tells two classes apart by one of them; empty for others.
     *
     * @throws UserError where it cannot be told
     */
    public static Optional<String> positive(LossSpec spec, TableScan scan) {
        boolean single = spec.predictions().size() == 1
                && ClassColumns.expand(spec.predictions(), scan).size() == 1;
        boolean binary = switch (spec.kind()) {
            case LOG, BRIER -> single;
            case ZERO_ONE, ACCURACY -> single && !Double.isNaN(spec.threshold());
            case RATIO -> spec.metric() != RatioMetric.COLUMNS;
            case COLUMN, SQUARED, ABSOLUTE, PINBALL -> false;
        };
        return binary ? Optional.of(Label.of(label(spec, scan), scan).positiveName(spec.positive())) : Optional.empty();
    }

    private static Loss column(String name, TableScan scan) {
        return new FiniteLoss(new ColumnLoss(scan.column(name).name()), scan, "column '" + name + "'", LEAVE_OUT);
    }

    private static Loss checked(Loss loss, TableScan scan, LossSpec spec, String wayOut) {
        return new FiniteLoss(loss, scan, spec.title(), wayOut);
    }

    private static Loss probabilistic(LossSpec spec, TableScan scan) {
        Label label = Label.of(label(spec, scan), scan);
        List<String> columns = ClassColumns.expand(predictions(spec), scan);
        boolean brier = spec.kind() == LossKind.BRIER;
        Probabilities probabilities = probabilities(spec, columns, scan);
        if (columns.size() == 1) {
            return new BinaryLoss(label, label.positive(spec.positive()), columns.get(0), probabilities, brier);
        }
        return new MulticlassLoss(label, ClassColumns.of(columns, label, scan), probabilities, brier);
    }

    private static Decisions decisions(LossSpec spec, TableScan scan, boolean binary) {
        Label label = Label.of(label(spec, scan), scan);
        List<String> columns = ClassColumns.expand(predictions(spec), scan);
        if (columns.size() > 1) {
            return new LikeliestClass(label, ClassColumns.of(columns, label, scan), binary, spec.positive());
        }
        if (Double.isNaN(spec.threshold())) {
            return new PredictedClass(label, columns.get(0), binary, spec.positive());
        }
        return new ThresholdDecision(
                label,
                label.positive(spec.positive()),
                columns.get(0),
                spec.threshold(),
                probabilities(spec, columns, scan));
    }

    private static Probabilities probabilities(LossSpec spec, List<String> columns, TableScan scan) {
        Scale scale = spec.scale();
        if (scale == null) {
            boolean scores = columns.stream().allMatch(column -> column.startsWith("score_"));
            scale = scores ? Scale.LOG : Scale.PROBABILITY;
        }
        return new Probabilities(scale, spec.clip(), scan);
    }

    private static String label(LossSpec spec, TableScan scan) {
        return scan.column(given(spec.label(), "label")).name();
    }

    private static String single(LossSpec spec, TableScan scan) {
        List<String> columns = ClassColumns.expand(predictions(spec), scan);
        if (columns.size() != 1) {
            throw new UserError("loss.prediction: " + spec.title() + " takes one column, found " + columns.size());
        }
        return columns.get(0);
    }

    private static List<String> predictions(LossSpec spec) {
        if (spec.predictions().isEmpty()) {
            throw new UserError("loss: field 'loss.prediction' is missing, which " + spec.title()
                    + " needs: the column of predictions");
        }
        return spec.predictions();
    }

    private static String given(@Nullable String column, String field) {
        if (column == null) {
            throw new UserError("loss: field 'loss." + field + "' is missing: the name of a column");
        }
        return column;
    }
}
