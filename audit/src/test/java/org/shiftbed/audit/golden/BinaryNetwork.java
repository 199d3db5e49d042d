package org.shiftbed.audit.golden;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Binary nodes in an order in which parents come first, a mean loss for every state, and shifts of log-odds: summed over all states. */
final class BinaryNetwork implements ExactLoss {
    /**
     * A node.
     *
     * @param parents positions of its parents
     * @param logOdds of being 1, by pattern of the parents, the first of which counts single
     * @param shift of the log-odds, if it shifts
     */
    private record Node(
            int[] parents, double[] logOdds, @Nullable DeclaredShift shift) {}

    private final List<Node> nodes;
    private final double[] loss;

    private BinaryNetwork(List<Node> nodes, ToDoubleFunction<int[]> loss) {
        this.nodes = nodes;
        this.loss = new double[1 << nodes.size()];
        for (int state = 0; state < this.loss.length; state++) {
            this.loss[state] = loss.applyAsDouble(values(state));
        }
    }

    static ExactLoss labTest(JsonNode constants, List<DeclaredShift> shifts) {
        double alpha = constants.get("alpha").asDouble();
        double beta = constants.get("beta").asDouble();
        double[] tested = new double[2];
        double[] untested = new double[2];
        for (int y = 0; y < 2; y++) {
            double sign = y == 1 ? -1 : 1;
            double mean = (2 * y - 1) * constants.get("mu").asDouble();
            double sd = constants.get("sigma").asDouble();
            double odds = constants.get("z_test").asDouble();
            double slope = constants.get("slope").asDouble();
            tested[y] = ExactGaussian.mean(e -> ExactLoss.softplus(sign * (odds + slope * (mean + sd * e))));
            untested[y] = ExactLoss.softplus(sign * constants.get("z_no_test").asDouble());
        }
        return new BinaryNetwork(
                List.of(
                        new Node(
                                new int[0],
                                new double[] {logit(constants.get("p_y").asDouble())},
                                null),
                        new Node(new int[] {0}, new double[] {alpha, alpha + beta}, shifts.get(0))),
                state -> state[1] == 1 ? tested[state[0]] : untested[state[0]]);
    }

    static ExactLoss twoBinary(JsonNode constants, List<DeclaredShift> shifts) {
        double[] b = ExactLoss.doubles(constants.get("p_b_given_a"));
        double[][] error = ExactLoss.matrix(constants.get("error_by_a_b"));
        return new BinaryNetwork(
                List.of(
                        new Node(
                                new int[0],
                                new double[] {logit(constants.get("p_a").asDouble())},
                                shifts.get(0)),
                        new Node(new int[] {0}, new double[] {logit(b[0]), logit(b[1])}, shifts.get(1))),
                state -> error[state[0]][state[1]]);
    }

    static ExactLoss faces(JsonNode constants, List<DeclaredShift> shifts) {
        List<String> names = new ArrayList<>();
        List<Node> nodes = new ArrayList<>();
        for (JsonNode node : constants.get("graph")) {
            double[] coefficients = ExactLoss.doubles(node.get("coefficients"));
            int[] parents = new int[coefficients.length - 1];
            for (int k = 0; k < parents.length; k++) {
                parents[k] = names.indexOf(node.get("parents").get(k).asString());
            }
            double[] logOdds = new double[1 << parents.length];
            for (int pattern = 0; pattern < logOdds.length; pattern++) {
                logOdds[pattern] = coefficients[0];
                for (int k = 0; k < parents.length; k++) {
                    logOdds[pattern] += coefficients[k + 1] * (pattern >> k & 1);
                }
            }
            String name = node.get("name").asString();
            names.add(name);
            DeclaredShift own = shifts.stream()
                    .filter(shift -> shift.variable().equals(name))
                    .findFirst()
                    .orElse(null);
            nodes.add(new Node(parents, logOdds, own));
        }
        return new BinaryNetwork(nodes, state -> {
            double sum = 0;
            for (JsonNode term : constants.get("correct_log_odds")) {
                sum += term.get(1).asDouble() * product(term.get(0).asString(), names, state);
            }
            return sigmoid(sum);
        });
    }

    /** Such as {@code 1}, {@code young}, {@code male&!young}. */
    private static int product(String term, List<String> names, int[] state) {
        if (term.equals("1")) {
            return 1;
        }
        int product = 1;
        for (String factor : term.split("&")) {
            boolean not = factor.startsWith("!");
            int value = state[names.indexOf(not ? factor.substring(1) : factor)];
            product *= not ? 1 - value : value;
        }
        return product;
    }

    @Override
    public double at(double[] delta) {
        double[][] probability = new double[nodes.size()][];
        for (int i = 0; i < probability.length; i++) {
            Node node = nodes.get(i);
            probability[i] = new double[node.logOdds().length];
            for (int pattern = 0; pattern < probability[i].length; pattern++) {
                double[] z = new double[node.parents().length];
                for (int k = 0; k < z.length; k++) {
                    z[k] = pattern >> k & 1;
                }
                DeclaredShift shift = node.shift();
                double s = shift == null ? 0 : shift.at(z, pattern, delta)[0];
                probability[i][pattern] = sigmoid(node.logOdds()[pattern] + s);
            }
        }
        double sum = 0;
        for (int state = 0; state < loss.length; state++) {
            double weight = 1;
            for (int i = 0; i < probability.length; i++) {
                int pattern = 0;
                int[] parents = nodes.get(i).parents();
                for (int k = 0; k < parents.length; k++) {
                    pattern |= (state >> parents[k] & 1) << k;
                }
                double one = probability[i][pattern];
                weight *= (state >> i & 1) == 1 ? one : 1 - one;
            }
            sum += weight * loss[state];
        }
        return sum;
    }

    private int[] values(int state) {
        int[] values = new int[nodes.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = state >> i & 1;
        }
        return values;
    }

    static double sigmoid(double x) {
        return 1 / (1 + Math.exp(-x));
    }

    private static double logit(double p) {
        return Math.log(p) - Math.log1p(-p);
    }
}
