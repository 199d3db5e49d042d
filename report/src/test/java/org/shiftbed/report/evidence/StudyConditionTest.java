package org.shiftbed.report.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shiftbed.base.UserError;
import org.shiftbed.report.statistics.Made;
import org.shiftbed.report.statistics.Results;
import org.shiftbed.study.Outcome;

class StudyConditionTest {
    /** Differences CORAL minus ERM: unseen -0.05, -0.04, -0.06; low-data 0.01, -0.01, 0; t(2) is 4.303, so -0.05 +- 0.0248 and 0 +- 0.0248. */
    private static Results results() {
        List<Outcome> outcomes = new ArrayList<>();
        double[] unseen = {-0.05, -0.04, -0.06};
        double[] low = {0.01, -0.01, 0};
        for (int seed = 0; seed < 3; seed++) {
            outcomes.add(Made.done("sprites", "none", "ERM", seed, 0.9));
            outcomes.add(Made.done("sprites", "none", "CORAL", seed, 0.1));
            outcomes.add(Made.done("sprites", "unseen", "ERM", seed, 0.6 + 0.1 * seed));
            outcomes.add(Made.done("sprites", "unseen", "CORAL", seed, 0.6 + 0.1 * seed + unseen[seed]));
            outcomes.add(Made.done("sprites", "low-data", "ERM", seed, 0.5));
            outcomes.add(Made.done("sprites", "low-data", "CORAL", seed, 0.5 + low[seed]));
        }
        outcomes.add(Made.done("sprites", "unseen", "IRM", 0, 0.1));
        return new Results(outcomes, "id");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "worse(CORAL, ERM) by 0.02 in unseen | HOLDS",
                "worse(CORAL, ERM) by 0.03 in unseen under id | OPEN",
                "worse(CORAL, ERM) by 0.08 in unseen | DOES_NOT",
                "worse(ERM, CORAL) by 0.02 in unseen | DOES_NOT",
                "worse(CORAL, ERM) in low-data | OPEN",
                "worse(CORAL, ERM) by 0.03 in low-data | DOES_NOT",
                "worse(CORAL, ERM) by 0.02 | HOLDS",
                "worse(CORAL, ERM) by 0.03 | OPEN",
                "worse(CORAL, ERM) by 0.08 | DOES_NOT",
                "worse(IRM, ERM) by 0.02 in unseen | OPEN",
                "worse(IRM, ERM) in low-data | OPEN"
            })
    void holdsIsShortOfItOrCannotBeTold(String text, StudyCondition.Outcome outcome) {
        assertThat(StudyCondition.parse(text).judge(results(), "id").outcome()).isEqualTo(outcome);
    }

    @Test
    void saysWhatItSawOfEachShift() {
        assertThat(StudyCondition.parse("worse(CORAL, ERM) by 0.02")
                        .judge(results(), "id")
                        .sentences())
                .containsExactly(
                        "The condition 'worse(CORAL, ERM) by 0.02' holds: unseen, rule id: accuracy of CORAL minus that of ERM"
                                + " is \u22125.0 points (95% interval \u22127.5 to \u22122.5, 3 pairs of runs; threshold \u22122).",
                        "The evidence does not suffice to tell whether 'worse(CORAL, ERM) by 0.02' holds: low-data, rule id:"
                                + " accuracy of CORAL minus that of ERM is 0.0 points (95% interval \u22122.5 to +2.5, 3 pairs of"
                                + " runs; threshold \u22122).");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "worse",
                "worse(CORAL)",
                "better(CORAL, ERM)",
                "worse(CORAL, ERM) by much",
                "worse(CORAL, ERM) by 2",
                "worse(CORAL, ERM) by -0.1",
                "worse(CORAL, ERM) by NaN",
                "worse(ERM, ERM)",
                "worse(CORAL, ERM) at unseen"
            })
    void whatCannotBeReadIsRefusedInOneLine(String text) {
        assertThatThrownBy(() -> StudyCondition.parse(text))
                .isInstanceOf(UserError.class)
                .hasMessageStartingWith("--fail-if: ")
                .hasMessageNotContaining("\n");
    }

    @Test
    void unknownNamesAreAnsweredWithNearOnes() {
        assertThatThrownBy(() -> StudyCondition.parse("worse(CORL, ERM)").judge(results(), "id"))
                .hasMessageContaining("did you mean 'CORAL'");
        assertThatThrownBy(
                        () -> StudyCondition.parse("worse(CORAL, ERM) in unsen").judge(results(), "id"))
                .hasMessageContaining("did you mean 'unseen'");
    }

    @Test
    void anAlgorithmOfTwoFormsMustBeNamedByItsLabel() {
        Results two = new Results(
                List.of(
                        Made.strict("IRM", "controlled"),
                        Made.strict("IRM", "domainbed"),
                        Made.strict("ERM", "controlled")),
                "id");
        assertThatThrownBy(() -> StudyCondition.parse("worse(IRM, ERM)").judge(two, "id"))
                .hasMessageContaining("IRM (controlled), IRM (domainbed)");
        assertThat(StudyCondition.parse("worse(IRM (domainbed), ERM (controlled))")
                        .judge(two, "id")
                        .outcome())
                .isEqualTo(StudyCondition.Outcome.OPEN);
    }

    @Test
    void anOracleIsNeverAnOrdinaryResult() {
        Results oracle = new Results(
                List.of(
                        Made.outcome("d", "unseen", "ERM", "oracle-best", "all", -1, 0, 0.5),
                        Made.outcome("d", "unseen", "CORAL", "oracle-best", "all", -1, 0, 0.4)),
                "oracle-best");
        assertThat(StudyCondition.parse("worse(CORAL, ERM)")
                        .judge(oracle, "oracle-best")
                        .sentences())
                .allMatch(sentence -> sentence.contains("not a valid benchmark"));
    }
}
