package org.shiftbed.study;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.learn.Algorithms;
import org.shiftbed.learn.Protocol;
import org.shiftbed.learn.algorithm.AlgorithmFactory;

/**
 * One trial that a folder is expected to hold, with what reports need to name its place. It stands in {@code plan.json}, so that a report knows what is missing and
 * needs neither the study file nor the data.
 *
 * @param id name of its folder: the trial's id, or the name of an imported folder
 * @param protocol batch rule and conventions
 * @param dataset registered name
 * @param shift kind
 * @param setting what tells settings of one kind apart, in words: {@code color, N=10}; empty where there is one only
 * @param algorithm registered name
 * @param method what tables call it: the algorithm's name, or what the study calls it
 * @param form one that the algorithm has
 * @param strict layers, sorted
 * @param seed run seed, or DomainBed's trial_seed
 * @param hparamsSeed member of the search, counted from 0
 * @param steps updates; -1 where it is not known
 * @param testEnvironments DomainBed's {@code test_envs}; empty under other shifts
 * @param environments labels of all environments, index = place; empty where they are not known
 * @param refused why it cannot run; null where it can
 * @param trial canonical content of {@code trial.json}; null for an imported run
 */
public record ExpectedTrial(
        String id,
        Protocol protocol,
        String dataset,
        String shift,
        String setting,
        String algorithm,
        String method,
        String form,
        List<String> strict,
        int seed,
        int hparamsSeed,
        int steps,
        List<Integer> testEnvironments,
        List<String> environments,
        @Nullable String refused,
        @Nullable Map<String, Object> trial) {
    public ExpectedTrial {
        strict = List.copyOf(strict);
        testEnvironments = List.copyOf(testEnvironments);
        environments = List.copyOf(environments);
        if (id.isEmpty() || id.contains("/") || id.startsWith(".")) {
            throw new IllegalArgumentException("an id names a folder, got '" + id + "'");
        }
    }

    /** Of a method that tables call by the algorithm's name. */
    public ExpectedTrial(
            String id,
            Protocol protocol,
            String dataset,
            String shift,
            String setting,
            String algorithm,
            String form,
            List<String> strict,
            int seed,
            int hparamsSeed,
            int steps,
            List<Integer> testEnvironments,
            List<String> environments,
            @Nullable String refused,
            @Nullable Map<String, Object> trial) {
        this(
                id,
                protocol,
                dataset,
                shift,
                setting,
                algorithm,
                algorithm,
                form,
                strict,
                seed,
                hparamsSeed,
                steps,
                testEnvironments,
                environments,
                refused,
                trial);
    }

    /** For people: {@code ERM on sprites under low-data (color, N=10), seed 0, draw 1}. */
    public String words() {
        String held = testEnvironments.isEmpty()
                ? ""
                : ", holding out "
                        + String.join(
                                " and ",
                                testEnvironments.stream().map(this::environment).toList());
        return method + " on " + dataset + " under " + shift + (setting.isEmpty() ? "" : " (" + setting + ")") + held
                + ", seed " + seed + ", draw " + hparamsSeed;
    }

    /** What a trial of a plan leads to. */
    static ExpectedTrial of(PlannedTrial planned) {
        Trial trial = planned.trial();
        return new ExpectedTrial(
                planned.id(),
                trial.protocol(),
                trial.dataset(),
                trial.shift(),
                planned.setting(),
                trial.algorithm(),
                planned.method(),
                trial.form(),
                trial.strict(),
                trial.seed(),
                trial.hparamsSeed(),
                trial.steps(),
                trial.testEnvironments() == null ? List.of() : trial.testEnvironments(),
                planned.environments(),
                planned.refusal(),
                trial.toJson());
    }

    /** Updates at most, of both stages where it has two; negative where it is not known. */
    public int updates() {
        if (autoLr()) {
            return 2 * steps;
        }
        Map<String, Object> hyperparameters = hyperparameters();
        return hyperparameters == null
                ? steps
                : (int) Math.min(Integer.MAX_VALUE, Algorithms.updates(algorithm, hyperparameters, steps));
    }

    /** As {@code trial.json} has them; null where they are not known. */
    @SuppressWarnings("unchecked")
    private @Nullable Map<String, Object> hyperparameters() {
        return trial != null && trial.get("hparams") instanceof Map<?, ?> map ? (Map<String, Object>) map : null;
    }

    /** Whether it has the two stages of {@link AlgorithmFactory#AUTO_LR}. */
    public boolean autoLr() {
        return form.equals(AlgorithmFactory.AUTO_LR);
    }

    /** The label of an environment, or its number where labels are not known. */
    public String environment(int index) {
        return index < environments.size() ? environments.get(index) : String.valueOf(index);
    }

    Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", id);
        json.put("protocol", protocol.name().toLowerCase(java.util.Locale.ROOT));
        json.put("dataset", dataset);
        json.put("shift", shift);
        json.put("setting", setting);
        json.put("algorithm", algorithm);
        if (!method.equals(algorithm)) {
            json.put("method", method);
        }
        json.put("form", form);
        json.put("strict", strict);
        json.put("seed", seed);
        json.put("hparams_seed", hparamsSeed);
        json.put("steps", steps);
        json.put("test_envs", testEnvironments);
        json.put("environments", environments);
        if (refused != null) {
            json.put("refused", refused);
        }
        if (trial != null) {
            json.put("trial", trial);
        }
        return json;
    }

    static ExpectedTrial read(JsonFields json) {
        String method = json.values().containsKey("method") ? json.text("method") : json.text("algorithm");
        return new ExpectedTrial(
                json.text("id"),
                protocol(json),
                json.text("dataset"),
                json.text("shift"),
                json.text("setting"),
                json.text("algorithm"),
                method,
                json.text("form"),
                json.texts("strict"),
                json.whole("seed"),
                json.whole("hparams_seed"),
                json.whole("steps"),
                json.wholes("test_envs"),
                json.texts("environments"),
                json.textOrNull("refused"),
                json.values().containsKey("trial") ? json.map("trial") : null);
    }

    static Protocol protocol(JsonFields json) {
        String name = json.text("protocol");
        for (Protocol protocol : Protocol.values()) {
            if (protocol.name().toLowerCase(java.util.Locale.ROOT).equals(name)) {
                return protocol;
            }
        }
        throw org.shiftbed.base.Names.unknown(json.place(), "protocol", name, List.of("controlled", "domainbed"));
    }
}
