package org.shiftbed.audit.spec;

import java.io.Serial;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.shiftbed.audit.family.Target;
import org.shiftbed.base.Names;

/** What the parts of an audit must agree in, wherever they come from. */
final class SpecRules {
    private SpecRules() {}

    /** A rule that is broken, with the path of the field that breaks it. */
    static final class Broken extends RuntimeException {
        @Serial
        private static final long serialVersionUID = 1L;

        private final String path;

        Broken(String path, String message) {
            super(message);
            this.path = path;
        }

        String path() {
            return path;
        }
    }

    /** @throws Broken where a rule is broken; the first one */
    static void check(AuditSpec audit) {
        if (audit.loss().directionFixed() && audit.worse() != audit.loss().worse()) {
            throw new Broken(
                    "worse",
                    audit.loss().title() + " is worse where it is "
                            + audit.loss().worse().word() + ", found "
                            + audit.worse().word() + "; leave 'worse' out");
        }
        if (audit.shifts().isEmpty()) {
            throw new Broken("shifts", "at least one variable must shift");
        }
        Map<String, Integer> names = new HashMap<>();
        for (int i = 0; i < audit.shifts().size(); i++) {
            ShiftSpec shift = audit.shifts().get(i);
            String path = "shifts[" + i + "]";
            Integer before = names.put(shift.name(), i);
            if (before != null) {
                throw new Broken(
                        path,
                        "variable '" + shift.name() + "' shifts already in shifts[" + before
                                + "]; keep one, or give one of them another 'name'");
            }
            check(path, shift);
        }
        check(audit.budget());
    }

    private static void check(String path, ShiftSpec shift) {
        Set<String> parents = new HashSet<>();
        for (String parent : shift.given()) {
            if (shift.columns().contains(parent)) {
                throw new Broken(
                        path + ".given", "'" + parent + "' is the shifting variable itself and cannot be its parent");
            }
            if (!parents.add(parent)) {
                throw new Broken(path + ".given", "'" + parent + "' stands twice");
            }
        }
        if (new HashSet<>(shift.columns()).size() < shift.columns().size()) {
            throw new Broken(path + ".variable", "a column stands twice");
        }
        shift.bins().forEach((parent, cuts) -> {
            known(path + ".bins", parent, shift);
            for (int i = 1; i < cuts.size(); i++) {
                if (!(cuts.get(i) > cuts.get(i - 1))) {
                    throw new Broken(
                            path + ".bins",
                            "cut points of '" + parent + "' must ascend, found " + cuts.get(i) + " behind "
                                    + cuts.get(i - 1));
                }
            }
        });
        String form = shift.form();
        if (!shift.only().isEmpty() && form != null && !form.equals(ShiftSpec.PER_VALUE)) {
            throw new Broken(path + ".only", "belongs to form per-value, found form " + form);
        }
        for (Map<String, Object> pattern : shift.only()) {
            pattern.keySet().forEach(parent -> known(path + ".only", parent, shift));
        }
        for (Target target : shift.targets()) {
            if (!target.variable().equals(shift.name())) {
                throw new Broken(
                        path + ".targets",
                        "a target of '" + target.variable() + "' does not belong to '" + shift.name() + "'");
            }
            target.given().keySet().forEach(parent -> known(path + ".targets", parent, shift));
        }
    }

    private static void known(String path, String parent, ShiftSpec shift) {
        if (!shift.given().contains(parent)) {
            throw new Broken(
                    path,
                    "'" + parent + "' is no parent of '" + shift.name() + "'; " + Names.suggest(parent, shift.given()));
        }
    }

    private static void check(BudgetSpec budget) {
        if (budget.size() instanceof BudgetSpec.Ellipsoid ellipsoid) {
            int size = ellipsoid.matrix().size();
            for (int row = 0; row < size; row++) {
                List<Double> of = ellipsoid.matrix().get(row);
                if (of.size() != size) {
                    throw new Broken(
                            "budget.ellipsoid.matrix",
                            "must be square, found " + size + " rows and " + of.size() + " numbers in row "
                                    + (row + 1));
                }
                for (int column = 0; column < row; column++) {
                    if (!of.get(column).equals(ellipsoid.matrix().get(column).get(row))) {
                        throw new Broken(
                                "budget.ellipsoid.matrix",
                                "must be symmetric, found " + of.get(column) + " in row " + (row + 1) + ", column "
                                        + (column + 1) + " and "
                                        + ellipsoid.matrix().get(column).get(row) + " across");
                    }
                }
            }
            if (!ellipsoid.vector().isEmpty() && ellipsoid.vector().size() != size) {
                throw new Broken(
                        "budget.ellipsoid.vector",
                        "must have as many numbers as the matrix has rows (" + size + "), found "
                                + ellipsoid.vector().size());
            }
        }
        for (double radius : budget.radii()) {
            if (!(radius >= 0 && Double.isFinite(radius))) {
                throw new Broken("budget", "a radius must be a number of at least 0, found " + radius);
            }
        }
    }
}
