package org.shiftbed.shift;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A built shift: parts with roles, environments, rows and weights.
 *
 * @param label attribute that is predicted
 * @param environmentAttribute attribute whose values are the environments; null where the split has none (one environment holds all)
 * @param environments all environments, index = place in this list
 * @param environmentOf for every row of the table its environment's index, or -1
 * @param labels for every row of the table its clean label
 * @param classes labels lie in [0, classes)
 * @param parts training parts first, then validation, then test; names unique
 * @param testEnvironments indices of the environments held out from training (DomainBed's {@code test_envs}); empty under other shifts
 * @param noise of labels or environments in training batches; validation and test stay clean
 * @param sampler how rows of training parts are weighted
 * @param maxWeight most that p* / p_train of a cell counts under {@code importance}; infinite: no cap
 * @param warnings one line each: a class absent from training, a request clipped to the pool, …
 * @param manifest plain JSON values: parts (filter, requested and realised counts, weights, row checksum), cells, correlation measures, pools
 * @param rare for every row of the table whether it has a value that is rare or missing in training by the shift's own say; empty where it names none
 */
public record Split(
        String label,
        @Nullable String environmentAttribute,
        List<Environment> environments,
        int[] environmentOf,
        int[] labels,
        int classes,
        List<Part> parts,
        List<Integer> testEnvironments,
        LabelNoise noise,
        SamplingWeights sampler,
        double maxWeight,
        List<String> warnings,
        Map<String, Object> manifest,
        boolean[] rare) {
    public Split {
        environments = List.copyOf(environments);
        parts = List.copyOf(parts);
        testEnvironments = List.copyOf(testEnvironments);
        warnings = List.copyOf(warnings);
    }

    /** Without a cap of the weights, of a shift that names no rare values. */
    public Split(
            String label,
            @Nullable String environmentAttribute,
            List<Environment> environments,
            int[] environmentOf,
            int[] labels,
            int classes,
            List<Part> parts,
            List<Integer> testEnvironments,
            LabelNoise noise,
            SamplingWeights sampler,
            List<String> warnings,
            Map<String, Object> manifest) {
        this(
                label,
                environmentAttribute,
                environments,
                environmentOf,
                labels,
                classes,
                parts,
                testEnvironments,
                noise,
                sampler,
                Double.POSITIVE_INFINITY,
                warnings,
                manifest,
                new boolean[0]);
    }

    /** The parts of a role, in order. */
    public List<Part> parts(Role role) {
        return parts.stream().filter(part -> part.role() == role).toList();
    }

    /**
     * The part of a name.
     *
     * @throws IllegalArgumentException where there is none
     */
    public Part part(String name) {
        return parts.stream()
                .filter(part -> part.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no part is called '" + name + "'; there are "
                        + parts.stream().map(Part::name).toList()));
    }

    /**
     * The exact probability with which each row of the table is drawn for an element of a training batch under {@code protocol: controlled}; 0
     * for rows outside training, 1 in all.
     */
    public double[] rowProbabilities() {
        return RowProbabilities.of(sampler, maxWeight, parts, labels, environmentOf);
    }

    /** Whether there is a part of this name. */
    public boolean has(String name) {
        return parts.stream().anyMatch(part -> part.name().equals(name));
    }

    /**
     * Environments that training rows belong to, ascending: {@code trainingEnvironments().get(k)} is the environment that algorithms know as
     * k. A row whose environment is -1 is counted nowhere.
     */
    public List<Integer> trainingEnvironments() {
        boolean[] seen = new boolean[environments.size()];
        for (Part part : parts(Role.TRAIN)) {
            if (part.weight() > 0) {
                for (int row : part.rows()) {
                    if (environmentOf[row] >= 0) {
                        seen[environmentOf[row]] = true;
                    }
                }
            }
        }
        return IntStream.range(0, seen.length).filter(i -> seen[i]).boxed().toList();
    }
}
