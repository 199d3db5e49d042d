package org.shiftbed.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.shiftbed.audit.demo.Demo;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.audit.spec.ShiftSpec;
import org.shiftbed.base.Seed;
import org.shiftbed.data.table.Column;
import org.shiftbed.data.table.Table;

/**
 * Nine binary attributes and whether a classifier is right (parametric-robustness 8.4), as many rows as wanted: those of the demo, drawn again with
 * replacement. All nine shift, with 32 parameters.
 */
final class FacesTable {
    private static final String LOSS = "accuracy";

    private final List<String> names;
    private final int[][] values;
    private final int[] correct;

    private FacesTable(List<String> names, int[][] values, int[] correct) {
        this.names = names;
        this.values = values;
        this.correct = correct;
    }

    static FacesTable draw(int rows, SplittableRandom random) {
        Table demo = Demo.table("faces", Seed.of("bench"));
        List<String> names =
                demo.names().stream().filter(name -> !name.equals(LOSS)).toList();
        int[][] few = names.stream().map(demo::ints).toArray(int[][]::new);
        int[] right = demo.ints(LOSS);
        int[][] values = new int[few.length][rows];
        int[] correct = new int[rows];
        for (int r = 0; r < rows; r++) {
            int one = random.nextInt(right.length);
            for (int j = 0; j < few.length; j++) {
                values[j][r] = few[j][one];
            }
            correct[r] = right[one];
        }
        return new FacesTable(names, values, correct);
    }

    /** What is asked: the demo's question with the ninth attribute shifting too. */
    static AuditSpec spec() {
        AuditSpec spec = Demo.spec("faces");
        List<ShiftSpec> shifts = new ArrayList<>(spec.shifts());
        shifts.add(ShiftSpec.of("male").withFamily("bernoulli").withForm(ShiftSpec.CONSTANT));
        return spec.withShifts(shifts);
    }

    List<String> names() {
        return names;
    }

    int rows() {
        return correct.length;
    }

    /** One array an attribute. */
    double[][] attributes() {
        double[][] columns = new double[values.length][];
        for (int j = 0; j < columns.length; j++) {
            columns[j] = decimals(values[j]);
        }
        return columns;
    }

    double[] loss() {
        return decimals(correct);
    }

    private static double[] decimals(int[] whole) {
        double[] decimals = new double[whole.length];
        for (int r = 0; r < whole.length; r++) {
            decimals[r] = whole[r];
        }
        return decimals;
    }

    Table table() {
        List<Column> columns = new ArrayList<>();
        for (int j = 0; j < values.length; j++) {
            columns.add(new Column.Ints(names.get(j), values[j]));
        }
        columns.add(new Column.Ints(LOSS, correct));
        return new Table(columns);
    }

    /** A byte a value, attribute by attribute, then {@code accuracy}. */
    byte[] bytes() {
        int rows = rows();
        byte[] bytes = new byte[(values.length + 1) * rows];
        for (int r = 0; r < rows; r++) {
            for (int j = 0; j < values.length; j++) {
                bytes[j * rows + r] = (byte) values[j][r];
            }
            bytes[values.length * rows + r] = (byte) correct[r];
        }
        return bytes;
    }
}
