package org.shiftbed.shift;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.shiftbed.base.UserError;

/** The rows of parts as they are asked for, and validation rows in their proportions ({@code controlled-shifts.md} 1.3, 1.6). */
final class PartRows {
    private final Chooser chooser;
    private final List<PartRequest> requests;

    PartRows(Chooser chooser, List<PartRequest> requests) {
        this.chooser = chooser;
        this.requests = requests;
    }

    Sets sets() {
        List<Part> training = training();
        List<int[]> validation = validation(training);
        int[] test = chooser.pools().test();
        return new Sets(training, union(validation), reweighted(training, validation), test, "true");
    }

    private List<Part> training() {
        int[][] chosen = new int[requests.size()][];
        for (int i = 0; i < chosen.length; i++) {
            chosen[i] = rows(requests.get(i));
        }
        int[] counts = DatasetSize.limit(
                Arrays.stream(chosen).mapToInt(rows -> rows.length).toArray(),
                chooser.frame().conditions().size(),
                chooser.frame().clip(),
                chooser.kind(),
                chooser.warnings());
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < chosen.length; i++) {
            PartRequest request = requests.get(i);
            int[] rows = chosen[i];
            if (counts[i] < rows.length) {
                // The rows of a limited part are in the order of the permutation already: a shorter prefix stays
                // nested.
                rows = Arrays.copyOf(request.count() == 0 ? chooser.picked(rows, request.filter()) : rows, counts[i]);
            }
            if (rows.length > 0) {
                parts.add(new Part(
                        "train-" + i, Role.TRAIN, -1, request.filter(), request.count(), rows, request.weight()));
            }
        }
        return List.copyOf(parts);
    }

    /** The rows of a part before the size condition; those of a limited part are a prefix of one permutation, so that they nest in N. */
    private int[] rows(PartRequest request) {
        int[] candidates = matching(request.filter(), chooser.pools().train());
        int count = request.count();
        if (count == 0) {
            if (candidates.length == 0) {
                throw new UserError(chooser.kind() + ": no training row is left: none of the "
                        + chooser.pools().train().length + " rows of the training pool fits \"" + request.filter()
                        + "\"; change the values or the data set");
            }
            return candidates;
        }
        if (candidates.length < count) {
            String asked = "samples: " + count + " rows were asked for, " + candidates.length
                    + " of the training pool fit \"" + request.filter() + "\"";
            if (!chooser.frame().clip()) {
                throw new UserError(chooser.kind() + ": " + asked + "; ask for at most " + candidates.length
                        + ", or set clip: true");
            }
            chooser.warnings().add(asked + ": clipped");
        }
        return Arrays.copyOf(chooser.picked(candidates, request.filter()), Math.min(count, candidates.length));
    }

    private int[] matching(String filter, int[] rows) {
        return RowFilter.parse(filter, chooser.table()).among(rows);
    }

    /**
     * The training parts applied to the validation pool in the raw proportions of training: for each part its rows, all of an unlimited part, and of
     * a limited one its share, uniformly. Where every part is limited, the first takes the place of an unlimited one. A row may be chosen by
     * several parts.
     */
    private List<int[]> validation(List<Part> training) {
        List<int[]> matching = training.stream()
                .map(part -> matching(part.filter(), chooser.pools().validation()))
                .toList();
        boolean allLimited = training.stream().allMatch(part -> part.requested() > 0);
        List<Integer> unlimited = IntStream.range(0, training.size())
                .filter(i -> training.get(i).requested() == 0 || (allLimited && i == 0))
                .boxed()
                .toList();
        long all = union(unlimited.stream().map(matching::get).toList()).length;
        long trained = unlimited.stream().mapToLong(i -> training.get(i).size()).sum();
        List<int[]> rows = new ArrayList<>();
        for (int i = 0; i < training.size(); i++) {
            Part part = training.get(i);
            if (unlimited.contains(i)) {
                rows.add(matching.get(i));
            } else {
                long share = Math.round((double) part.size() * all / trained);
                rows.add(chooser.validation(matching.get(i), part.filter(), share));
            }
        }
        return rows;
    }

    private static int[] union(List<int[]> rows) {
        return rows.stream().flatMapToInt(IntStream::of).sorted().distinct().toArray();
    }

    /** None where fewer than two parts have rows, for then the weights change nothing. */
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
}
