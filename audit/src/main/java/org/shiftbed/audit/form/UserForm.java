package org.shiftbed.audit.form;

import java.util.Arrays;
import java.util.List;
import org.shiftbed.audit.expression.Expression;
import org.shiftbed.base.UserError;

/** A user's expressions in the parents and d0, d1, …, one for each component of T (parametric-robustness 6). */
final class UserForm implements ShiftForm {
    private final Expression expression;

    UserForm(Expression expression) {
        this.expression = expression;
    }

    @Override
    public int parameters() {
        return expression.parameters();
    }

    @Override
    public int dimension() {
        return expression.components();
    }

    @Override
    public String label(int a) {
        return "d" + a;
    }

    @Override
    public boolean linear() {
        return expression.linear();
    }

    @Override
    public void value(double[] z, double[] delta, double[] s) {
        expression.value(z, delta, s);
    }

    @Override
    public void jacobian(double[] z, double[] delta, double[] d) {
        expression.first(z, delta, d);
    }

    @Override
    public void curvature(double[] z, double[] delta, double[] d2) {
        if (linear()) {
            Arrays.fill(d2, 0, parameters() * parameters() * dimension(), 0);
        } else {
            expression.second(z, delta, d2);
        }
    }

    /** Refuses a kink at delta = 0, and derivatives there that are not finite. */
    void checkSmooth(String place, List<Parent> parents, double[] z) {
        double[] zero = new double[parameters()];
        String kink = expression.kink(z, zero);
        if (kink != null) {
            throw new UserError(place + ": " + kink + " has a kink at delta = 0" + Forms.where(parents, z)
                    + "; a shift must be twice differentiable there");
        }
        int p = parameters();
        double[] d2 = new double[p * p * dimension()];
        double[] d = new double[p * dimension()];
        jacobian(z, zero, d);
        curvature(z, zero, d2);
        for (double derivative : d) {
            refuseInfinite(place, parents, z, derivative);
        }
        for (double derivative : d2) {
            refuseInfinite(place, parents, z, derivative);
        }
    }

    private static void refuseInfinite(String place, List<Parent> parents, double[] z, double derivative) {
        if (!Double.isFinite(derivative)) {
            throw new UserError(place + ": a derivative at delta = 0 is not finite" + Forms.where(parents, z)
                    + "; a shift must be twice differentiable there");
        }
    }
}
