package org.shiftbed.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.baseline.Baselines;
import org.shiftbed.audit.estimate.Bootstrap;
import org.shiftbed.audit.estimate.Estimator;
import org.shiftbed.audit.estimate.QuadraticLoss;
import org.shiftbed.audit.estimate.RowLosses;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.History;
import org.shiftbed.audit.result.LossFacts;
import org.shiftbed.audit.result.RadiusResult;
import org.shiftbed.audit.result.RulingRows;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.audit.spec.EstimationSpec;
import org.shiftbed.audit.spec.LikeSpec;
import org.shiftbed.base.Seed;
import org.shiftbed.base.UserError;
import org.shiftbed.data.table.Table;
import org.shiftbed.data.table.TableScan;

/**
 * Which plausible shift hurts a model most, by how much, and how sure that is (Thams, Oberst, Sontag 2022). One call:
 *
 * <pre>{@code
 * AuditResult result = Audit.run(AuditSpec.of(LossSpec.of(LossKind.LOG, "Y", "p"), ShiftSpec.of("O").given("Y"))
 *         .withTable("eval.parquet"));
 * }</pre>
 */
public final class Audit {
    /** Beyond this many rows there is no bootstrap unless it is asked for. */
    static final long MOST_ROWS_TO_RESAMPLE = 200_000;

    /** Beyond this many rows the losses of single rows are not kept, and the baselines that need them are left out. */
    static final long MOST_ROWS_KEPT = 5_000_000;

    private static final int REPLICATES = 200;

    private final AuditSpec spec;
    private final TableScan scan;
    private final @Nullable TableScan other;
    private final @Nullable PastTables past;
    private final Beside beside;

    private Audit(AuditSpec spec, TableScan scan, @Nullable TableScan other, @Nullable PastTables past, Beside beside) {
        this.spec = spec;
        this.scan = scan;
        this.other = other;
        this.past = past;
        this.beside = beside;
    }

    /**
     * Audits the table that the question names.
     *
     * @throws UserError where anything asked for cannot be answered; nothing has been written
     */
    public static AuditResult run(AuditSpec spec) {
        return run(spec, Beside.nothing());
    }

    /**
     * Audits the table that the question names.
     *
     * @param beside what is asked beside the worst cases
     * @throws UserError where anything asked for cannot be answered; nothing has been written
     */
    public static AuditResult run(AuditSpec spec, Beside beside) {
        String path = spec.table();
        if (path == null) {
            throw new UserError("audit: no table is named; give the path of a CSV or Parquet table");
        }
        String against = spec.against();
        try (TableScan scan = AuditTable.open(path, spec.where());
                TableScan second = against == null ? null : AuditTable.open(against, spec.where());
                PastTables past = past(spec)) {
            return new Audit(spec, scan, second, past, beside).answer();
        }
    }

    /**
     * Audits a table in memory.
     *
     * @param source what it is called in the answer
     * @param beside what is asked beside the worst cases
     */
    public static AuditResult run(AuditSpec spec, Table table, String source, Beside beside) {
        try (TableScan scan = TableScan.of(table, spec.where());
                PastTables past = past(spec)) {
            return new Audit(spec, scan, null, past, beside).answer().withSource(source);
        }
    }

    private static @Nullable PastTables past(AuditSpec spec) {
        LikeSpec like = spec.like();
        return like == null ? null : PastTables.open(like, spec.where());
    }

