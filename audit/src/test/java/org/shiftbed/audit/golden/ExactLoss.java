package org.shiftbed.audit.golden;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The mean loss of a case under a shift from its constants alone: by enumeration, by series, or by quadrature. */
interface ExactLoss {

    /** The mean loss under the parameters delta, those of the variables in turn. */
    double at(double[] delta);

    /** Null where a variant declares parents with which there is no shifted law of the data. */
    static @Nullable ExactLoss of(GoldenCase golden, JsonNode variant) {
        if (variant.get("shift").asString().contains("no parents")) {
            return null;
        }
        JsonNode constants = golden.json().get("constants");
        List<DeclaredShift> shifts = DeclaredShift.of(golden, variant);
        return switch (golden.json().get("case").asString()) {
            case "labtest" -> BinaryNetwork.labTest(constants, shifts);
            case "two_binary" -> BinaryNetwork.twoBinary(constants, shifts);
            case "faces31" -> BinaryNetwork.faces(constants, shifts);
            case "categorical" -> categorical(constants, shifts.get(0), variant);
            case "poisson" -> poisson(constants, shifts.get(0));
            case "gaussian_marginal" ->
                variant.get("shift").asString().startsWith("gaussian(")
                        ? ExactGaussian.meanAndLogSd(constants)
                        : ExactGaussian.meanShift(constants, variant.get("name").asString());
            case "gaussian_conditional" -> ExactGaussian.conditional(constants, shifts.get(0));
            default -> throw new IllegalArgumentException("no exact loss of " + golden);
        };
    }

    private static ExactLoss categorical(JsonNode constants, DeclaredShift shift, JsonNode variant) {
        double[][] law = matrix(constants.get("p_w_given_z"));
        double[][] loss = matrix(constants.get("mean_loss"));
        double one = constants.get("p_z").asDouble();
        double[] z = {1 - one, one};
        boolean marginal = variant.get("name").asString().equals("marginal");
        return delta -> {
            int levels = law[0].length;
            double[][] tilted = new double[2][levels];
            double[] totals = new double[2];
            for (int k = 0; k < 2; k++) {
                double[] s = marginal ? delta : shift.at(new double[] {k}, k, delta);
                for (int w = 0; w < levels; w++) {
                    tilted[k][w] = z[k] * law[k][w] * (w == 0 ? 1 : Math.exp(s[w - 1]));
                    totals[k] += tilted[k][w];
                }
            }
            double sum = 0;
            for (int k = 0; k < 2; k++) {
                // The marginal of W is divided by one constant, the law given Z by one for each value.
                double share = marginal ? 1 / (totals[0] + totals[1]) : z[k] / totals[k];
                for (int w = 0; w < levels; w++) {
                    sum += share * tilted[k][w] * loss[k][w];
                }
            }
            return sum;
        };
    }

    private static ExactLoss poisson(JsonNode constants, DeclaredShift shift) {
        double one = constants.get("p_z").asDouble();
        double[] rate = doubles(constants.get("log_rate"));
        double[] outcome = doubles(constants.get("outcome"));
        double[] score = doubles(constants.get("score"));
        return delta -> {
            double sum = 0;
            for (int z = 0; z < 2; z++) {
                double lambda = Math.exp(rate[0] + rate[1] * z + shift.at(new double[] {z}, z, delta)[0]);
                double last = lambda + 40 * Math.sqrt(lambda) + 60;
                double log = -lambda;
                double own = 0;
                for (int w = 0; w <= last; w++) {
                    double y = BinaryNetwork.sigmoid(outcome[0] + outcome[1] * w + outcome[2] * z);
                    double odds = score[0] + score[1] * w;
                    own += Math.exp(log) * (y * softplus(-odds) + (1 - y) * softplus(odds));
                    log += Math.log(lambda) - Math.log(w + 1);
                }
                sum += (z == 1 ? one : 1 - one) * own;
            }
            return sum;
        };
    }

    /** ln(1 + e^x): the log loss of log-odds -x where the label is 1. */
    static double softplus(double x) {
        return Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));
    }

    static double[] doubles(JsonNode array) {
        List<Double> values = new ArrayList<>();
        array.forEach(value -> values.add(value.asDouble()));
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }

    static double[][] matrix(JsonNode rows) {
        List<double[]> values = new ArrayList<>();
        rows.forEach(row -> values.add(doubles(row)));
        return values.toArray(double[][]::new);
    }
}
