package org.shiftbed.audit.golden;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.estimate.Estimator;
import org.shiftbed.audit.estimate.Parameters;
import org.shiftbed.audit.estimate.RowLosses;
import org.shiftbed.audit.estimate.Settings;
import org.shiftbed.audit.estimate.Settings.Centring;
import org.shiftbed.audit.estimate.Settings.CrossFit;
import org.shiftbed.audit.estimate.Settings.Mode;
import org.shiftbed.audit.estimate.ShiftingVariable;
import org.shiftbed.audit.estimate.UnitTable;
import org.shiftbed.audit.estimate.UnitsBuilder;
import org.shiftbed.audit.family.ExponentialFamily;
import org.shiftbed.audit.family.Families;
import org.shiftbed.audit.family.FamilyOptions;
import org.shiftbed.audit.form.Forms;
import org.shiftbed.audit.form.Parent;
import org.shiftbed.audit.form.ShiftForm;
import org.shiftbed.audit.nuisance.Features;
import org.shiftbed.audit.nuisance.Groups;
import tools.jackson.databind.JsonNode;

/** Builds the estimator that a variant of a case describes. */
final class GoldenModel {
    private final GoldenCase golden;
    private final JsonNode variant;
    private final boolean cells;
    private @Nullable RowLosses losses;

    GoldenModel(GoldenCase golden, JsonNode variant, boolean cells) {
        this.golden = golden;
        this.variant = variant;
        this.cells = cells;
    }

    Estimator estimator(Centring centring) {
        List<String> used = new ArrayList<>(golden.rows().keySet());
        used.removeAll(List.of("loss", "correct", "p", "pred", "y", "L"));
        double[][] columns = used.stream().map(golden::column).toArray(double[][]::new);
        int[] cardinality = new int[columns.length];
        for (int j = 0; j < columns.length; j++) {
            cardinality[j] = cells ? (int) Arrays.stream(columns[j]).max().orElse(0) + 1 : 0;
        }
        UnitsBuilder builder = new UnitsBuilder(new UnitsBuilder.Layout(cardinality, 5, false, false, 1, true));
        builder.add(golden.loss().length, columns, golden.loss(), null, null, null);
        UnitTable table = builder.build();
        losses = builder.losses();
        Map<String, double[]> values = new LinkedHashMap<>();
        for (int j = 0; j < used.size(); j++) {
            values.put(used.get(j), table.columns()[j]);
        }
        List<ShiftingVariable> variables = new ArrayList<>();
        List<@Nullable String> ties = new ArrayList<>();
        for (JsonNode variable : golden.json().get("variables")) {
            variables.add(variable(variable, values));
            ties.add(null);
        }
        return new Estimator(table.first(), variables, Parameters.of(variables, ties), settings(centring));
    }

    /** The losses of the rows of the estimator made last. */
    RowLosses losses() {
        return Objects.requireNonNull(losses, "no estimator yet");
    }

    private Settings settings(Centring centring) {
        String name = variant.get("name").asString();
        JsonNode nuisance = golden.json().get("nuisance");
        String mode =
                nuisance == null || nuisance.isNull() ? name.substring(name.indexOf('/') + 1) : nuisance.asString();
        CrossFit cross = mode.endsWith("-crossfit5") ? CrossFit.ON : CrossFit.OFF;
        String base = mode.replace("-crossfit5", "");
        if (base.startsWith("ridge")) {
            return new Settings(
                    Mode.LEAST_SQUARES, 1, Double.parseDouble(base.substring("ridge".length())), cross, centring);
        }
        return switch (base) {
            case "group-mean" -> new Settings(Mode.GROUP, 1, 0, cross, centring);
            case "mean" -> new Settings(Mode.NONE, 1, 0, cross, centring);
            case "ols" -> new Settings(Mode.LEAST_SQUARES, 1, 0, cross, centring);
            case "quadratic" -> new Settings(Mode.LEAST_SQUARES, 2, 0, cross, centring);
            default -> throw new IllegalArgumentException("nuisance " + mode);
        };
    }

    /** The shift of one variable, in the words of the case: {@code d0}, {@code d0 + d1*Y}, {@code A: d0; B: indicator(A)}. */
    private String shift(String variable) {
        String all = variant.get("shift").asString();
        if (!all.contains(":")) {
            return all;
        }
        for (String part : all.split(";")) {
            String[] sides = part.split(":");
            if (sides[0].strip().split(" ")[0].equals(variable)) {
                return (sides[0].contains("no parents") ? "no parents " : "") + sides[1].strip();
            }
        }
        throw new IllegalArgumentException("no shift of " + variable + " in " + all);
    }

