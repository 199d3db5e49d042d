package org.shiftbed.study.domainbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class JobNameTest {
    private static Map<String, Object> arguments() {
        TreeMap<String, Object> arguments = new TreeMap<>();
        arguments.put("dataset", "RotatedMNIST");
        arguments.put("algorithm", "ERM");
        arguments.put("test_envs", List.of(0));
        arguments.put("holdout_fraction", 0.2);
        arguments.put("hparams_seed", 0);
        arguments.put("data_dir", "/data");
        arguments.put("task", "domain_generalization");
        arguments.put("trial_seed", 0);
        arguments.put("seed", 8951917);
        return arguments;
    }

    @Test
    void namesOfTheReferenceComeOut() {
        Map<String, Object> arguments = arguments();
        assertThat(JobName.of(arguments)).isEqualTo("c2004c02facc001986d69a0989c139c0");
        arguments.put("steps", 501);
        assertThat(JobName.of(arguments)).isEqualTo("ff5f56e3e361e1139f27a9f9bc56a29b");
    }

    @Test
    void floatsAndTextsAreWrittenAsPythonWritesThem() {
        // Each right-hand side was printed by python3's json.dumps.
        assertThat(JobName.json(0.0)).isEqualTo("0.0");
        assertThat(JobName.json(1e-5)).isEqualTo("1e-05");
        assertThat(JobName.json(0.0001)).isEqualTo("0.0001");
        assertThat(JobName.json(2.7028930742148706e-05)).isEqualTo("2.7028930742148706e-05");
        assertThat(JobName.json(2e23)).isEqualTo("2e+23");
        assertThat(JobName.json(1e16)).isEqualTo("1e+16");
        assertThat(JobName.json(123456789012345680.0)).isEqualTo("1.2345678901234568e+17");
        assertThat(JobName.json(-1500.0)).isEqualTo("-1500.0");
        assertThat(JobName.json(1234567890123456.0)).isEqualTo("1234567890123456.0");
        assertThat(JobName.json("é\"\\\n")).isEqualTo("\"\\u00e9\\\"\\\\\\n\"");
        assertThat(JobName.json(List.of(1, true))).isEqualTo("[1, true]");
    }
}
