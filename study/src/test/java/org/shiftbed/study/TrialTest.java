package org.shiftbed.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.learn.Precision;
import org.shiftbed.learn.Protocol;
import org.shiftbed.learn.TrainingTask;

class TrialTest {
    private static final Trial TRIAL = new Trial(
            Protocol.DOMAINBED,
            "ColoredMNIST",
            Map.of("source", "", "side", 28),
            "0123456789abcdef",
            "y",
            "leave-domains-out",
            Map.of("test", List.of(2), "holdout", 0.2, "trial_seed", 0),
            "ERM",
            "domainbed",
            1,
            Map.of("lr", 1e-3, "batch_size", 64, "mlp_dropout", 0.0),
            "mnist-cnn",
            501,
            0,
            100,
            Precision.FLOAT32,
            1,
            "cpu",
            List.of("network", "algorithm", "data"),
            0,
            0,
            123L,
            List.of(2));

    @Test
    void theCanonicalFormIsSortedPlainAndOneLine() {
        assertThat(CanonicalJson.text(TRIAL.toJson()))
                .isEqualTo("{\"algorithm\":\"ERM\",\"batch\":0,\"checkpoint_every\":100,\"dataset\":\"ColoredMNIST\","
                        + "\"dataset_parameters\":{\"side\":28,\"source\":\"\"},\"device\":\"cpu\","
                        + "\"fingerprint\":\"0123456789abcdef\",\"form\":\"domainbed\","
                        + "\"hparams\":{\"batch_size\":64,\"lr\":0.001,\"mlp_dropout\":0},\"hparams_seed\":0,"
                        + "\"label\":\"y\",\"network\":\"mnist-cnn\",\"precision\":\"float32\","
                        + "\"protocol\":\"domainbed\",\"results_version\":1,\"run_seed\":123,\"schema\":1,\"seed\":0,"
                        + "\"shift\":\"leave-domains-out\","
                        + "\"shift_parameters\":{\"holdout\":0.2,\"test\":[2],\"trial_seed\":0},\"steps\":501,"
                        + "\"strict\":[\"algorithm\",\"data\",\"network\"],\"test_envs\":[2],\"threads\":1}");
        // Computed with another program: printf '%s' TEXT | sha256sum | cut -c1-16.
        assertThat(TRIAL.id()).isEqualTo("d666cb31f240de57");
    }

    @Test
    void whatIsReadBackEqualsWhatWasWritten() {
        Trial back = Trial.fromJson(CanonicalJson.parseObject(CanonicalJson.text(TRIAL.toJson())));
        assertThat(back).isEqualTo(TRIAL);
        assertThat(back.id()).isEqualTo(TRIAL.id());
    }

    @Test
    void theIdDoesNotDependOnTheOrderOfMapsOrOnTheKindOfWholeNumber() throws Exception {
        Map<String, Object> other = new LinkedHashMap<>();
        other.put("mlp_dropout", 0L);
        other.put("batch_size", 64.0);
        other.put("lr", 0.001f);
        assertThat(with("hyperparameters", other).id()).isEqualTo(TRIAL.id());
        assertThat(with("strict", List.of("data", "algorithm", "network")).id()).isEqualTo(TRIAL.id());
    }

    @Test
    void everyComponentChangesTheId() throws Exception {
        Map<String, Object> changed = new TreeMap<>(Map.of(
                "protocol", Protocol.CONTROLLED,
                "datasetParameters", Map.of("source", "x", "side", 28),
                "shiftParameters", Map.of("test", List.of(2), "holdout", 0.3, "trial_seed", 0),
                "hyperparameters", Map.of("lr", 1e-3, "batch_size", 65, "mlp_dropout", 0.0),
                "precision", Precision.FLOAT64,
                "strict", List.of("data"),
                "weights", "00ff",
                "testEnvironments", List.of(1),
                "patience", new TrainingTask.Patience(2, "id")));
        List<String> ids = new ArrayList<>(List.of(TRIAL.id()));
        for (RecordComponent component : Trial.class.getRecordComponents()) {
            Object old = component.getAccessor().invoke(TRIAL);
            Object value = changed.containsKey(component.getName())
                    ? changed.get(component.getName())
                    : old instanceof String text
                            ? text + "x"
                            : old instanceof Long l ? (Object) (l + 1) : (Integer) old + 1;
            ids.add(with(component.getName(), value).id());
        }
        ids.add(with("testEnvironments", null).id());
        assertThat(ids).hasSize(Trial.class.getRecordComponents().length + 2).doesNotHaveDuplicates();
    }

    @Test
    void aDamagedTrialIsRefused() {
        Map<String, Object> json = new TreeMap<>(TRIAL.toJson());
        json.put("stepz", 5);
        assertThatThrownBy(() -> Trial.fromJson(json)).hasMessage("trial.json has unknown fields: [stepz]");
        json.remove("stepz");
        json.remove("steps");
        assertThatThrownBy(() -> Trial.fromJson(json)).hasMessage("trial.json: steps must be a value, found null");
        json.put("steps", "many");
        assertThatThrownBy(() -> Trial.fromJson(json))
                .hasMessage("trial.json: steps must be a whole number, found many");
        json.put("steps", 501);
        json.put("schema", 2);
        assertThatThrownBy(() -> Trial.fromJson(json)).hasMessageContaining("schema 2");
    }

    @Test
    void dataOfARunFollowFromItsSeedInTheStrictLayerOnly() throws Exception {
        assertThat(TRIAL.dataSeed()).isEqualTo(123);
        Trial fixed = with("strict", List.of("algorithm"));
        assertThat(fixed.dataSeed()).isEqualTo(org.shiftbed.base.SeedHash.of("ColoredMNIST", 0));
    }

    private static Trial with(String name, @org.jspecify.annotations.Nullable Object value) throws Exception {
        RecordComponent[] components = Trial.class.getRecordComponents();
        Object[] values = new Object[components.length];
        Class<?>[] types = new Class<?>[components.length];
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            values[i] = components[i].getName().equals(name)
                    ? value
                    : components[i].getAccessor().invoke(TRIAL);
        }
        return Trial.class.getDeclaredConstructor(types).newInstance(values);
    }

    /** Trials without it are what they were before it was made. */
    @Test
    void patienceIsPartOfATrialWhereItIsGiven() {
        String file = """
                study: tiny
                dataset: {sprites: {side: 16, stride: {orientation: 8, position: 8}}}
                shifts: [{unseen: {attribute: color, values: [blue]}}]
                algorithms: [ERM]
                training: {steps: 4, batch: 16%s}
                selection: [%s]
                """;
        Trial plain = planned(String.format(file, "", "own"));
        Trial patient = planned(String.format(file, ", patience: 3", "own"));
        Trial other = planned(String.format(file, ", patience: 3", "oracle-best"));
        assertThat(plain.toJson()).doesNotContainKeys("patience", "patience_rule");
        assertThat(patient.toJson()).containsEntry("patience", 3L).containsEntry("patience_rule", "id");
        assertThat(other.toJson()).containsEntry("patience_rule", "oracle-best");
        assertThat(Set.of(plain.id(), patient.id(), other.id())).hasSize(3);
        assertThat(Trial.fromJson(patient.toJson())).isEqualTo(patient);
    }

    private static Trial planned(String file) {
        return Plan.of(StudyFile.parse(file, "tiny.yaml"), null).trials().get(0).trial();
    }
}
