package org.shiftbed.audit;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.loss.Loss;
import org.shiftbed.audit.loss.Losses;
import org.shiftbed.audit.loss.RatioLoss;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.base.UserError;
import org.shiftbed.data.table.Block;
import org.shiftbed.data.table.TableScan;
import org.shiftbed.data.table.Wanted;

/** The losses of an audit: one, the two of a ratio, or those of two models on the same rows. */
final class LossSource implements LossColumns {
    private final Loss first;
    private final @Nullable Loss second;
    private final double @Nullable [] other;

    private LossSource(Loss first, @Nullable Loss second, double @Nullable [] other) {
        this.first = first;
        this.second = second;
        this.other = other;
    }

    static LossSource of(AuditSpec spec, TableScan scan) {
        if (spec.loss().isRatio()) {
            RatioLoss ratio = Losses.ratio(spec.loss(), scan);
            return new LossSource(ratio.numerator(), ratio.denominator(), null);
        }
        return new LossSource(Losses.of(spec.loss(), scan), null, null);
    }

    /** The same beside the losses of a second model, which are read at once. */
    static LossSource paired(AuditSpec spec, TableScan scan, TableScan against) {
        if (spec.loss().isRatio()) {
            throw new UserError("against: two models are compared by a metric that is an average, found "
                    + spec.loss().title() + "; audit each of them alone, or take zero-one");
        }
        if (scan.rows() != against.rows()) {
            throw new UserError("against: the two tables must hold the same rows, found " + scan.rows() + " in "
                    + scan.name() + " and " + against.rows() + " in " + against.name());
        }
        int[] order = spec.key() == null ? null : RowKeys.order(scan, against, spec.key());
        requireSameRows(spec, scan, against, order);
        Loss loss = Losses.of(spec.loss(), against);
        double[] values = new double[Math.toIntExact(against.rows())];
        double[][] block = {new double[0]};
        against.read(loss.inputs(), rows -> {
            if (block[0].length < rows.rows()) {
                block[0] = new double[rows.rows()];
            }
            loss.values(rows, 0, block[0]);
            System.arraycopy(block[0], 0, values, Math.toIntExact(rows.first()), rows.rows());
        });
        return new LossSource(Losses.of(spec.loss(), scan), null, RowKeys.sorted(values, order));
    }

    /** Rows belong together where the label and every shifting column that both tables have are equal. */
    private static void requireSameRows(AuditSpec spec, TableScan scan, TableScan against, int @Nullable [] order) {
        List<String> there =
                against.columns().stream().map(column -> column.name()).toList();
        for (String column : compared(spec).stream().filter(there::contains).toList()) {
            if (!digest(scan, column, null).equals(digest(against, column, order))) {
                throw new UserError("against: the two tables must hold the same rows"
                        + (order == null ? " in the same order" : "") + ", and column '"
                        + column + "' differs between " + scan.name() + " and " + against.name()
                        + (order == null ? "; where a column says which rows are one, name it with field 'key'" : ""));
            }
        }
    }

    /** The columns in which rows that belong together are equal. */
    static List<String> compared(AuditSpec spec) {
        List<String> shared = new ArrayList<>();
        if (spec.loss().label() != null) {
            shared.add(spec.loss().label());
        }
        spec.shifts().forEach(shift -> {
            shared.addAll(shift.columns());
            shared.addAll(shift.given());
        });
        return shared.stream().distinct().toList();
    }

    private static String digest(TableScan scan, String column, int @Nullable [] order) {
        boolean number = scan.column(column).kind().isNumber();
        Digest digest = new Digest();
        if (!number) {
            digest.add(String.join("\n", scan.levels(column)));
        }
        double[] values = new double[Math.toIntExact(scan.rows())];
        scan.read(List.of(number ? Wanted.number(column) : Wanted.category(column)), block -> {
            for (int r = 0; r < block.rows(); r++) {
                values[Math.toIntExact(block.first() + r)] = number ? block.numbers(0)[r] : block.codes(0)[r];
            }
        });
        digest.add(RowKeys.sorted(values, order), values.length, 0);
        return digest.hex();
    }

    @Override
    public List<Wanted> wanted() {
        List<Wanted> wanted = new ArrayList<>(first.inputs());
        if (second != null) {
            wanted.addAll(second.inputs());
        }
        return wanted;
    }

    @Override
    public boolean two() {
        return second != null || other != null;
    }

    @Override
    public void fill(Block block, int from, double[] loss, double[] into) {
        first.values(block, from, loss);
        if (second != null) {
            second.values(block, from + first.inputs().size(), into);
        } else if (other != null) {
            System.arraycopy(other, Math.toIntExact(block.first()), into, 0, block.rows());
        }
    }
}
