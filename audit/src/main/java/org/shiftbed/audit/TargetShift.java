package org.shiftbed.audit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.shiftbed.audit.estimate.Estimator;
import org.shiftbed.audit.estimate.ShiftInfluence;
import org.shiftbed.audit.estimate.ShiftingVariable;
import org.shiftbed.audit.estimate.SolvedShift;
import org.shiftbed.audit.family.Effects;
import org.shiftbed.audit.family.Target;
import org.shiftbed.audit.form.Forms;
import org.shiftbed.audit.form.Parent;
import org.shiftbed.audit.result.TargetResult;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.base.UserError;

/** A shift in plain terms, such as {@code P(O=1 | Y=1) = 0.52}, turned into parameters and judged (parametric-robustness 6). */
final class TargetShift {
    private final AuditSpec spec;
    private final Prepared prepared;
    private final Estimator estimator;
    private final Search search;
    private final Curve curve;
    private final EffectsOfShift effects;

    TargetShift(
            AuditSpec spec,
            Prepared prepared,
            Estimator estimator,
            Search search,
            Curve curve,
            EffectsOfShift effects) {
        this.spec = spec;
        this.prepared = prepared;
        this.estimator = estimator;
        this.search = search;
        this.curve = curve;
        this.effects = effects;
    }

    /** All targets together are one shift. */
    List<TargetResult> results() {
        Solved solved = solved(spec, prepared, estimator);
        if (solved.words().isEmpty()) {
            return List.of();
        }
        double[] delta = solved.delta();
        return List.of(new TargetResult(
                String.join("; ", solved.words()),
                search.size(delta),
                curve.estimate(delta, solved.influence()),
                effects.of(delta),
                search.broken(delta)));
    }

    /**
     * The shift that meets all targets.
     *
     * @param delta all parameters; 0 of variables without a target
     * @param influence of the rows on it
     * @param words the targets; empty where there are none
     */
    record Solved(double[] delta, ShiftInfluence influence, List<String> words) {}

    static Solved solved(AuditSpec spec, Prepared prepared, Estimator estimator) {
        double[] delta = new double[prepared.parameters().size()];
        MovingRows moving = MovingRows.of(prepared);
        List<String> words = new ArrayList<>();
        List<ShiftInfluence.Direction> directions = new ArrayList<>();
        for (int i = 0; i < prepared.plans().size(); i++) {
            List<Target> targets =
                    onAxes(prepared.plans().get(i), spec.shifts().get(i).targets());
            if (targets.isEmpty()) {
                continue;
            }
            SolvedShift own = own(prepared, estimator, i, targets);
            String rows = moving.behind(i)
                    + (own.byRows()
                            ? " (met by the weighted rows, and not by the "
                                    + prepared.variables().get(i).family().name() + " law)"
                            : "");
            targets.forEach(target -> words.add(target + rows));
            place(prepared, i, own.delta(), delta);
            for (ShiftInfluence.Direction one : own.influence().directions()) {
                double[] towards = new double[delta.length];
                place(prepared, i, one.towards(), towards);
                directions.add(new ShiftInfluence.Direction(towards, one.psi()));
            }
        }
        return new Solved(delta, new ShiftInfluence(directions), words);
    }

    private static void place(Prepared prepared, int i, double[] own, double[] all) {
        for (int a = 0; a < own.length; a++) {
            all[prepared.parameters().position(i, a)] = own[a];
        }
    }

    /** Targets as the columns count. */
    private static List<Target> onAxes(VariablePlan plan, List<Target> targets) {
        List<String> columns = plan.spec().columns();
        return targets.stream()
                .map(target -> target.on(
                        plan.place() + ".targets", plan.axes().get(Math.max(0, columns.indexOf(target.variable())))))
                .toList();
    }

    private static SolvedShift own(Prepared prepared, Estimator estimator, int i, List<Target> targets) {
        ShiftingVariable variable = prepared.variables().get(i);
        VariablePlan plan = prepared.plans().get(i);
        String place = plan.place() + ".targets";
        List<Parent> parents = plan.asParents();
        if (variable.patterns() == null) {
            throw new UserError(place + ": a target needs parents of few values or in bins, and '" + variable.name()
                    + "' has a parent that is a number of any kind; cut it by bins");
        }
        Map<Map<String, String>, List<Target>> byParents = new LinkedHashMap<>();
        targets.forEach(target -> byParents
                .computeIfAbsent(target.given(), given -> new ArrayList<>())
                .add(target));
        List<SolvedShift.Goal> goals = new ArrayList<>();
        byParents.forEach((given, wanted) -> {
            if (given.isEmpty() && !parents.isEmpty()) {
                throw new UserError(place + ": " + wanted.get(0) + ": '" + variable.name() + "' has parents ("
                        + String.join(", ", plan.spec().given())
                        + "), and how much moves at each of their values is part of the question; give a target for each, such as P("
                        + variable.name() + "=... | " + plan.spec().given().get(0) + "=...)");
            }
            double[] z = Forms.values(place, parents, given);
            int unit = unit(variable, parents, place, z, wanted.get(0));
            double[] at = new double[parents.size()];
            for (int j = 0; j < at.length; j++) {
                at[j] = variable.parents()[j][unit];
            }
            goals.add(new SolvedShift.Goal(unit, at, (law, mean) -> Effects.towards(place, law, mean, wanted)));
        });
        return estimator.solved(place, i, goals);
    }

    /** A unit of the same parent pattern. */
    private static int unit(ShiftingVariable variable, List<Parent> parents, String place, double[] z, Target target) {
        double[][] all = variable.parents();
        int size = variable.statistic().size();
        for (int u = 0; u < size; u++) {
            boolean same = variable.observes(u);
            for (int j = 0; j < z.length && same; j++) {
                same = parents.get(j).level(all[j][u]) == parents.get(j).level(z[j]);
            }
            if (same) {
                return u;
            }
        }
        throw new UserError(place + ": " + target + ": no row has these values of the parents");
    }
}
