package org.shiftbed.shift;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;

/**
 * The fields that every shift by a target joint has beside the joint itself.
 *
 * @param rows training rows in all; 0 = {@code max}: as many as keep the shares
 * @param shortage what happens where a cell has too few rows
 * @param test {@code uniform}, {@code pool} or {@code table}
 * @param testCells the test's own table where {@code test} is {@code table}, else empty
 */
record JointOptions(int rows, Shortage shortage, String test, List<CellShare> testCells) {
    static final String MAX = "max";
    static final String UNIFORM = "uniform";
    static final String POOL = "pool";
    private static final String TABLE = "table";
    private static final List<String> SHORTAGES =
            Arrays.stream(Shortage.values()).map(Shortage::word).toList();

    static final List<ShiftFactory.Field> FIELDS = List.of(
            new ShiftFactory.Field(
                    "rows",
                    "a whole number of at least 1, max, or a list of them",
                    MAX,
                    "training rows in all; max: as many as keep the shares; a list is one setting each"),
            new ShiftFactory.Field(
                    "shortage",
                    "shrink, clip, oversample or error",
                    Shortage.SHRINK.word(),
                    "where a cell has too few rows: fewer rows in all, fewer of that cell, its rows drawn with replacement,"
                            + " or a refusal"),
            new ShiftFactory.Field(
                    "test",
                    "uniform, pool, or a list of cells with their shares",
                    UNIFORM,
                    "the joint of the test: all cells alike, the whole test pool as it is, or a table of its own"));

    /**
     * @param attributes how many values a cell has
     * @throws UserError where a field is wrong
     */
    static JointOptions read(Fields fields, int attributes) {
        int rows = fields.is("rows", MAX) || !fields.has("rows") ? 0 : fields.whole("rows", 1, null);
        String word = fields.oneOf("shortage", "shortage policy", SHORTAGES, Shortage.SHRINK.word());
        Shortage shortage = Shortage.valueOf(word.toUpperCase(Locale.ROOT));
        if (fields.list("test")) {
            return new JointOptions(rows, shortage, TABLE, fields.shares("test", attributes));
        }
        return new JointOptions(
                rows, shortage, fields.oneOf("test", "test", List.of(UNIFORM, POOL), UNIFORM), List.of());
    }

    /** As they are stored. */
    Map<String, Object> parameters() {
        LinkedHashMap<String, Object> own = new LinkedHashMap<>();
        own.put("rows", rows == 0 ? (Object) MAX : (Object) rows);
        own.put("shortage", shortage.word());
        own.put(
                "test",
                test.equals(TABLE) ? testCells.stream().map(CellShare::plain).toList() : test);
        return own;
    }

    /** What is not the default, in words; empty texts elsewhere. */
    String[] words() {
        return new String[] {
            rows == 0 ? "" : "rows " + rows,
            shortage == Shortage.SHRINK ? "" : shortage.word(),
            test.equals(UNIFORM) ? "" : test.equals(POOL) ? "test pool" : "test by table"
        };
    }

    /** The joint with these options. */
    Joint joint(Cells cells, double[] train, String kind) {
        double[] tested = new double[0];
        if (test.equals(UNIFORM)) {
            tested = new double[cells.count()];
            Arrays.fill(tested, 1.0 / tested.length);
        } else if (test.equals(TABLE)) {
            tested = shares(cells, testCells, kind, "test");
        }
        return new Joint(cells, train, rows, shortage, tested);
    }

    /**
     * The shares of a written table by cell; cells that it does not name have none.
     *
     * @throws UserError where a value is unknown
     */
    static double[] shares(Cells cells, List<CellShare> written, String kind, String field) {
        double[] shares = new double[cells.count()];
        for (int i = 0; i < written.size(); i++) {
            int[] codes = new int[cells.attributes().size()];
            for (int k = 0; k < codes.length; k++) {
                var attribute = cells.attributes().get(k);
                String value = written.get(i).values().get(k);
                codes[k] = attribute.code(value);
                if (codes[k] < 0) {
                    throw Names.unknown(
                            kind + ": " + field + "[" + i + "]",
                            "value of '" + attribute.name() + "'",
                            value,
                            attribute.values());
                }
            }
            shares[cells.cell(codes)] = written.get(i).share();
        }
        double total = Arrays.stream(shares).sum();
        for (int cell = 0; cell < shares.length; cell++) {
            shares[cell] /= total;
        }
        return shares;
    }
}
