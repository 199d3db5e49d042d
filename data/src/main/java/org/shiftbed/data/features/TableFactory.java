package org.shiftbed.data.features;

import java.util.List;
import java.util.Map;
import org.shiftbed.base.UserError;
import org.shiftbed.data.DataSource;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.DatasetFactory;

/** Registers the data set {@code table}: rows of numbers and categories. */
public final class TableFactory implements DatasetFactory {
    /** The registered name. */
    static final String NAME = "table";

    /** What may be left out in place of refused. */
    static final String BLANK_LABELS = "blank-labels";

    private static final String EXAMPLE =
            "as in table: {file: t.parquet, label: y, features: [age, ward], attributes: [hospital]}";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "your own table, CSV or Parquet: features of numbers and categories, a label, and attributes to shift along";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                new Parameter(
                        "file",
                        Type.PATH,
                        "",
                        List.of(),
                        "the table: a CSV or Parquet file, a folder or a pattern of such, from the study file on"),
                new Parameter("label", Type.TEXT, "", List.of(), "the column that is predicted; it must be given"),
                new Parameter(
                        "features",
                        Type.TEXTS,
                        List.of(),
                        List.of(),
                        "the columns that a model sees; empty: all but the label, the attributes and the group"),
                new Parameter(
                        "attributes",
                        Type.TEXTS,
                        List.of(),
                        List.of(),
                        "the columns that shifts and audits may use; empty: those that are no feature"),
                new Parameter(
                        "categorical",
                        Type.TEXTS,
                        List.of(),
                        List.of(),
                        "features of numbers that are codes of categories, for example a postcode"),
                new Parameter(
                        "bins",
                        Type.BINS,
                        Map.of(),
                        List.of(),
                        "cut points of attributes of numbers or dates, or how many bins of equal numbers of rows, for example"
                                + " {age: [40, 65], weight: 4}"),
                new Parameter(
                        "group",
                        Type.TEXT,
                        "",
                        List.of(),
                        "a column whose equal values are never split between training and test, for example a patient"),
                new Parameter(
                        "domain", Type.TEXT, "", List.of(), "the column whose values are DomainBed's environments"),
                new Parameter(
                        "skip",
                        Type.TEXTS,
                        List.of(),
                        List.of(BLANK_LABELS),
                        "what is left out instead of refused: blank-labels, rows without a label"));
    }

    @Override
    public boolean smallImages(Map<String, Object> parameters) {
        return true;
    }

    @Override
    public void check(Map<String, Object> parameters, String place) {
        TableRequest request = TableRequest.of(parameters);
        if (request.features().contains(request.label())) {
            throw new UserError(place + ": 'features' names '" + request.label()
                    + "', which is the label; a model must not see what it predicts");
        }
        for (String column : request.categorical()) {
            if (!request.features().isEmpty() && !request.features().contains(column)) {
                throw new UserError(place + ": 'categorical' names '" + column + "', which 'features' does not name");
            }
        }
        for (String column : request.bins().keySet()) {
            boolean known = request.attributes().isEmpty()
                    || request.attributes().contains(column)
                    || column.equals(request.label())
                    || column.equals(request.domain());
            if (!known) {
                throw new UserError(place + ": 'bins." + column
                        + "' is of a column that 'attributes' does not name; add it there, or leave its bins out");
            }
        }
    }

    @Override
    public Dataset open(Map<String, Object> parameters, DataSource source) {
        TableRequest request = TableRequest.of(parameters);
        if (request.file().isEmpty() || request.label().isEmpty()) {
            throw new UserError(NAME + ": '" + (request.file().isEmpty() ? "file" : "label")
                    + "' is missing; write it, " + EXAMPLE);
        }
        try {
            return TableDataset.open(request);
        } catch (UserError e) {
            throw new UserError(NAME + ": " + e.getMessage(), e);
        }
    }
}
