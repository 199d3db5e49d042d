package org.shiftbed.study;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.shiftbed.learn.Precision;
import org.shiftbed.learn.Protocol;
import org.shiftbed.learn.TrainingTask;

/** The one form of a trial in files. Field names follow DomainBed's records where it has the field. */
final class TrialJson {
    /** Version of this form: raised when a field is added or its meaning changes. */
    private static final long SCHEMA = 1;

    private TrialJson() {}

    static Map<String, Object> write(Trial trial) {
        TreeMap<String, Object> json = new TreeMap<>();
        json.put("schema", SCHEMA);
        json.put("protocol", lower(trial.protocol()));
        json.put("dataset", trial.dataset());
        json.put("dataset_parameters", trial.datasetParameters());
        json.put("fingerprint", trial.fingerprint());
        json.put("label", trial.label());
        json.put("shift", trial.shift());
        json.put("shift_parameters", trial.shiftParameters());
        json.put("algorithm", trial.algorithm());
        json.put("form", trial.form());
        json.put("results_version", (long) trial.resultsVersion());
        json.put("hparams", trial.hyperparameters());
        json.put("network", trial.network());
        if (trial.weights() != null) {
            json.put("weights", trial.weights());
        }
        json.put("steps", (long) trial.steps());
        json.put("batch", (long) trial.batch());
        json.put("checkpoint_every", (long) trial.checkpointEvery());
        json.put("precision", lower(trial.precision()));
        json.put("threads", (long) trial.threads());
        json.put("device", trial.device());
        json.put("strict", trial.strict());
        json.put("hparams_seed", (long) trial.hparamsSeed());
        json.put("seed", (long) trial.seed());
        json.put("run_seed", trial.runSeed());
        if (trial.testEnvironments() != null) {
            json.put("test_envs", Values.plain(trial.testEnvironments()));
        }
        TrainingTask.Patience patience = trial.patience();
        if (patience != null) {
            json.put("patience", (long) patience.evaluations());
            json.put("patience_rule", patience.rule());
        }
        return json;
    }

    static Trial read(Map<String, Object> json) {
        Fields fields = new Fields(json);
        if (fields.whole("schema") != SCHEMA) {
            throw new IllegalArgumentException(
                    "trial.json has schema " + json.get("schema") + "; this release reads schema " + SCHEMA);
        }
        Trial trial = new Trial(
                fields.oneOf("protocol", Protocol.class),
                fields.text("dataset"),
                fields.map("dataset_parameters"),
                fields.text("fingerprint"),
                fields.text("label"),
                fields.text("shift"),
                fields.map("shift_parameters"),
                fields.text("algorithm"),
                fields.text("form"),
                fields.integer("results_version"),
                fields.map("hparams"),
                fields.text("network"),
                json.containsKey("weights") ? fields.text("weights") : null,
                fields.integer("steps"),
                fields.integer("batch"),
                fields.integer("checkpoint_every"),
                fields.oneOf("precision", Precision.class),
                fields.integer("threads"),
                fields.text("device"),
                fields.texts("strict"),
                fields.integer("hparams_seed"),
                fields.integer("seed"),
                fields.whole("run_seed"),
                json.containsKey("test_envs") ? fields.integers("test_envs") : null,
                json.containsKey("patience")
                        ? new TrainingTask.Patience(fields.integer("patience"), fields.text("patience_rule"))
                        : null);
        fields.nothingElse();
        return trial;
    }

    static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** Takes fields out of an object and knows which were taken. */
    private static final class Fields {
        private final Map<String, Object> json;
        private final Set<String> rest;

        Fields(Map<String, Object> json) {
            this.json = json;
            this.rest = new TreeSet<>(json.keySet());
        }

        void nothingElse() {
            if (!rest.isEmpty()) {
                throw new IllegalArgumentException("trial.json has unknown fields: " + rest);
            }
        }

        private Object value(String name) {
            Object value = json.get(name);
            rest.remove(name);
            if (value == null) {
                throw wrong(name, "a value", null);
            }
            return value;
        }

        String text(String name) {
            return value(name) instanceof String text ? text : fail(name, "text");
        }

        long whole(String name) {
            return wholeOf(name, value(name));
        }

        int integer(String name) {
            return Math.toIntExact(whole(name));
        }

        private long wholeOf(String name, Object value) {
            if (value instanceof Integer || value instanceof Long) {
                return ((Number) value).longValue();
            }
            throw wrong(name, "a whole number", value);
        }

        @SuppressWarnings("unchecked")
        Map<String, Object> map(String name) {
            return value(name) instanceof Map<?, ?> map ? (Map<String, Object>) map : fail(name, "an object");
        }

        List<?> list(String name) {
            return value(name) instanceof List<?> list ? list : fail(name, "a list");
        }

        List<String> texts(String name) {
            List<String> all = new ArrayList<>();
            for (Object item : list(name)) {
                all.add(item instanceof String text ? text : fail(name, "a list of text"));
            }
            return all;
        }

        List<Integer> integers(String name) {
            List<Integer> all = new ArrayList<>();
            for (Object item : list(name)) {
                all.add(Math.toIntExact(wholeOf(name, item)));
            }
            return all;
        }

        <E extends Enum<E>> E oneOf(String name, Class<E> type) {
            String text = text(name);
            for (E constant : type.getEnumConstants()) {
                if (lower(constant).equals(text)) {
                    return constant;
                }
            }
            throw wrong(name, "a known " + name, text);
        }

        private <T> T fail(String name, String wanted) {
            throw wrong(name, wanted, json.get(name));
        }

        private static IllegalArgumentException wrong(String name, String wanted, @Nullable Object found) {
            return new IllegalArgumentException("trial.json: " + name + " must be " + wanted + ", found " + found);
        }
    }
}
