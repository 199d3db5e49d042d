package org.shiftbed.study;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.file.YamlNode;
import org.shiftbed.learn.Protocol;
import org.shiftbed.learn.algorithm.AlgorithmFactory;
import org.shiftbed.shift.Part;
import org.shiftbed.shift.Role;
import org.shiftbed.shift.Split;

/**
 * What a plan keeps of a split: names and numbers, no rows.
 *
 * @param environments display labels of all environments
 * @param rows by what they are for
 * @param training rows of each training part, by the display label of its environment, where it has one
 * @param shares probability of each training environment per row of a batch, under protocol controlled; empty otherwise
 * @param roles those that have a row
 * @param attribute whether rows have values of an attribute beside the label, the environments
 * @param warnings of the split
 */
record PlannedSplit(
        List<String> environments,
        PlannedTrial.Rows rows,
        Map<String, Integer> training,
        List<Double> shares,
        Set<Role> roles,
        boolean attribute,
        List<String> warnings) {

    static PlannedSplit of(Split split, Protocol protocol) {
        List<String> names = new ArrayList<>();
        split.environments().forEach(environment -> names.add(environment.name()));
        Map<String, Integer> training = new TreeMap<>();
        for (Part part : split.parts(Role.TRAIN)) {
            if (part.environment() >= 0) {
                training.put(names.get(part.environment()), part.size());
            }
        }
        PlannedTrial.Rows rows = new PlannedTrial.Rows(
                rows(split, Role.TRAIN),
                rows(split, Role.VALIDATION_ID) + rows(split, Role.VALIDATION_OOD),
                rows(split, Role.VALIDATION_ORACLE),
                rows(split, Role.TEST),
                split.trainingEnvironments().size());
        Set<Role> roles = EnumSet.noneOf(Role.class);
        for (Part part : split.parts()) {
            if (part.size() > 0) {
                roles.add(part.role());
            }
        }
        return new PlannedSplit(
                names,
                rows,
                training,
                protocol == Protocol.CONTROLLED ? shares(split) : List.of(),
                Collections.unmodifiableSet(roles),
                split.environmentAttribute() != null,
                split.warnings());
    }

    /** Why an algorithm cannot be trained on this split; null where it can. */
    @Nullable
    String refusal(
            AlgorithmFactory factory,
            Protocol protocol,
            String form,
            Set<String> strict,
            Map<String, Object> hyperparameters) {
        AlgorithmFactory.Info info = factory.info();
        if (!attribute && info.needs().contains(AlgorithmFactory.ATTRIBUTES)) {
            return info.name() + " needs the value of an attribute of every row, and this shift has none beside the"
                    + " label; name one as 'environments: ATTRIBUTE' beside the shift, or compare without "
                    + info.name();
        }
        // The reference trains on one environment too, where every method here is defined (its penalty is 0):
        // leave-one-domain-out of three
        // environments reads such runs.
        if (protocol == Protocol.CONTROLLED && rows.environments() < info.minimumEnvironments()) {
            return info.name() + " needs at least " + info.minimumEnvironments()
                    + " training environments, this split has " + rows.environments()
                    + "; name under 'environments' an attribute with more values in training, or compare without "
                    + info.name();
        }
        String reason = factory.refuses(Math.max(1, rows.environments()), strict, hyperparameters);
        if (reason != null) {
            return info.name() + " " + reason;
        }
        boolean passes =
                form.equals(AlgorithmFactory.AUTO_LR) || !Boolean.TRUE.equals(hyperparameters.get("class_balanced"));
        if (protocol == Protocol.DOMAINBED && passes && hyperparameters.get("batch_size") instanceof Number batch) {
            for (Map.Entry<String, Integer> entry : training.entrySet()) {
                if (entry.getValue() < batch.longValue()) {
                    return "environment '" + YamlNode.oneLine(entry.getKey()) + "' has " + entry.getValue()
                            + " training rows, fewer than its batch of " + batch
                            + " (the reference would wait for ever)";
                }
            }
        }
        return null;
    }

    private static List<Double> shares(Split split) {
        double[] rows = split.rowProbabilities();
        int[] environments = split.environmentOf();
        double[] sums = new double[split.environments().size()];
        for (int row = 0; row < rows.length; row++) {
            if (rows[row] > 0 && environments[row] >= 0) {
                sums[environments[row]] += rows[row];
            }
        }
        return split.trainingEnvironments().stream()
                .map(environment -> sums[environment])
                .toList();
    }

    private static long rows(Split split, Role role) {
        return split.parts(role).stream().mapToLong(Part::size).sum();
    }
}
