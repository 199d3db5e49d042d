package org.shiftbed.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shiftbed.report.statistics.Made;
import org.shiftbed.report.statistics.Results;
import org.shiftbed.study.Outcome;

class AccuracyAxisTest {
    @Test
    void theAxisEndsAtZeroWhereAnIntervalGoesBelow() {
        assertThat(page(0.05, 0.6, 0.1))
                .containsPattern("\"low\":-\\d")
                .containsPattern("\"min\":0(\\.0)?[,}]")
                .containsPattern("\"max\":100(\\.0)?[,}]");
    }

    @Test
    void theAxisIsAsLongAsTheDataWhereNothingGoesBelow() {
        assertThat(page(0.95, 0.96, 0.94)).contains("\"low\":").doesNotContain("\"min\":");
    }

    private static String page(double... accuracies) {
        List<Outcome> outcomes = new ArrayList<>();
        for (int seed = 0; seed < accuracies.length; seed++) {
            outcomes.add(Made.done("d", "none", "ERM", seed, accuracies[seed]));
        }
        Html html = new Html();
        new ComparisonSections(new Results(outcomes, "id"), "id").accuracy(html);
        return html.toString();
    }
}
