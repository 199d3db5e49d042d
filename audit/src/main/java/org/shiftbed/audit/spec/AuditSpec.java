package org.shiftbed.audit.spec;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an audit is asked. Start from {@link #of} and refine with the {@code with} methods:
 *
 * <pre>{@code
 * AuditSpec.of(LossSpec.of(LossKind.LOG, "Y", "p"), ShiftSpec.of("O").given("Y"))
 *         .withTable("eval.parquet")
 *         .withBudget(BudgetSpec.ball(1, 2));
 * }</pre>
 *
 * @param table path, folder or pattern of the evaluation rows; null where they are given in memory
 * @param loss how the loss of a row is found
 * @param worse which way it gets worse
 * @param weight column of row weights; null: every row weighs 1
 * @param cluster column whose equal values are rows that belong together; null: rows are independent
 * @param shifts at least one, names unique
 * @param where rows that are used: from column to a value (text, number, true or false) or a list of such values
 * @param budget which shifts are plausible
 * @param against path of a second model's table on the same rows; null: one model
 * @param key column that says which rows of the two tables are one; null: their order does
 * @param like where the radius is measured from history
 * @param passing losses for which the smallest shift that makes the loss worse than that is told
 * @param estimation how numbers are found
 */
public record AuditSpec(
        @Nullable String table,
        LossSpec loss,
        Direction worse,
        @Nullable String weight,
        @Nullable String cluster,
        List<ShiftSpec> shifts,
        Map<String, Object> where,
        BudgetSpec budget,
        @Nullable String against,
        @Nullable String key,
        @Nullable LikeSpec like,
        List<Double> passing,
        EstimationSpec estimation) {
    /** No radius is larger, wherever it is given. */
    public static final double LARGEST_RADIUS = 1e9;

    public AuditSpec {
        shifts = List.copyOf(shifts);
        passing = List.copyOf(passing);
        where = Collections.unmodifiableMap(new LinkedHashMap<>(where));
    }

    /** An audit of rows in memory, with everything else by default. */
    public static AuditSpec of(LossSpec loss, ShiftSpec... shifts) {
        return new AuditSpec(
                null,
                loss,
                loss.worse(),
                null,
                null,
                List.of(shifts),
                Map.of(),
                BudgetSpec.standard(),
                null,
                null,
                null,
                List.of(),
                EstimationSpec.standard());
    }

    /**
     * This, where its parts agree with one another.
     *
     * @throws org.shiftbed.base.UserError where they do not: no shift, a variable that is its own parent, a direction that contradicts the
     *     loss, ...; the message names the part as {@code audit.yaml} would
     */
    public AuditSpec checked() {
        SpecRules.check(this);
        return this;
    }

    /** The same on another table. */
    public AuditSpec withTable(@Nullable String other) {
        return new AuditSpec(
                other, loss, worse, weight, cluster, shifts, where, budget, against, key, like, passing, estimation);
    }

    /** The same with another loss, in the direction that it says. */
    public AuditSpec withLoss(LossSpec other) {
        return new AuditSpec(
                table,
                other,
                other.worse(),
                weight,
                cluster,
                shifts,
                where,
                budget,
                against,
                key,
                like,
                passing,
                estimation);
    }

    /** The same with the other direction. */
    public AuditSpec withWorse(Direction other) {
        return new AuditSpec(
                table, loss, other, weight, cluster, shifts, where, budget, against, key, like, passing, estimation);
    }

    /** The same with a column of row weights. */
    public AuditSpec withWeight(@Nullable String column) {
        return new AuditSpec(
                table, loss, worse, column, cluster, shifts, where, budget, against, key, like, passing, estimation);
    }

    /** The same with a column of clusters. */
    public AuditSpec withCluster(@Nullable String column) {
        return new AuditSpec(
                table, loss, worse, weight, column, shifts, where, budget, against, key, like, passing, estimation);
    }

    /** The same with other shifts. */
    public AuditSpec withShifts(List<ShiftSpec> other) {
        return new AuditSpec(
                table, loss, worse, weight, cluster, other, where, budget, against, key, like, passing, estimation);
    }

    /** The same with one more condition on rows: a value, or a list of values. */
    public AuditSpec where(String column, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(where);
        more.put(column, value);
        return new AuditSpec(
                table, loss, worse, weight, cluster, shifts, more, budget, against, key, like, passing, estimation);
    }

    /** The same inside another budget. */
    public AuditSpec withBudget(BudgetSpec other) {
        return new AuditSpec(
                table, loss, worse, weight, cluster, shifts, where, other, against, key, like, passing, estimation);
    }

    /** The same against a second model. */
    public AuditSpec withAgainst(@Nullable String other) {
        return new AuditSpec(
                table, loss, worse, weight, cluster, shifts, where, budget, other, key, like, passing, estimation);
    }

    /** The same with the column that says which rows of the two tables are one. */
    public AuditSpec withKey(@Nullable String column) {
        return new AuditSpec(
                table, loss, worse, weight, cluster, shifts, where, budget, against, column, like, passing, estimation);
    }

    /** The same with a radius measured from history. */
    public AuditSpec withLike(@Nullable LikeSpec other) {
        return new AuditSpec(
                table, loss, worse, weight, cluster, shifts, where, budget, against, key, other, passing, estimation);
    }

    /** The same, with the question how large a shift makes the loss worse than each of these. */
    public AuditSpec withPassing(Double... losses) {
        return new AuditSpec(
                table,
                loss,
                worse,
                weight,
                cluster,
                shifts,
                where,
                budget,
                against,
                key,
                like,
                List.of(losses),
                estimation);
    }

    /** The same with other ways of estimation. */
    public AuditSpec withEstimation(EstimationSpec other) {
        return new AuditSpec(
                table, loss, worse, weight, cluster, shifts, where, budget, against, key, like, passing, other);
    }
}
