package org.shiftbed.audit.demo;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.base.Names;
import org.shiftbed.base.Seed;
import org.shiftbed.data.table.Table;

/**
 * The embedded demos by name: {@code labtest} (who gets a test, and what the log loss of a diagnosis makes of it; parametric-robustness 8.1)
 * and {@code faces} (nine attributes of imagined portraits and the accuracy of a classifier; 8.4).
 */
public final class Demo {
    private static final LabTestDemo LAB_TEST = new LabTestDemo();
    private static final FacesDemo FACES = new FacesDemo();

    private Demo() {}

    /** The law of a demo. */
    interface Law {
        Table table(Seed seed);

        AuditSpec spec();

        double loss(double[] delta);
    }

    /** The names, the simplest first. */
    public static List<String> names() {
        return List.of("labtest", "faces");
    }

    /**
     * The evaluation rows: 10,000 of {@code labtest} with columns Y, O, L, p (the probability of Y = 1), 20,000 of {@code faces} with nine attributes
     * and {@code accuracy} (1 where the model is right).
     *
     * @param seed equal seeds give equal rows
     * @throws org.shiftbed.base.UserError where there is no demo of that name
     */
    public static Table table(String name, Seed seed) {
        return law(name).table(seed);
    }

    /**
     * What is asked of the rows, without a table path.
     *
     * @throws org.shiftbed.base.UserError where there is no demo of that name
     */
    public static AuditSpec spec(String name) {
        return law(name).spec();
    }

    /**
     * The exact mean loss (accuracy, for {@code faces}) under a shift of the parameters that an audit of {@link #spec} has, in their order.
     *
     * @throws org.shiftbed.base.UserError where there is no demo of that name
     */
    public static ToDoubleFunction<double[]> truth(String name) {
        return law(name)::loss;
    }

    private static Law law(String name) {
        return switch (name) {
            case "labtest" -> LAB_TEST;
            case "faces" -> FACES;
            default -> throw Names.unknown("--demo", "demo", name, names());
        };
    }

    static double sigmoid(double x) {
        return 1 / (1 + Math.exp(-x));
    }

    static void requireParameters(double[] delta, int expected) {
        if (delta.length != expected) {
            throw new IllegalArgumentException(expected + " parameters, got " + delta.length);
        }
    }
}
