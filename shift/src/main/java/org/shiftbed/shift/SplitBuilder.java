package org.shiftbed.shift;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.Seed;
import org.shiftbed.base.UserError;
import org.shiftbed.data.Attribute;
import org.shiftbed.data.AttributeTable;

/**
 * Builds a split from training parts or from a target joint ({@code controlled-shifts.md} 1.3, 1.6, 1.8, 1.9): pools first, then the rows of each
 * part, then the size condition, then the validation and test parts, then the manifest.
 */
final class SplitBuilder {
    private final Shift shift;
    private final Frame frame;
    private final AttributeTable table;
    private final List<String> warnings = new ArrayList<>();
    private final Pools pools;
    private final Chooser chooser;
    private List<PartRequest> requests = List.of();
    private @Nullable Joint joint;
    private @Nullable String along;
    private @Nullable String rare;
    private boolean firstIsCorrelated;

    /** @param seed names the run */
    SplitBuilder(Shift shift, Frame frame, AttributeTable table, Seed seed) {
        this(shift, frame, table, seed, Pools.of(frame.dataset(), table));
    }

    /**
     * @param seed names the run
     * @param pools that parts are taken from
     */
    SplitBuilder(Shift shift, Frame frame, AttributeTable table, Seed seed, Pools pools) {
        Frame.attribute(table, shift.kind(), "label", frame.label());
        this.shift = shift;
        this.frame = frame;
        this.table = table;
        this.pools = pools;
        this.chooser = new Chooser(shift.kind(), frame, table, pools, seed, warnings);
    }

    /** What training is made of. */
    SplitBuilder train(List<PartRequest> parts) {
        requests = parts;
        return this;
    }

    /** The joint that training shall have. */
    SplitBuilder train(Joint target) {
        joint = target;
        return this;
    }

    /** One line about something worth telling. */
    SplitBuilder warn(List<String> lines) {
        warnings.addAll(lines);
        return this;
    }

    /** Rows of the training pool, ascending. */
    int[] pool() {
        return pools.train();
    }

    /** The attribute whose joint with the label is reported; null: the environments. */
    SplitBuilder along(@Nullable String attribute) {
        along = attribute;
        return this;
    }

    /** The filter of the values that are rare or missing in training: the manifest tells test rows apart by it. */
    SplitBuilder rareInTraining(String filter) {
        rare = filter;
        return this;
    }

    /** The first part holds the correlated rows: strengths follow from its share. */
    SplitBuilder firstPartIsCorrelated() {
        firstIsCorrelated = true;
        return this;
    }

    Split build() {
        String problem = frame.conditions().noise().problem(table, frame.label(), frame.environments());
        if (problem != null) {
            throw new UserError(shift.kind() + ": noise: " + problem);
        }
        List<Environment> environments = frame.environments(table, shift.kind());
        Sets sets = joint == null ? new PartRows(chooser, requests).sets() : new JointRows(chooser, joint).sets();
        List<Part> training = sets.training();
        int[] labels = table.column(frame.label()).clone();
        warnings.addAll(absentClasses(table.attribute(frame.label()), labels, training));
        int[] id = sets.validation();
        if (id.length == 0) {
            throw new UserError(
                    shift.kind() + ": the validation split is empty: none of the " + pools.validation().length
                            + " rows of the validation pool is distributed as the training parts; use more rows");
        }
        List<Part> parts = new ArrayList<>(training);
        parts.add(new Part("val_id", Role.VALIDATION_ID, -1, either(training), 0, id, 0));
        parts.addAll(sets.reweighted());
        if (pools.otherDomains().length > 0) {
            parts.add(new Part("val_ood", Role.VALIDATION_OOD, -1, "true", 0, pools.otherDomains(), 0));
        }
        parts.add(new Part("val_oracle_best", Role.VALIDATION_ORACLE, -1, "true", 0, pools.validation(), 0));
        parts.add(new Part("test", Role.TEST, -1, sets.testFilter(), 0, sets.test(), 0));
        int[] environmentOf = frame.environmentOf(table);
        Manifest manifest = new Manifest(shift, frame, table, parts, environments, warnings);
        manifest.pools(pools);
        manifest.correlation(along == null ? frame.environments() : along, firstIsCorrelated);
        if (rare != null) {
            manifest.seenAndUnseen(sets.test(), rare);
        }
        Split split = new Split(
                frame.label(),
                frame.environments(),
                environments,
                environmentOf,
                labels,
                table.attribute(frame.label()).cardinality(),
                parts,
                List.of(),
                frame.conditions().noise(),
                frame.sampler(),
                frame.maxWeight(),
                warnings,
                manifest.plain(),
                rare == null ? new boolean[0] : rows(RowFilter.parse(rare, table)));
        frame.conditions().noise().checkEnvironments(split, shift.kind());
        return split;
    }

    private boolean[] rows(RowFilter filter) {
        boolean[] rows = new boolean[table.rows()];
        for (int row : filter.rows()) {
            rows[row] = true;
        }
        return rows;
    }

    /** One warning for each class that no training row has. */
    static List<String> absentClasses(Attribute label, int[] labels, List<Part> training) {
        boolean[] present = new boolean[label.cardinality()];
        for (Part part : training) {
            for (int row : part.rows()) {
                present[labels[row]] = true;
            }
        }
        return IntStream.range(0, present.length)
                .filter(code -> !present[code])
                .mapToObj(code -> "class '" + label.values().get(code) + "' of '" + label.name()
                        + "' has no training row, so it cannot be learned")
                .toList();
    }

    private static String either(List<Part> parts) {
        return String.join(
                " OR ", parts.stream().map(part -> "(" + part.filter() + ")").toList());
    }
}
