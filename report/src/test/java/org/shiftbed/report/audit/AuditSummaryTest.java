package org.shiftbed.report.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class AuditSummaryTest {
    /** What an audit says to whom asked for nothing beside the worst shift; the questions of this result are one block each. */
    private static String withoutQuestions(String text) {
        return text.substring(0, text.indexOf("\nUnder P(V0=1|Z=1) = 0.5"))
                + text.substring(text.indexOf("\nWhat to doubt:"));
    }

    @Test
    void answerCurveShiftAndDoubtsFitOneScreen() {
        String text = AuditSummary.of(MadeAudit.random(8, 3).result(0.5, 1, 2, 4, 8));
        assertThat(withoutQuestions(text).lines()).hasSizeBetween(15, 40);
        assertThat(text.lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
        assertThat(text).startsWith("At radius 2 the error rate can rise");
        assertThat(text).doesNotContain("NaN", "Infinity").contains("unchecked", "What to doubt:");
        // Radius 1 is the largest one whose approximation is good in this result.
        assertThat(text).contains("The worst shift at radius 1:");
    }

    @Test
    void sentencesComeInTheOrderOfContributions() {
        MadeAudit made = new MadeAudit(
                new double[] {0.01, -0.3, 0.05}, new double[3][3], List.of("small", "large", "middle"), true);
        String text = AuditSummary.of(made.result(1));
        assertThat(text.indexOf("  large becomes")).isBetween(0, text.indexOf("  middle becomes"));
        assertThat(text.indexOf("  middle becomes")).isLessThan(text.indexOf("  small becomes"));
    }

    @Test
    void manyRadiiAreThinnedAndNastyNamesStayOnTheirLine() {
        double[] radii = new double[30];
        Arrays.setAll(radii, i -> 0.1 * (i + 1));
        MadeAudit made = new MadeAudit(new double[] {0.1}, new double[][] {{0.02}}, List.of("a\nb\u001b[31m"), true);
        String text = AuditSummary.of(made.result(radii));
        assertThat(text).doesNotContain("\u001b").contains("of 30 radii", "\n0.1 ", "\n3 ");
        assertThat(withoutQuestions(text).lines()).hasSizeLessThan(40);
    }

    @Test
    void withoutRadiiTheHeadlineAndTheReasonsRemain() {
        MadeAudit none = new MadeAudit(new double[0], new double[0][0], List.of(), true);
        assertThat(AuditSummary.of(none.result())).contains("At radius 2", "What to doubt:");
    }

    @Test
    void sentencesThatDoNotFitAreCounted() {
        double[] slopes = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7};
        List<String> labels = List.of("a", "b", "c", "d", "e", "f", "g");
        MadeAudit made = new MadeAudit(slopes, new double[7][7], labels, true);
        String text = AuditSummary.of(made.result(1));
        assertThat(text).contains("2 more on the page, section The worst shift.");
    }
}
