package org.shiftbed.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.shiftbed.audit.estimate.Estimator;
import org.shiftbed.audit.estimate.Parameters;
import org.shiftbed.audit.estimate.QuadraticLoss;
import org.shiftbed.audit.estimate.RowLosses;
import org.shiftbed.audit.estimate.Settings;
import org.shiftbed.audit.estimate.ShiftingVariable;
import org.shiftbed.audit.estimate.UnitTable;
import org.shiftbed.audit.estimate.UnitsBuilder;
import org.shiftbed.audit.family.Families;
import org.shiftbed.audit.family.FamilyOptions;
import org.shiftbed.audit.form.Forms;
import org.shiftbed.audit.form.Parent;
import org.shiftbed.audit.nuisance.Features;
import org.shiftbed.audit.nuisance.Groups;
import org.shiftbed.audit.spec.ShiftSpec;
import org.shiftbed.audit.worst.Ball;
import org.shiftbed.audit.worst.Quadratic;
import org.shiftbed.audit.worst.RadiusScan;

/** From columns in memory to the worst accuracy at 20 radii, in cell form or with every row a unit of its own. */
final class FacesModel {
    private static final int RADII = 20;

    private final List<String> names;
    private final double[][] attributes;
    private final double[] loss;

    FacesModel(FacesTable table) {
        names = table.names();
        attributes = table.attributes();
        loss = table.loss();
    }

    /**
     * @param estimator of the accuracy
     * @param rows losses of single rows; empty unless asked for
     */
    record Fitted(Estimator estimator, RowLosses rows) {}

    /**
     * Aggregates the rows and fits.
     *
     * @param cells whether rows that agree share a unit
     * @param keepsRows whether losses of single rows are kept
     */
    Fitted fit(boolean cells, boolean keepsRows) {
        int[] cardinality = new int[attributes.length];
        Arrays.fill(cardinality, cells ? 2 : 0);
        UnitsBuilder builder = new UnitsBuilder(new UnitsBuilder.Layout(cardinality, 5, false, false, 1, keepsRows));
        builder.add(loss.length, attributes, loss, null, null, null);
        UnitTable table = builder.build();
        List<ShiftingVariable> variables = new ArrayList<>();
        for (ShiftSpec shift : FacesTable.spec().shifts()) {
            variables.add(variable(shift, table));
        }
        Parameters parameters = Parameters.of(variables, Collections.nCopies(variables.size(), null));
        return new Fitted(new Estimator(table.first(), variables, parameters, Settings.AUTO), builder.losses());
    }

    private ShiftingVariable variable(ShiftSpec shift, UnitTable table) {
        double[] statistic = table.columns()[names.indexOf(shift.name())];
        List<Parent> parents = shift.given().stream()
                .map(parent -> Parent.values(parent, 0, 1))
                .toList();
        double[][] z = shift.given().stream()
                .map(parent -> table.columns()[names.indexOf(parent)])
                .toArray(double[][]::new);
        int[] code = new int[statistic.length];
        Features features = new Features();
        for (int j = 0; j < z.length; j++) {
            for (int u = 0; u < code.length; u++) {
                code[u] += (int) z[j][u] << j;
            }
            features.number(shift.given().get(j), z[j]);
        }
        var family = Families.require("bench", "bernoulli", FamilyOptions.of(shift.name()));
        String form = parents.isEmpty() ? ShiftSpec.CONSTANT : ShiftSpec.PER_VALUE;
        return new ShiftingVariable(
                shift.name(),
                family,
                Forms.require("bench", form, family, parents, null),
                statistic,
                z,
                null,
                Groups.of(code, 1 << z.length),
                true,
                features,
                null);
    }

    /** The radii: 0.25, 0.5, …, 5. */
    static double[] radii() {
        return IntStream.rangeClosed(1, RADII).mapToDouble(k -> 0.25 * k).toArray();
    }

    /** The smallest accuracy at each radius. */
    static double[] worst(QuadraticLoss model, List<String> labels) {
        double[] g = Arrays.stream(model.gradient()).map(value -> -value).toArray();
        double[][] h = Arrays.stream(model.hessian())
                .map(row -> Arrays.stream(row).map(value -> -value).toArray())
                .toArray(double[][]::new);
        Quadratic gain = new Quadratic(g, h, labels);
        return new RadiusScan(gain, new Ball().on(gain), model.loss(), -1)
                .points(radii()).stream()
                        .mapToDouble(point -> model.at(point.worst().delta()))
                        .toArray();
    }
}