    private AuditResult answer() {
        boolean ratio = spec.loss().isRatio();
        Seed seed = Seed.of("audit", spec.estimation().seed());
        LossSource source = other == null ? LossSource.of(spec, scan) : LossSource.paired(spec, scan, other);
        Prepared prepared = Preparation.of(scan, spec, source, scan.rows() <= MOST_ROWS_KEPT || replicates() > 0);
        Metric metric = ratio
                ? new RatioOfAverages(
                        prepared.estimator(1, 0), prepared.estimator(0, 1), rho -> prepared.estimator(1, -rho))
                : new AverageMetric(prepared.estimator(1, 0));
        Estimator estimator = metric.estimator();
        AuditFacts facts = new AuditFacts(spec, scan, prepared, metric);
        Search search = new Search(
                spec.budget(),
                prepared.parameters().labels(),
                facts.owners(),
                estimator.information(),
                facts.gradientErrors(),
                spec.worse().sign());
        LossFacts loss = facts.loss();
        spec.passing().forEach(level -> LossBounds.require("radius-to", loss, level));
        EffectsOfShift effects = new EffectsOfShift(prepared, estimator);
        QuadraticLoss[] resampled = ratio
                ? new QuadraticLoss[0]
                : Bootstrap.replicates(estimator, prepared.rows(), 1, 0, replicates(), seed);
        Predicate<String> held = name -> IntStream.range(0, facts.owners().size())
                .filter(a -> facts.owners().get(a).equals(name))
                .allMatch(search::frozen);
        List<RulingRows> ruling = prepared.ruling().stream()
                .filter(one -> !held.test(one.variable()))
                .toList();
        Curve curve = new Curve(metric, search, loss, Judge.STANDARD, effects, resampled, ruling);
        List<String> notes = new ArrayList<>(prepared.notes());
        ConstantPrediction.of(spec, scan).ifPresent(one -> notes.addAll(0, one.notes(spec.loss(), loss)));
        positive(loss, notes);
        if (other != null) {
            notes.addAll(0, matched(other));
        }
        if (!search.away().isEmpty()) {
            notes.add(0, search.away());
        }
        ruling.stream().filter(one -> !one.unit()).map(RulingRows::sentence).forEach(notes::add);
        lossOfFewRows(prepared.rows(), loss).ifPresent(note -> notes.add(0, note));
        notes.addAll(facts.notes());
        if (ratio) {
            notes.add(
                    "The metric is a ratio of two averages; Hessian and contributions are those of its second-order expansion, values and intervals those of the ratio of two quadratic models. There is no bootstrap for it.");
        }
        History history = past == null ? null : MeasuredShift.of(spec, prepared, search, past, curve, seed, notes);
        Radii sizes = Radii.of(spec, history, beside.radii());
        notes.addAll(0, sizes.notes());
        List<RadiusResult> found = curve.at(sizes.values(), sizes.named(), notes);
        double headline = Headline.main(found).radius();
        List<RadiusResult> radii = found.stream()
                .map(one -> ratio
                                || Double.compare(one.radius(), headline) != 0
                                        && !beside.radii().contains(one.radius())
                        ? one
                        : WeightedSearch.with(estimator, search, one))
                .toList();
        RadiusResult main = Headline.main(radii);
        double size = Double.isNaN(main.radius()) ? Double.POSITIVE_INFINITY : main.radius();
        radii.stream().map(WeightedSearch::note).flatMap(Optional::stream).forEach(notes::add);
        List<AuditResult.Baseline> baselines = ratio
                ? List.of()
                : Baselines.all(new Baselines.Question(
                        estimator,
                        prepared.rows(),
                        1,
                        0,
                        spec.worse().sign(),
                        main.worst().delta(),
                        moving -> metric.worst(search.only(moving), size),
                        seed));
        double largest = radii.get(radii.size() - 1).radius();
        return new AuditResult(
                facts.data(),
                loss,
                facts.variables(ruling),
                facts.parameters(search),
                metric.quadratic().hessian(),
                estimator.information(),
                facts.budget(search, !Double.isInfinite(size)),
                radii,
                new TargetShift(spec, prepared, estimator, search, curve, effects).results(),
                Stream.concat(spec.passing().stream(), beside.thresholds().stream())
                        .distinct()
                        .map(threshold -> new PassingRadius(metric, search, loss, curve).of(threshold))
                        .toList(),
                history,
                other == null ? null : PairedModels.of(prepared, search, radii, loss.level(), other.name()),
                baselines,
                facts.factorisation(),
                curve.stability(Double.isNaN(largest) ? Double.POSITIVE_INFINITY : largest),
                Judge.overall(radii),
                headline(search, radii, loss) + MovingRows.of(prepared).sentence(held) + RulingRows.behind(ruling),
                notes,
                spec.estimation().seed(),
                null);
    }

    private List<String> matched(TableScan second) {
        return spec.key() == null
                ? RowKeys.note(scan, second, LossSource.compared(spec)).stream().toList()
                : List.of("Rows of the two tables are one where column '" + spec.key() + "' is equal.");
    }

    /** Where the losses of single rows are kept and one by one those of the metric. */
    private Optional<String> lossOfFewRows(RowLosses rows, LossFacts loss) {
        if (rows.size() == 0 || spec.weight() != null || spec.loss().isRatio()) {
            return Optional.empty();
        }
        double[] losses = IntStream.range(0, rows.size())
                .mapToDouble(r -> rows.loss(r, 1, 0))
                .toArray();
        return FarRows.ofLosses(scan, loss.title(), losses).map(RulingRows::sentence);
    }

    private static String headline(Search search, List<RadiusResult> radii, LossFacts loss) {
        return search.allFrozen()
                ? "Every parameter is held at 0, so that nothing may move and " + loss.title() + " stays at "
                        + Judge.number(loss.mean()) + "."
                : Headline.of(radii, loss);
    }

    /** A class that words like 1 and yes do not give away stands first, because everything rests on it. */
    private void positive(LossFacts loss, List<String> notes) {
        if (!loss.positive().isEmpty()) {
            boolean said = spec.loss().positive() != null;
            notes.add(
                    said ? 0 : notes.size(),
                    "Positive is '" + loss.positive() + "' in column '"
                            + spec.loss().label() + "'" + (said ? ", as you said." : "."));
        }
    }

    private int replicates() {
        int asked = spec.estimation().bootstrap();
        if (asked != EstimationSpec.AUTO_BOOTSTRAP) {
            return asked;
        }
        return scan.rows() <= MOST_ROWS_TO_RESAMPLE ? REPLICATES : 0;
    }
}
