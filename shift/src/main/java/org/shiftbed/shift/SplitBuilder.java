package org.shiftbed.shift;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
        List<int[]> validation = validation(training);
        int[] id = union(validation);
        if (id.length == 0) {
            throw new UserError(
                    shift.kind() + ": the validation split is empty: none of the " + pools.validation().length
                            + " rows of the validation pool is distributed as the training parts; use more rows");
        }
        parts.add(new Part("val_id", Role.VALIDATION_ID, -1, either(training), 0, id, 0));
        parts.addAll(reweighted(training, validation));
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
                frame.maxWeight(),
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
     * The training parts applied to the validation pool in the raw proportions of training: for each part its rows, all of an unlimited part, and of
     * a limited one its share, uniformly. A row may be chosen by several parts.
     */
    private List<int[]> validation(List<Part> training) {
        List<int[]> matching = training.stream()
                .map(part -> RowFilter.parse(part.filter(), table).among(pools.validation()))
                .toList();
        List<Integer> unlimited = IntStream.range(0, training.size())
                .filter(i -> training.get(i).requested() == 0)
                .boxed()
                .toList();
        long all = union(unlimited.stream().map(matching::get).toList()).length;
        long trained = unlimited.stream().mapToLong(i -> training.get(i).size()).sum();
        List<int[]> rows = new ArrayList<>();
        for (int i = 0; i < training.size(); i++) {
            Part part = training.get(i);
            int[] candidates = matching.get(i);
            if (part.requested() > 0) {
                long share = Math.round((double) part.size() * all / trained);
                int[] order = Seed.of(frame.dataset(), shift.kind(), part.filter(), "validation")
                        .permutation(candidates.length);
                rows.add(Arrays.stream(order)
                        .limit(share)
                        .map(k -> candidates[k])
                        .sorted()
                        .toArray());
            } else {
                rows.add(candidates);
            }
        }
        return rows;
    }

    private static int[] union(List<int[]> rows) {
        return rows.stream().flatMapToInt(IntStream::of).sorted().distinct().toArray();
    }

    /**
     * The rows of {@link #validation} part by part, with the weights of the training parts: none where fewer than two parts have rows, for then
     * the weights change nothing.
     */
    private static List<Part> reweighted(List<Part> training, List<int[]> rows) {
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < training.size(); i++) {
            Part part = training.get(i);
            if (rows.get(i).length > 0 && part.weight() > 0) {
                String name = part.name().replace("train", "val_reweighted");
                int asked = part.requested() == 0 ? 0 : rows.get(i).length;
                parts.add(new Part(
                        name, Role.VALIDATION_REWEIGHTED, -1, part.filter(), asked, rows.get(i), part.weight()));
            }
        }
        return parts.size() < 2 ? List.of() : parts;
    }

    private static String either(List<Part> parts) {
        return String.join(
                " OR ", parts.stream().map(part -> "(" + part.filter() + ")").toList());
    }
}
