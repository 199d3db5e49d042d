package org.shiftbed.audit.spec;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.shiftbed.audit.family.Target;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;

/** What the parts of an audit must agree in, wherever they come from. */
final class SpecRules {
    private SpecRules() {}

    /** @throws UserError where a rule is broken, the first one; the message begins with the path of the field */
    static void check(AuditSpec audit) {
        if (audit.loss().directionFixed() && audit.worse() != audit.loss().worse()) {
            throw broken(
                    "worse",
                    audit.loss().title() + " is worse where it is "
                            + audit.loss().worse().word() + ", found "
                            + audit.worse().word() + "; leave it out");
        }
        if (audit.shifts().isEmpty()) {
            throw broken("shifts", "at least one variable must shift");
        }
        Map<String, Integer> names = new HashMap<>();
        for (int i = 0; i < audit.shifts().size(); i++) {
            ShiftSpec shift = audit.shifts().get(i);
            String path = "shifts[" + i + "]";
            Integer before = names.put(shift.name(), i);
            if (before != null) {
                throw broken(
                        path,
                        "variable '" + shift.name() + "' shifts already in shifts[" + before
                                + "]; keep one, or give one of them another name");
            }
            check(path, shift);
        }
        check(audit.budget());
        if (audit.key() != null && audit.against() == null) {
            throw broken(
                    "key",
                    "says which rows of two tables are one, and there is no second table; give field 'against', or leave it out");
        }
    }

    private static void check(String path, ShiftSpec shift) {
        Set<String> parents = new HashSet<>();
        for (String parent : shift.given()) {
            if (shift.columns().contains(parent)) {
                throw broken(
                        path + ".given", "'" + parent + "' is the shifting variable itself and cannot be its parent");
            }
            if (!parents.add(parent)) {
                throw broken(path + ".given", "'" + parent + "' stands twice");
            }
        }
        if (new HashSet<>(shift.columns()).size() < shift.columns().size()) {
            throw broken(path + ".variable", "a column stands twice");
        }
        shift.bins().forEach((parent, cuts) -> {
            known(path + ".bins", parent, shift);
            for (int i = 1; i < cuts.size(); i++) {
                if (!(cuts.get(i) > cuts.get(i - 1))) {
                    throw broken(
                            path + ".bins",
                            "cut points of '" + parent + "' must ascend, found " + cuts.get(i) + " behind "
                                    + cuts.get(i - 1));
                }
            }
        });
        String form = shift.form();
        if (!shift.only().isEmpty() && form != null && !form.equals(ShiftSpec.PER_VALUE)) {
            throw broken(path + ".only", "belongs to form per-value, found form " + form);
        }
        for (Map<String, Object> pattern : shift.only()) {
            pattern.keySet().forEach(parent -> known(path + ".only", parent, shift));
        }
        for (Target target : shift.targets()) {
            if (!target.variable().equals(shift.name())) {
                throw broken(
                        path + ".targets",
                        "a target of '" + target.variable() + "' does not belong to '" + shift.name() + "'");
            }
            target.given().keySet().forEach(parent -> known(path + ".targets", parent, shift));
        }
    }

    private static UserError broken(String path, String rule) {
        return new UserError(path + ": " + rule);
    }

    private static void known(String path, String parent, ShiftSpec shift) {
        if (!shift.given().contains(parent)) {
            throw broken(
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
                    throw broken(
                            "budget.ellipsoid.matrix",
                            "must be square, found " + size + " rows and " + of.size() + " numbers in row "
                                    + (row + 1));
                }
                for (int column = 0; column < row; column++) {
                    if (!of.get(column).equals(ellipsoid.matrix().get(column).get(row))) {
                        throw broken(
                                "budget.ellipsoid.matrix",
                                "must be symmetric, found " + of.get(column) + " in row " + (row + 1) + ", column "
                                        + (column + 1) + " and "
                                        + ellipsoid.matrix().get(column).get(row) + " across");
                    }
                }
            }
            if (!ellipsoid.vector().isEmpty() && ellipsoid.vector().size() != size) {
                throw broken(
                        "budget.ellipsoid.vector",
                        "must have as many numbers as the matrix has rows (" + size + "), found "
                                + ellipsoid.vector().size());
            }
        }
        for (double radius : budget.radii()) {
            if (!(radius >= 0 && Double.isFinite(radius))) {
                throw broken("budget", "a radius must be a number of at least 0, found " + radius);
            }
        }
    }
}
