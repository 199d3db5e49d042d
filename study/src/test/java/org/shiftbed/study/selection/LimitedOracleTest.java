package org.shiftbed.study.selection;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.learn.Protocol;
import org.shiftbed.study.CheckpointRecord;
import org.shiftbed.study.Expected;
import org.shiftbed.study.ExpectedStudy;

class LimitedOracleTest {
    private static final Selection ORACLE = Selections.require("oracle", "test");
    private static final Selection BEST = Selections.require("oracle-best", "test");

    /** Members 0 to n - 1, whose scores rise with the member, and with the step up to 200; test accuracy is the score less 0.3. */
    private static Search search(int seed, int members) {
        List<Search.Run> runs = new ArrayList<>();
        for (int member = 0; member < members; member++) {
            List<CheckpointRecord> records = new ArrayList<>();
            for (int step = 0; step <= 200; step += 100) {
                double score = 0.4 + 0.5 * member / members + 0.0001 * step;
                records.add(new CheckpointRecord(Map.of(
                        "step",
                        step,
                        "env0_in_acc",
                        score - 0.3,
                        "env0_out_acc",
                        score,
                        "shiftbed",
                        Map.of("val_oracle_best", score, "test", score - 0.3))));
            }
            runs.add(new Search.Run(Expected.domainbed("s" + seed + "m" + member, seed, member, 0), records));
        }
        return new Search(0, runs);
    }

    private static int member(Choice choice) {
        String trial = requireNonNull(choice.picked()).trial();
        return Integer.parseInt(trial.substring(trial.indexOf('m') + 1));
    }

    @Test
    void aSearchTakesNoMoreLooksThanItMay() {
        Selection limited = new OracleLimit(5, 0).on(ORACLE);
        Set<Integer> chosen = new HashSet<>();
        double sum = 0;
        for (int seed = 0; seed < 200; seed++) {
            Choice choice = limited.choose(search(seed, 20));
            assertThat(choice.testQueries()).isEqualTo(5);
            chosen.add(member(choice));
            sum += member(choice) / 200.0;
        }
        // The best of 5 of 20 without replacement is 5 * 21 / 6 - 1 on average, with a deviation of 2.9.
        assertThat(sum).isCloseTo(16.5, within(0.8));
        assertThat(chosen).hasSizeGreaterThan(8);
        assertThat(member(ORACLE.choose(search(0, 20)))).isEqualTo(19);
    }

    @Test
    void looksOfOracleBestAreCheckpoints() {
        Choice choice = new OracleLimit(4, 0).on(BEST).choose(search(1, 20));
        assertThat(choice.testQueries()).isEqualTo(4);
        assertThat(new OracleLimit(1000, 0).on(BEST).choose(search(1, 20))).isEqualTo(BEST.choose(search(1, 20)));
    }

    @Test
    void noiseIsOfItsScaleAndTheTestAccuracyStaysTrue() {
        Selection blurred = new OracleLimit(Integer.MAX_VALUE, 0.02).on(ORACLE);
        double sum = 0;
        double sizes = 0;
        int searches = 4000;
        for (int seed = 0; seed < searches; seed++) {
            Choice.Picked picked =
                    requireNonNull(blurred.choose(search(seed, 1)).picked());
            assertThat(picked.test()).isCloseTo(0.12, within(1e-12));
            sum += (picked.validation() - 0.42) / searches;
            sizes += Math.abs(picked.validation() - 0.42) / searches;
        }
        // Of a Laplace law the mean size is its scale; errors of 4,000 draws are 0.0004 and 0.0003.
        assertThat(sum).isCloseTo(0, within(0.0018));
        assertThat(sizes).isCloseTo(0.02, within(0.0013));
    }

    @Test
    void aSecondReportChoosesTheSame() {
        for (int seed = 0; seed < 20; seed++) {
            assertThat(new OracleLimit(3, 0.05).on(ORACLE).choose(search(seed, 10)))
                    .isEqualTo(new OracleLimit(3, 0.05).on(ORACLE).choose(search(seed, 10)));
        }
    }

    @Test
    void honestRulesAndOraclesWithoutLimitStayAsTheyAre() {
        Selection iid = Selections.require("iid", "test");
        assertThat(new OracleLimit(3, 0.05).on(iid)).isSameAs(iid);
        assertThat(OracleLimit.NONE.on(ORACLE)).isSameAs(ORACLE);
    }

    @Test
    void aStudysFolderKeepsIt(@TempDir Path folder) throws Exception {
        for (OracleLimit limit :
                List.of(OracleLimit.NONE, new OracleLimit(20, 0.01), new OracleLimit(Integer.MAX_VALUE, 0.01))) {
            new ExpectedStudy(
                            "s",
                            Protocol.DOMAINBED,
                            List.of("oracle"),
                            limit,
                            Map.of(),
                            List.of(Expected.domainbed("a", 0, 0, 0)))
                    .write(folder);
            assertThat(ExpectedStudy.read(folder).oracle()).isEqualTo(limit);
        }
    }
}
