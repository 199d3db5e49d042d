package org.shiftbed.report.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.ConditionResult;
import org.shiftbed.audit.result.RadiusResult.ShiftEstimate;
import org.shiftbed.audit.result.TargetResult;
import org.shiftbed.audit.result.Verdict;
import org.shiftbed.audit.result.Verdict.Grade;

/** Words say no more than the grades allow. The made audit is good at radii 0.5 and 1, caution at 2, unchecked at 4. */
class QuestionsSectionTest {
    private final AuditResult result = MadeAudit.random(4, 1).result(0.5, 1, 2, 4);
    private final QuestionsSection questions = new QuestionsSection(result, new Shown(result));

    private TargetResult target(Grade grade) {
        TargetResult made = result.targets().get(0);
        return new TargetResult(
                made.description(),
                made.size(),
                made.estimate().withVerdict(new Verdict(grade, List.of("A reason."))),
                made.effects(),
                List.of());
    }

    private String passing(double radius, Grade grade) {
        return passing(radius, grade, false);
    }

    private String passing(double radius, Grade grade, boolean denied) {
        return passing(radius, grade, denied, Double.NaN);
    }

    private String passing(double radius, Grade grade, boolean denied, double byWeighting) {
        return questions.passing(new AuditResult.Passing(
                0.4,
                radius,
                radius - 0.1,
                radius + 0.1,
                new Verdict(grade, List.of()),
                new AuditResult.Passing.Weighted(denied ? 0.3872 : 0.402, 0.0013, 0.52, denied, byWeighting)));
    }

    @Test
    void aTargetThatIsNotGoodStandsBesideWhatWeightedRowsSay() {
        ShiftEstimate estimate = target(Grade.GOOD).estimate();
        String start = "Under P(V0=1|Z=1) = 0.5 (size 0.8000) error rate would be ";
        String model = Figures.number(estimate.value()) + " " + Figures.interval(estimate.low(), estimate.high());
        String weighted = Figures.number(estimate.importance().selfNormalised()) + " \u00b1 "
                + Figures.number(estimate.importance().seSelfNormalised());
        assertThat(questions.target(target(Grade.GOOD))).isEqualTo(start + model + ".");
        assertThat(questions.target(target(Grade.CAUTION)))
                .isEqualTo(start + model + " by the quadratic model, to be taken with caution; weighted rows say "
                        + weighted + " (effective sample 81%).");
        assertThat(questions.target(target(Grade.UNINFORMATIVE))).contains(model, "unchecked", weighted);
        assertThat(questions.target(target(Grade.POOR)))
                .isEqualTo(start + weighted + " by weighted rows (effective sample 81%); the quadratic model says "
                        + model + ", which is poor.");
        assertThat(QuestionsSection.doubts(target(Grade.GOOD).estimate())).isEmpty();
        assertThat(QuestionsSection.doubts(target(Grade.POOR).estimate())).containsExactly("A reason.");
    }

    @Test
    void aSizeThatIsTooMuchIsAFactOnlyWhereTheModelIsGood() {
        assertThat(passing(0.9, Grade.GOOD))
                .startsWith(
                        "A shift of about radius 0.9000 is enough that error rate exceeds 0.4 (between 0.8000 and 1.0000");
        assertThat(passing(2.5, Grade.CAUTION))
                .startsWith(
                        "By the quadratic model, a shift of about radius 2.5000 is enough that error rate exceeds 0.4")
                .endsWith("; it is not confirmed beyond radius 1.");
        assertThat(passing(2.5, Grade.CAUTION, false, 2.75))
                .endsWith("; by weighted rows one of about radius 2.7500 is enough.");
        assertThat(passing(0.3, Grade.CAUTION)).endsWith("; it is confirmed at no radius that was looked at.");
        for (Grade grade : List.of(Grade.POOR, Grade.UNINFORMATIVE)) {
            assertThat(passing(4.5, grade))
                    .contains("cannot be told from these rows", "not confirmed beyond radius 1")
                    .doesNotContain("is enough", "4.5");
        }
    }

    @Test
    void aSizeThatWeightedRowsDenyIsNotCalledEnough() {
        for (Grade grade : List.of(Grade.GOOD, Grade.CAUTION)) {
            assertThat(passing(0.9, grade, true))
                    .isEqualTo(
                            "By the quadratic model, error rate exceeds 0.4 from radius 0.9000 on (between 0.8000"
                                    + " and 1.0000 within the uncertainty of the estimate); weighted rows, 52% of them effective,"
                                    + " say 0.3872 there, which does not; they do at no radius at which they are enough to judge.");
            assertThat(passing(0.9, grade, true, 1.0625))
                    .endsWith(" say 0.3872 there, which does not; they first do at radius 1.0625.");
        }
    }

    @Test
    void bothFirstBoxesSpeakOfTheSameRadius() {
        assertThat(new AuditPage(result).write())
                .contains("Can the numbers be trusted? At radius 1: yes. At radius 0.5: yes. At radius 2: with caution."
                        + " At radius 4: not checked, the rows hold too little of the shifted world.");
        assertThat(new AuditPage(MadeAudit.random(4, 1).result(0.5, 1)).write())
                .contains("Can the numbers be trusted? Yes, at every radius.");
        assertThat(new AuditPage(MadeAudit.random(4, 1).result(2, 2.2)).write())
                .contains(
                        "Can the numbers be trusted? At radius 2: with caution. At radius 2.2: with caution.</strong>");
    }

    @Test
    void theConditionStandsOnThePageWithItsReason() {
        ConditionResult condition = new ConditionResult(
                "worst-loss > 0.735 at radius 1",
                ConditionResult.Outcome.OPEN,
                1,
                0.7128,
                0.7512,
                "the interval 0.7128 to 0.7512 holds 0.735");
        assertThat(new AuditPage(result.withCondition(condition)).write())
                .contains("holds: the interval 0.7128 to 0.7512 holds 0.735.");
    }

    @Test
    void theAnswerBeginsWithAllThatWasAsked() {
        List<String> answers = questions.answers();
        assertThat(answers).hasSize(5);
        assertThat(answers.get(0))
                .startsWith("Under P(V0=1|Z=1) = 0.5 (size 0.8000)")
                .contains("outside the limits");
        assertThat(answers.get(1))
                .startsWith("Under the shift from y1.csv to y2.csv (size 0.7000) error rate would be ");
        assertThat(answers.get(2)).contains("exceeds 0.4");
        assertThat(answers.get(3)).contains("exceeds 0.9");
        assertThat(answers.get(4))
                .isEqualTo("Within radius 1, this model's worst error rate is 0.4000, that of other.parquet 0.4100; at"
                        + " this model's worst shift it is not told apart from the other (difference +0.0200, 95%"
                        + " interval [\u22120.0100, 0.0500]).");
        String page = new AuditPage(result).write();
        String box = page.substring(page.indexOf("id=\"answer\""), page.indexOf("Can the numbers be trusted?"));
        assertThat(box)
                .contains("Under the shift from y1.csv to y2.csv", "exceeds 0.9", "that of other.parquet")
                .contains("A parameter of 1 means: odds of V0 | Z=0 times 2.72");
    }

    @Test
    void theTerminalHasATableOfTheTwoModels() {
        String text = AuditSummary.of(result);
        assertThat(text)
                .contains(
                        "Two models under shift: this one and other.parquet\n", "Under the shift from y1.csv to y2.csv")
                .containsPattern("\n1 +0\\.4000 +0\\.4100 +\\+0\\.0200 +\\[\u22120\\.0100, 0\\.0500\\] +good\n");
        assertThat(text.lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
    }
}
