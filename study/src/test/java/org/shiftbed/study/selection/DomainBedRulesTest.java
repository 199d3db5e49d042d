package org.shiftbed.study.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.shiftbed.study.Expected.domainbed;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.shiftbed.study.CheckpointRecord;

/** The unit checks of {@code domainbed-protocol.md} A.5, ties, missing records and values that are not numbers. */
class DomainBedRulesTest {
    private static final Selection IID = Selections.require("iid", "test");
    private static final Selection LOO = Selections.require("loo", "test");
    private static final Selection ORACLE = Selections.require("oracle", "test");

    private static Search.Run run(String id, int hparamsSeed, List<Integer> held, CheckpointRecord... records) {
        return new Search.Run(domainbed(id, 0, hparamsSeed, held.toArray(Integer[]::new)), List.of(records));
    }

    private static Choice.Picked picked(Selection rule, Search.Run... runs) {
        return Objects.requireNonNull(rule.choose(new Search(0, List.of(runs))).picked());
    }

    @Test
    void iidTakesTheStepWithTheBestMeanOfTheTrainingOutSplits() {
        Choice.Picked picked = picked(
                IID,
                run("a", 0, List.of(0), domainbed(0, .1, .2, .5, .6, .6, .7), domainbed(1, .3, .4, .6, .7, .7, .8)));
        assertThat(picked.validation()).isEqualTo(0.75);
        assertThat(picked.test()).isEqualTo(0.3);
        assertThat(picked.step()).isEqualTo(1);
    }

    @Test
    void oracleTakesTheLastStepEvenWhereAnEarlierOneIsBetter() {
        Search.Run run = run("a", 0, List.of(0), domainbed(0, .75, .70), domainbed(1, .65, .60));
        assertThat(picked(ORACLE, run)).isEqualTo(new Choice.Picked("a", 1, 0.60, 0.65));
        assertThat(ORACLE.choose(new Search(0, List.of(run))).testQueries()).isEqualTo(1);
        assertThat(IID.choose(new Search(0, List.of(run))).testQueries()).isZero();
    }

    @Test
    void looAveragesTheInSplitsOfWhatPairRunsHoldOut() {
        Choice.Picked picked = picked(
                LOO,
                run("s", 0, List.of(0), domainbed(0, .1, 0, 0, 0, 0, 0)),
                run("p", 0, List.of(0, 1), domainbed(0, 0, 0, .5, 0, 0, 0)),
                run("q", 0, List.of(0, 2), domainbed(0, 0, 0, 0, 0, .6, 0)));
        assertThat(picked.validation()).isEqualTo(0.55);
        assertThat(picked.test()).isEqualTo(0.1);
        assertThat(picked.trial()).isEqualTo("s");
    }

    @Test
    void looChoosesNothingWhereAPairRunIsMissing() {
        Choice choice = LOO.choose(new Search(
                0,
                List.of(
                        run("s", 0, List.of(0), domainbed(0, .1, 0, 0, 0, 0, 0)),
                        run("p", 0, List.of(0, 1), domainbed(0, 0, 0, .5, 0, 0, 0)))));
        assertThat(choice.picked()).isNull();
        assertThat(choice.reason()).contains("pairs");
    }

    @Test
    void looDropsAStepThatWasRecordedTwice() {
        Choice.Picked picked = picked(
                LOO,
                run(
                        "s",
                        0,
                        List.of(0),
                        domainbed(0, .1, 0, 0, 0),
                        domainbed(0, .2, 0, 0, 0),
                        domainbed(5, .3, 0, 0, 0)),
                run("p", 0, List.of(0, 1), domainbed(0, 0, 0, .9, 0), domainbed(5, 0, 0, .4, 0)));
        assertThat(picked.step()).isEqualTo(5);
    }

    @Test
    void theLargestHparamsSeedWinsTies() {
        for (Selection rule : List.of(IID, ORACLE)) {
            Choice.Picked picked = picked(
                    rule,
                    run("a", 7, List.of(0), domainbed(0, .1, .5, .5, .5)),
                    run("b", 11, List.of(0), domainbed(0, .2, .5, .5, .5)),
                    run("c", 2, List.of(0), domainbed(0, .3, .5, .5, .5)));
            assertThat(picked.trial()).as(rule.name()).isEqualTo("b");
        }
    }

    @Test
    void withinAMemberIidKeepsTheFirstOfEqualsAndOracleTheLast() {
        Search.Run run = run("a", 0, List.of(0), domainbed(3, .1, .5, .5, .5), domainbed(3, .2, .5, .5, .5));
        assertThat(picked(IID, run).test()).isEqualTo(0.1);
        assertThat(picked(ORACLE, run).test()).isEqualTo(0.2);
    }

    @Test
    void aFirstRecordThatIsNoNumberStaysAndItsMemberComesLast() {
        double nan = Double.NaN;
        Search.Run stuck = run("a", 5, List.of(0), domainbed(0, .1, .5, .5, nan), domainbed(1, .2, .5, .5, .9));
        assertThat(picked(IID, stuck).step()).isZero();
        Search.Run low = run("b", 1, List.of(0), domainbed(0, .3, .5, .5, .01));
        assertThat(picked(IID, stuck, low).trial()).isEqualTo("b");
    }

    @Test
    void pairRunsCountForLooOnly() {
        Search.Run pair = run("p", 0, List.of(0, 1), domainbed(0, .9, .9, .9, .9));
        assertThat(IID.choose(new Search(0, List.of(pair))).picked()).isNull();
        assertThat(ORACLE.choose(new Search(0, List.of(pair))).picked()).isNull();
    }

    @Test
    void iidAgreesWithTryingEveryCheckpoint() {
        SplittableRandom random = new SplittableRandom(4);
        for (int round = 0; round < 300; round++) {
            List<Search.Run> runs = new ArrayList<>();
            double best = -1;
            int bestMember = -1;
            double bestTest = -1;
            for (int member = 0; member < 4; member++) {
                List<CheckpointRecord> records = new ArrayList<>();
                double ownBest = -1;
                double ownTest = -1;
                for (int step = 0; step < 5; step++) {
                    // Few values, so that ties are common; quarters, so that sums are exact.
                    double a = random.nextInt(4) / 4.0;
                    double b = random.nextInt(4) / 4.0;
                    double test = random.nextDouble();
                    records.add(domainbed(step, test, .5, .5, a, .5, b));
                    if (ownBest < (a + b) / 2) {
                        ownBest = (a + b) / 2;
                        ownTest = test;
                    }
                }
                runs.add(new Search.Run(domainbed("m" + member, 0, member, 0), records));
                if (ownBest >= best) {
                    best = ownBest;
                    bestTest = ownTest;
                    bestMember = member;
                }
            }
            Choice.Picked picked =
                    Objects.requireNonNull(IID.choose(new Search(0, runs)).picked());
            assertThat(picked.validation()).isEqualTo(best);
            assertThat(picked.trial()).isEqualTo("m" + bestMember);
            assertThat(picked.test()).isEqualTo(bestTest);
        }
    }
}
