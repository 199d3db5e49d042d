package org.shiftbed.shift;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.shiftbed.base.UserError;

/**
 * The rows of a target joint ({@code controlled-shifts.md} 1.8): a training part for each cell, weighted by its rows, so that every row of the set
 * is drawn alike.
 *
 * <p>Validation has the same joint: the validation pool is sampled as densely as the training pool can be without a shortage, a cell that then has
 * too few rows gives what it has.
 */
final class JointRows {
    private final Chooser chooser;
    private final Joint joint;
    private final Cells cells;

    JointRows(Chooser chooser, Joint joint) {
        this.chooser = chooser;
        this.joint = joint;
        this.cells = joint.cells();
    }

    Sets sets() {
        List<Part> training = training();
        int[][] test = test();
        int[] tested = joint.test().length == 0
                ? chooser.pools().test()
                : Arrays.stream(test).flatMapToInt(Arrays::stream).sorted().toArray();
        return new Sets(training, validation(training), List.of(), tested, testFilter());
    }

    private List<Part> training() {
        int[][] pool = cells.rows(chooser.pools().train());
        int[] sizes = sizes(pool);
        TargetCounts counts = TargetCounts.of(joint.train(), sizes, joint.rows(), joint.shortage());
        checkShortage(counts, sizes);
        int[] limited = DatasetSize.limit(
                counts.rows(),
                chooser.frame().conditions().size(),
                chooser.frame().clip(),
                chooser.kind(),
                chooser.warnings());
        List<Part> parts = new ArrayList<>();
        for (int cell = 0; cell < limited.length; cell++) {
            if (limited[cell] > 0) {
                String filter = cells.filter(cell);
                int[] rows = counts.rows()[cell] > sizes[cell]
                        ? chooser.repeated(pool[cell], filter, limited[cell])
                        : Arrays.copyOf(chooser.picked(pool[cell], filter), limited[cell]);
                parts.add(new Part(
                        "train-" + parts.size(), Role.TRAIN, -1, filter, counts.asked()[cell], rows, rows.length));
            }
        }
        return List.copyOf(parts);
    }

    /** Refuses what cannot be, and warns where less or other rows come than were asked for. */
    private void checkShortage(TargetCounts counts, int[] sizes) {
        boolean drawn = joint.shortage() == Shortage.CLIP && joint.rows() > 0;
        for (int cell = 0; cell < sizes.length; cell++) {
            if (joint.train()[cell] > 0 && sizes[cell] == 0 && (!drawn || counts.total() == 0)) {
                throw new UserError(chooser.kind() + ": cell " + cells.words(cell) + " of " + names() + " has share "
                        + Share.text(joint.train()[cell]) + " and no row among the "
                        + chooser.pools().train().length + " of the training pool; give it no share, or write rows and"
                        + " shortage: clip");
            }
        }
        int shortest = TargetCounts.shortestCell(counts.asked(), sizes);
        if (shortest < 0) {
            return;
        }
        String lack = "cell " + cells.words(shortest) + " of " + names() + " has " + sizes[shortest]
                + " rows in the training" + " pool of the " + counts.asked()[shortest] + " it should give";
        switch (joint.shortage()) {
            case ERROR ->
                throw new UserError(chooser.kind() + ": rows: " + joint.rows()
                        + " rows were asked for, but " + lack + "; ask for at most "
                        + TargetCounts.largest(joint.train(), sizes)
                        + ", or write shortage: shrink, clip or oversample");
            case SHRINK ->
                chooser.warnings()
                        .add(joint.rows() + " rows were asked for, but " + lack + ": shrunk to " + counts.total());
            case CLIP ->
                chooser.warnings()
                        .add(joint.rows() + " rows were asked for, but " + lack + ": clipped to " + counts.total());
            case OVERSAMPLE ->
                chooser.warnings().add(joint.rows() + " rows were asked for, but " + lack + ": rows are repeated");
        }
    }

    private int[] validation(List<Part> training) {
        int[][] pool = cells.rows(chooser.pools().validation());
        int[] sizes = sizes(pool);
        int densest = TargetCounts.largest(
                joint.train(), sizes(cells.rows(chooser.pools().train())));
        long rows =
                densest > 0 ? densest : training.stream().mapToLong(Part::size).sum();
        double share =
                (double) chooser.pools().validation().length / chooser.pools().train().length;
        int wanted = (int)
                Math.max(1, Math.min(Math.round(rows * share), chooser.pools().validation().length));
        int[] counts =
                TargetCounts.of(joint.train(), sizes, wanted, Shortage.CLIP).rows();
        return IntStream.range(0, counts.length)
                .filter(cell -> counts[cell] > 0)
                .mapToObj(cell -> chooser.validation(pool[cell], cells.filter(cell), counts[cell]))
                .flatMapToInt(Arrays::stream)
                .sorted()
                .toArray();
    }

    private int[][] test() {
        if (joint.test().length == 0) {
            return new int[0][];
        }
        int[][] pool = cells.rows(chooser.pools().test());
        int[] sizes = sizes(pool);
        int[] counts = TargetCounts.of(joint.test(), sizes, 0, Shortage.SHRINK).rows();
        int[][] rows = new int[counts.length][];
        for (int cell = 0; cell < counts.length; cell++) {
            if (joint.test()[cell] > 0 && sizes[cell] == 0) {
                throw new UserError(chooser.kind() + ": test: cell " + cells.words(cell) + " of " + names()
                        + " has no row among the " + chooser.pools().test().length
                        + " of the test pool, but a share of the test; write test: pool, or a table of the cells that"
                        + " have rows");
            }
            rows[cell] = counts[cell] == 0 ? new int[0] : chooser.test(pool[cell], cells.filter(cell), counts[cell]);
        }
        return rows;
    }

    private String testFilter() {
        double[] shares = joint.test();
        if (Arrays.stream(shares).allMatch(share -> share > 0)) {
            return "true";
        }
        return String.join(
                " OR ",
                IntStream.range(0, shares.length)
                        .filter(cell -> shares[cell] > 0)
                        .mapToObj(cell -> "(" + cells.filter(cell) + ")")
                        .toList());
    }

    private String names() {
        return String.join(
                " x ",
                cells.attributes().stream().map(attribute -> attribute.name()).toList());
    }

    private static int[] sizes(int[][] byCell) {
        return Arrays.stream(byCell).mapToInt(rows -> rows.length).toArray();
    }
}
