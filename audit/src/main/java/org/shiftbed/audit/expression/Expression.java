package org.shiftbed.audit.expression;

import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.UserError;

/**
 * Parsed expressions in columns and parameters, one for each component, separated by semicolons: {@code + - * / ^}, unary minus,
 * parentheses, {@code exp log sqrt abs min max sigmoid indicator(comparison)}, numbers, names of columns (in "quotes" or `backticks` where
 * they hold blanks or signs), {@code d0, d1, …}. Levels of a category are compared by name: {@code indicator(ward = 'B')}. Derivatives are
 * exact. Immutable and safe to share between threads.
 */
public final class Expression {
    private final List<Node> components;
    private final int parameters;
    private final int degree;

    private Expression(List<Node> components, int parameters) {
        this.components = components;
        this.parameters = parameters;
        this.degree = components.stream().mapToInt(Node::degree).max().orElseThrow();
    }

    /**
     * An expression with the parameters d0, d1, ….
     *
     * @param place where it stands, for the error
     * @throws UserError if it cannot be read, names an unknown column, or the numbers of its parameters have a gap
     */
    public static Expression withParameters(String place, String text, List<Column> columns) {
        String where = place + " '" + text + "'";
        List<Node> nodes = new Parser(where, text, columns, true).all();
        TreeSet<Integer> used = new TreeSet<>();
        nodes.forEach(node -> collect(node, used));
        if (used.isEmpty()) {
            throw new UserError(where + ": has no parameter d0, so that nothing moves");
        }
        for (int k = 0; k < used.last(); k++) {
            if (!used.contains(k)) {
                throw new UserError(where + ": uses d" + used.last() + " but not d" + k
                        + "; number the parameters d0, d1, ... without a gap");
            }
        }
        return new Expression(nodes, used.size());
    }

    /** An expression in columns only. */
    public static Expression ofColumns(String place, String text, List<Column> columns) {
        return new Expression(new Parser(place + " '" + text + "'", text, columns, false).all(), 0);
    }

    private static void collect(Node node, TreeSet<Integer> used) {
        if (node instanceof Node.Parameter parameter) {
            used.add(parameter.index());
        }
        node.parts().forEach(part -> collect(part, used));
    }

    /** How many expressions there are. */
    public int components() {
        return components.size();
    }

    /** How many parameters there are. */
    public int parameters() {
        return parameters;
    }

    /** Whether all components are affine in the parameters. */
    public boolean linear() {
        return degree <= 1;
    }

    /** The values of all components. */
    public void value(double[] columns, double[] parameters, double[] out) {
        for (int k = 0; k < components.size(); k++) {
            out[k] = components.get(k).value(columns, parameters);
        }
    }

    /** First derivatives, row-major with a row for each parameter and a column for each component. */
    public void first(double[] columns, double[] at, double[] out) {
        int q = components.size();
        for (int k = 0; k < q; k++) {
            double[] gradient = components.get(k).jet(columns, at).gradient();
            for (int a = 0; a < parameters; a++) {
                out[a * q + k] = gradient[a];
            }
        }
    }

    /** Second derivatives, p*p*q row-major. */
    public void second(double[] columns, double[] at, double[] out) {
        int q = components.size();
        for (int k = 0; k < q; k++) {
            double[] hessian = components.get(k).jet(columns, at).hessian();
            for (int ab = 0; ab < parameters * parameters; ab++) {
                out[ab * q + k] = hessian[ab];
            }
        }
    }

    /** The name of a function that has a kink at these parameters ({@code abs}, {@code min}, {@code max}), or null. */
    public @Nullable String kink(double[] columns, double[] at) {
        for (Node component : components) {
            String kink = component.kink(columns, at);
            if (kink != null) {
                return kink;
            }
        }
        return null;
    }
}
