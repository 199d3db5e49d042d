package org.shiftbed.shift;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.Seed;
import org.shiftbed.base.UserError;
import org.shiftbed.data.Attribute;
import org.shiftbed.data.AttributeTable;

/**
 * Builds a split from training parts ({@code controlled-shifts.md} 1.3, 1.6, 1.8, 1.9): pools first, then the rows of each part, then the size
 * condition, then the validation and test parts, then the manifest.
 */
final class SplitBuilder {
    private final Shift shift;
    private final Frame frame;
    private final AttributeTable table;
    private final Seed seed;
    private final List<String> warnings = new ArrayList<>();
    private final Pools pools;
    private List<PartRequest> requests = List.of();
    private @Nullable String along;
    private @Nullable String rare;
    private boolean firstIsCorrelated;

    /** @param seed names the run */
    SplitBuilder(Shift shift, Frame frame, AttributeTable table, Seed seed) {
        Frame.attribute(table, shift.kind(), "label", frame.label());
        this.shift = shift;
        this.frame = frame;
        this.table = table;
        this.seed = seed;
        this.pools = Pools.of(frame.dataset(), table);
    }

    /** What training is made of. */
    SplitBuilder train(List<PartRequest> parts) {
        requests = parts;
        return this;
    }

    /** The attribute whose joint with the label is reported; else the environments. */
    SplitBuilder along(String attribute) {
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
        List<Environment> environments = frame.environments(table, shift.kind());
        List<Part> parts = trainingParts();
        List<Part> training = List.copyOf(parts);
        int[] labels = table.column(frame.label()).clone();
        warnings.addAll(absentClasses(table.attribute(frame.label()), labels, training));
        int[] id = validation(training);
        if (id.length == 0) {
            throw new UserError(
                    shift.kind() + ": the validation split is empty: none of the " + pools.validation().length
                            + " rows of the validation pool is distributed as the training parts; use more rows");
        }
        parts.add(new Part("val_id", Role.VALIDATION_ID, -1, either(training), 0, id, 0));
        parts.add(new Part("val_oracle_best", Role.VALIDATION_ORACLE, -1, "true", 0, pools.validation(), 0));
        parts.add(new Part("test", Role.TEST, -1, "true", 0, pools.test(), 0));
        int[] environmentOf = frame.environmentOf(table);
        Manifest manifest = new Manifest(shift, frame, table, parts, environments, warnings);
        manifest.pools(pools);
        manifest.correlation(along == null ? frame.environments() : along, firstIsCorrelated);
        if (rare != null) {
            manifest.seenAndUnseen(pools.test(), rare);
        }
        return new Split(
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
                warnings,
                manifest.plain());
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

    private List<Part> trainingParts() {
        int[][] chosen = new int[requests.size()][];
        for (int i = 0; i < chosen.length; i++) {
            chosen[i] = rows(requests.get(i));
        }
        int[] counts = DatasetSize.limit(
                Arrays.stream(chosen).mapToInt(rows -> rows.length).toArray(),
                frame.conditions().size(),
                frame.clip(),
                shift.kind(),
                warnings);
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < chosen.length; i++) {
            PartRequest request = requests.get(i);
            int[] rows = chosen[i];
            if (counts[i] < rows.length) {
                // The rows of a limited part are in the order of the permutation already: a shorter prefix stays
                // nested.
                rows = Arrays.copyOf(request.count() == 0 ? permuted(rows, request) : rows, counts[i]);
            }
            if (rows.length > 0) {
                parts.add(new Part(
                        "train-" + i, Role.TRAIN, -1, request.filter(), request.count(), rows, request.weight()));
            }
        }
        return parts;
    }

    /** The rows of a part before the size condition; those of a limited part are a prefix of one permutation, so that they nest in N. */
    private int[] rows(PartRequest request) {
        int[] candidates = RowFilter.parse(request.filter(), table).among(pools.train());
        int count = request.count();
        if (count == 0) {
            if (candidates.length == 0) {
                throw new UserError(shift.kind() + ": no training row is left: none of the " + pools.train().length
                        + " rows of the training pool fits \"" + request.filter()
                        + "\"; change the values or the data set");
            }
            return candidates;
        }
        if (candidates.length < count) {
            String asked = "samples: " + count + " rows were asked for, " + candidates.length
                    + " of the training pool fit \"" + request.filter() + "\"";
            if (!frame.clip()) {
                throw new UserError(
                        shift.kind() + ": " + asked + "; ask for at most " + candidates.length + ", or set clip: true");
            }
            warnings.add(asked + ": clipped");
        }
        return Arrays.copyOf(permuted(candidates, request), Math.min(count, candidates.length));
    }

    /** The stream is named by data set, shift and filter, not by N, label, sampler or conditions: all of those share it. */
    private int[] permuted(int[] rows, PartRequest request) {
        int[] order = seed.child(frame.dataset(), shift.kind(), request.filter(), "pick")
                .permutation(rows.length);
        return Arrays.stream(order).map(i -> rows[i]).toArray();
    }

    /**
     * The training parts applied to the validation pool in the raw proportions of training: all rows of the unlimited parts, and of each limited
     * part its share, uniformly. A row that two parts choose is there once.
     */
    private int[] validation(List<Part> training) {
        List<Part> unlimited =
                training.stream().filter(part -> part.requested() == 0).toList();
        int[] all = IntStream.of(pools.validation()).filter(anyOf(unlimited)).toArray();
        long trained = unlimited.stream().mapToLong(Part::size).sum();
        IntStream rows = IntStream.of(all);
        for (Part part : training) {
            if (part.requested() > 0) {
                int[] candidates = RowFilter.parse(part.filter(), table).among(pools.validation());
                long share = Math.round((double) part.size() * all.length / trained);
                int[] order = Seed.of(frame.dataset(), shift.kind(), part.filter(), "validation")
                        .permutation(candidates.length);
                rows = IntStream.concat(rows, Arrays.stream(order).limit(share).map(i -> candidates[i]));
            }
        }
        return rows.sorted().distinct().toArray();
    }

    private IntPredicate anyOf(List<Part> parts) {
        List<RowFilter> filters = parts.stream()
                .map(part -> RowFilter.parse(part.filter(), table))
                .toList();
        return row -> filters.stream().anyMatch(filter -> filter.matches(row));
    }

    private static String either(List<Part> parts) {
        return String.join(
                " OR ", parts.stream().map(part -> "(" + part.filter() + ")").toList());
    }
}
