package org.shiftbed.report.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.audit.result.AuditJson;
import org.shiftbed.audit.result.AuditResult;

/** The check of the declared parents is told as the test that it is, beside the answer whether the numbers can be trusted. */
class DeclaredParentsTest {
    @TempDir
    Path folder;

    /** The made audit with a check that fails: its file is changed and read back. */
    private AuditResult failing() throws IOException {
        Path file = folder.resolve("audit.json");
        AuditJson.write(MadeAudit.random(4, 1).result(0.5, 1), file);
        String text = Files.readString(file);
        String changed = text.replaceFirst("\"holds\"\\s*:\\s*true", "\"holds\":false");
        assertThat(changed).isNotEqualTo(text);
        Files.writeString(file, changed);
        return AuditJson.read(file);
    }

    @Test
    void anAlarmIsATestThatMayBeFalse() {
        AuditResult.FactorisationFacts facts =
                new AuditResult.FactorisationFacts(false, 2.4621, 2.2414, List.of("O | Y=0", "age"), 2);
        assertThat(facts.sentence())
                .isEqualTo(
                        "Declared parents: a parent may be missing, or a direction may be wrong; then the numbers are"
                                + " those of another shift. It is a test at the 5% level over 2 pairs, which right parents fail in"
                                + " up to 1 of 20 audits (largest z 2.462 between 'O | Y=0' and 'age', limit 2.241).");
        assertThat(new AuditResult.FactorisationFacts(true, 2.4621, 3.0381, List.of("O | Y=0", "age"), 21).sentence())
                .contains("no pair of scores stands out", "5% level over 21 pairs", "does not prove them right");
        assertThat(new AuditResult.FactorisationFacts(true, 0, 0, List.of(), 0).sentence())
                .contains("nothing to compare");
    }

    @Test
    void theAlarmStandsBesideTheAnswerWhetherTheNumbersCanBeTrusted() throws IOException {
        AuditResult result = failing();
        String page = new AuditPage(result).write();
        assertThat(page)
                .contains("Can the numbers be trusted? Yes, at every radius. But a parent may be missing.</strong>")
                .contains("<div class=\"verdict warn\">")
                .doesNotContain("<div class=\"verdict good\">");
        assertThat(page.split("a parent may be missing, or a direction may be wrong", -1))
                .hasSize(3);
        assertThat(AuditSummary.of(result).replaceAll("\\s+", " "))
                .contains(result.factorisation().sentence());
        String without = new AuditPage(MadeAudit.random(4, 1).result(0.5, 1)).write();
        assertThat(without).contains("<div class=\"verdict good\">").doesNotContain("a parent may be missing");
    }
}
