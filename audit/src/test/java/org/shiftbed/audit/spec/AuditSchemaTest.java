package org.shiftbed.audit.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.shiftbed.base.CanonicalJson;

class AuditSchemaTest {
    private static final Path COMMITTED = Path.of("../studies/audit-schema.json");

    @Test
    void theCommittedSchemaIsTheGeneratedOne() throws IOException {
        if (Boolean.getBoolean("shiftbed.write-schema")) {
            Files.writeString(COMMITTED, AuditSchema.json());
        }
        assertThat(Files.readString(COMMITTED))
                .as("write it anew with -Dshiftbed.write-schema=true -Dtest=AuditSchemaTest")
                .isEqualTo(AuditSchema.json());
    }

    @Test
    void theSchemaAllowsNoOtherFieldAndAsksForLossAndShifts() {
        Map<String, Object> schema = CanonicalJson.parseObject(AuditSchema.json());
        assertThat(schema).containsEntry("additionalProperties", false);
        assertThat(schema.get("required")).isEqualTo(List.of("loss", "shifts"));
        assertThat(CanonicalJson.text(schema)).contains("\"gaussian-mean-variance\"", "\"min-cell\"");
    }

    @Test
    void theTableOfFieldsHasARowForEachAndStaysATable() {
        List<String> lines = AuditSchema.markdown().lines().toList();
        assertThat(lines)
                .anyMatch(line -> line.startsWith("| `loss.clip` | "))
                .anyMatch(line -> line.startsWith("| `shifts[].family` | "))
                .anyMatch(line -> line.startsWith("| `budget.ellipsoid.matrix` | "))
                .anyMatch(line -> line.startsWith("| `estimation.seed` | "));
        assertThat(lines)
                .allMatch(line ->
                        line.replace("\\|", "").chars().filter(c -> c == '|').count() == 5);
    }
}
