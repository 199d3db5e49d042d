package org.shiftbed.study;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.shiftbed.base.UserError;
import org.shiftbed.learn.Protocol;
import org.shiftbed.shift.Role;
import org.shiftbed.study.selection.Selection;
import org.shiftbed.study.selection.Selections;

/** Finds selection rules that could choose nothing, before anything is trained for them. */
final class RuleChecks {
    private final Study study;

    RuleChecks(Study study) {
        this.study = study;
    }

    /**
     * @param settings every setting of every data set, under one seed
     * @return one line for each rule that has nothing to choose by under some of them
     * @throws UserError where a rule has nothing to choose by under any
     */
    List<String> warnings(List<Applied> settings) {
        List<String> warnings = new ArrayList<>();
        List<String> autoLr = study.algorithms().stream()
                .filter(AlgorithmSpec::autoLr)
                .map(AlgorithmSpec::name)
                .toList();
        boolean read = study.selection().contains(Selections.OWN);
        for (int i = 0; i < study.selection().size(); i++) {
            String name = study.selection().get(i);
            if (name.equals(Selections.OWN)) {
                continue;
            }
            Selection rule = Selections.require(name, "selection");
            if (rule.readsAutoLr() && autoLr.isEmpty()) {
                throw new UserError(study.source().place("selection[" + i + "]") + ": rule '" + name
                        + "' reads trials of form auto-lr, and this study has none, so it could choose nothing; write"
                        + " algorithms: [{ERMPlusPlus: {form: auto-lr}}], or leave the rule out");
            }
            read |= rule.readsAutoLr();
            rowsToValidateOn(rule, i, settings).ifPresent(warnings::add);
            boolean pairs = settings.stream()
                    .map(Applied::setting)
                    .anyMatch(
                            setting -> setting.held() != null && setting.held().size() == 2);
            if (rule.readsPairs() && !pairs) {
                // A tier may have taken the pairs away: the rule is no mistake of the file then.
                warnings.add(
                        "rule '" + name + "' reads runs that hold out two environments, and this study has none: its"
                                + " cells will be empty; write test-environments: pairs, or leave the rule out");
            }
        }
        if (!autoLr.isEmpty() && !read) {
            warnings.add(
                    String.join(", ", autoLr) + " of form auto-lr: no rule of this study reads the second stage, which"
                            + " trains on all rows; add own or auto-lr-iid to selection");
        }
        return warnings;
    }

    /**
     * @param trials of the plan
     * @return one line for each rule that reads no trial of some environment that is held out: its cells would be empty
     */
    List<String> unread(Collection<PlannedTrial> trials) {
        List<String> warnings = new ArrayList<>();
        if (study.protocol() != Protocol.DOMAINBED) {
            return warnings;
        }
        for (String name : study.selection()) {
            // By data set and environment: whether any trial that holds it out is read.
            Map<String, Map<String, Boolean>> read = new LinkedHashMap<>();
            for (PlannedTrial planned : trials) {
                ExpectedTrial trial = ExpectedTrial.of(planned);
                Selection rule = name.equals(Selections.OWN)
                        ? Selections.declaredBy(trial.algorithm(), trial.form(), trial.protocol())
                        : Selections.require(name, "selection");
                // Every rule of the protocol needs a run that holds out the environment alone.
                boolean reads = rule.reads(trial) && trial.testEnvironments().size() == 1;
                Map<String, Boolean> environments = read.computeIfAbsent(trial.dataset(), key -> new LinkedHashMap<>());
                trial.testEnvironments()
                        .forEach(held -> environments.merge(trial.environment(held), reads, Boolean::logicalOr));
            }
            read.forEach((dataset, environments) -> {
                List<String> without = environments.entrySet().stream()
                        .filter(entry -> !entry.getValue())
                        .map(Map.Entry::getKey)
                        .toList();
                if (!without.isEmpty()) {
                    warnings.add(
                            dataset + ": rule '" + name + "' reads runs that hold out one environment alone, and none"
                                    + " does so with " + String.join(", ", without)
                                    + ": its cells will be empty there; write test-environments: single, or a list of each one");
                }
            });
        }
        return warnings;
    }

    private Optional<String> rowsToValidateOn(Selection rule, int index, List<Applied> settings) {
        Optional<Role> role = rule.validatesOn();
        if (role.isEmpty()) {
            return Optional.empty();
        }
        List<String> without = settings.stream()
                .filter(applied -> !applied.setting().split().roles().contains(role.get()))
                .map(Applied::words)
                .toList();
        if (without.isEmpty()) {
            return Optional.empty();
        }
        String what = "rule '" + rule.name() + "' chooses by the " + rule.label();
        if (without.size() == settings.size()) {
            List<String> usable = Selections.names(study.protocol()).stream()
                    .filter(name -> !name.equals(rule.name()))
                    .toList();
            throw new UserError(study.source().place("selection[" + index + "]") + ": " + what
                    + ", and no shift of this study makes one, so it could choose nothing; this study can use "
                    + String.join(", ", usable));
        }
        return Optional.of(what + ", and these shifts make none: " + String.join("; ", without)
                + "; its cells will be empty there");
    }

    /**
     * A setting of a data set.
     *
     * @param dataset its name
     */
    record Applied(String dataset, Planner.PlannedSetting setting) {
        /** {@code sprites, unseen (color blue)}. */
        String words() {
            String of = setting.setting().isEmpty() ? "" : " (" + setting.setting() + ")";
            return dataset + ", " + setting.spec().kind() + of;
        }
    }
}