    private ShiftingVariable variable(JsonNode json, Map<String, double[]> values) {
        String name = json.get("name").asString();
        String shift = shift(name);
        List<String> parents = new ArrayList<>();
        if (!shift.startsWith("no parents") && !variant.get("name").asString().equals("marginal")) {
            json.get("parents").forEach(parent -> parents.add(parent.asString()));
        }
        shift = shift.replace("no parents ", "");
        List<String> columns = new ArrayList<>();
        if (json.has("columns")) {
            json.get("columns").forEach(column -> columns.add(column.asString()));
        } else {
            columns.add(name);
        }
        if (shift.startsWith("gaussian(")) {
            columns.subList(1, columns.size()).clear();
        }
        ExponentialFamily family = family(json, columns, shift);
        double[][] z = parents.stream().map(parent -> require(values, parent)).toArray(double[][]::new);
        boolean grouped = golden.json().get("nuisance") != null
                && !golden.json().get("nuisance").isNull();
        List<Parent> described = parents.stream()
                .map(parent -> Parent.values(parent, require(values, parent)))
                .toList();
        ShiftForm form = form(shift, family, described);
        int units = values.values().iterator().next().length;
        Groups patterns = grouped ? patterns(described, z, units) : null;
        Features features = new Features();
        for (int j = 0; j < parents.size(); j++) {
            features.number(parents.get(j), z[j]);
        }
        double[] nominal = null;
        if (shift.startsWith("gaussian(")) {
            double mean = golden.json().get("constants").get("mean").get(0).asDouble();
            double sd = golden.json().get("constants").get("sd").get(0).asDouble();
            nominal = new double[] {mean, mean * mean + sd * sd};
        }
        return new ShiftingVariable(
                name,
                family,
                form,
                statistic(family, columns, values, units),
                z,
                null,
                patterns,
                true,
                features,
                nominal);
    }

    private static Groups patterns(List<Parent> parents, double[][] z, int units) {
        int[] code = new int[units];
        int stride = 1;
        for (int j = 0; j < z.length; j++) {
            for (int u = 0; u < units; u++) {
                code[u] += stride * parents.get(j).level(z[j][u]);
            }
            stride *= parents.get(j).levels();
        }
        return Groups.of(code, stride);
    }

    private ShiftForm form(String shift, ExponentialFamily family, List<Parent> parents) {
        if (shift.startsWith("gaussian(")) {
            JsonNode constants = golden.json().get("constants");
            Forms.Nominal nominal = new Forms.Nominal(
                    constants.get("mean").get(0).asDouble(),
                    constants.get("sd").get(0).asDouble());
            return Forms.require(golden.name(), "mean-log-sd", family, parents, nominal);
        }
        String text = shift.startsWith("indicator(") && !parents.isEmpty()
                ? "per-value"
                : shift.contains("+") ? shift : "constant";
        return Forms.require(golden.name(), text, family, parents, null);
    }

    private ExponentialFamily family(JsonNode json, List<String> columns, String shift) {
        JsonNode constants = golden.json().get("constants");
        FamilyOptions options = FamilyOptions.of(columns.toArray(String[]::new));
        String name = json.get("family").asString();
        if (shift.startsWith("gaussian(")) {
            return Families.require(golden.name(), "gaussian-mean-variance", options);
        }
        return switch (name) {
            case "bernoulli", "poisson" -> Families.require(golden.name(), name, options);
            case "categorical" -> {
                List<String> levels = new ArrayList<>();
                for (int k = 0; k < json.get("categories").asInt(); k++) {
                    levels.add(Integer.toString(k));
                }
                yield Families.require(
                        golden.name(),
                        name,
                        options.withLevels(levels)
                                .withReference(json.get("reference").asString()));
            }
            case "gaussian-known-variance" ->
                Families.require(
                        golden.name(),
                        "gaussian",
                        options.withSd(constants.get("conditional_sd").asDouble())
                                .withUnit(json.get("unit").asString()));
            case "gaussian-known-covariance" -> {
                List<Double> covariance = new ArrayList<>();
                constants.get("covariance").forEach(row -> row.forEach(value -> covariance.add(value.asDouble())));
                yield Families.require(
                        golden.name(),
                        "gaussian-vector",
                        options.withCovariance(covariance.stream()
                                        .mapToDouble(Double::doubleValue)
                                        .toArray())
                                .withUnit(variant.get("name").asString()));
            }
            default -> throw new IllegalArgumentException("family " + name);
        };
    }

    private static double[] statistic(
            ExponentialFamily family, List<String> columns, Map<String, double[]> values, int units) {
        int q = family.dimension();
        double[] all = new double[units * q];
        double[] w = new double[columns.size()];
        double[] t = new double[q];
        for (int u = 0; u < units; u++) {
            for (int j = 0; j < w.length; j++) {
                w[j] = require(values, columns.get(j))[u];
            }
            family.statistic(w, t);
            System.arraycopy(t, 0, all, u * q, q);
        }
        return all;
    }

    private static double[] require(Map<String, double[]> values, String column) {
        return Objects.requireNonNull(values.get(column), column);
    }
}
