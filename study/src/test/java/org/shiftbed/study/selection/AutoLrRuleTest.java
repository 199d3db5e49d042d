package org.shiftbed.study.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.shiftbed.study.Expected.autoLr;
import static org.shiftbed.study.Expected.domainbed;
import static org.shiftbed.study.Expected.firstStage;
import static org.shiftbed.study.Expected.secondStage;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.shiftbed.learn.Protocol;
import org.shiftbed.study.CheckpointRecord;

/** The rule {@code auto-lr-iid}, and the other rules of DomainBed's protocol on runs of two stages. */
class AutoLrRuleTest {
    private static final Selection RULE = Selections.require("auto-lr-iid", "test");

    private static Search.Run run(String id, int hparamsSeed, CheckpointRecord... records) {
        return new Search.Run(autoLr(id, 0, hparamsSeed, 0), List.of(records));
    }

    private static Choice choose(Selection rule, Search.Run... runs) {
        return rule.choose(new Search(0, List.of(runs)));
    }

    @Test
    void validationIsOfTheLastRecordOfTheFirstStageAndTestOfTheLastOfTheSecond() {
        Search.Run run = run(
                "a",
                0,
                firstStage(0, 1e-3, .1, .9, .9),
                firstStage(5, 1e-3, .1, .5, .75),
                secondStage(0, 1e-3, .9, .9, .9),
                secondStage(5, 1e-3, .3, .9, .9));
        assertThat(choose(RULE, run).picked()).isEqualTo(new Choice.Picked("a", 5, 0.625, 0.3));
        assertThat(choose(RULE, run).testQueries()).isZero();
        // Where the second stage is shorter, as the reference has it.
        Search.Run shorter =
                run("a", 0, firstStage(0, 1, .1, .5, .5), firstStage(5, 1, .1, .25, .25), secondStage(0, 1, .4, 1, 1));
        assertThat(choose(RULE, shorter).picked()).isEqualTo(new Choice.Picked("a", 0, 0.25, 0.4));
    }

    @Test
    void largestHparamsSeedWinsTiesAndANumberBeatsNone() {
        Choice choice = choose(
                RULE,
                run("a", 7, firstStage(0, 1, 0, .5, .5), secondStage(0, 1, .1)),
                run("b", 11, firstStage(0, 1, 0, .5, .5), secondStage(0, 1, .2)),
                run("c", 12, firstStage(0, 1, 0, .5, Double.NaN), secondStage(0, 1, .3)),
                run("d", 2, firstStage(0, 1, 0, .5, .5), secondStage(0, 1, .4)));
        assertThat(Objects.requireNonNull(choice.picked()).trial()).isEqualTo("b");
    }

    @Test
    void runThatLacksAStageIsLeftOut() {
        Search.Run first = run("a", 0, firstStage(0, 1, 0, .9, .9));
        Search.Run second = run("b", 1, secondStage(0, 1, .9, .9, .9));
        Search.Run both = run("c", 2, firstStage(0, 1, 0, .1, .1), secondStage(0, 1, .2, .9, .9));
        assertThat(Objects.requireNonNull(choose(RULE, first, second, both).picked())
                        .trial())
                .isEqualTo("c");
        Choice none = choose(RULE, first, second);
        assertThat(none.picked()).isNull();
        assertThat(none.reason()).contains("both stages", "form auto-lr");
    }

    @Test
    void recordsWithOtherArgsAreNotMerged() {
        TreeMap<String, Object> fields =
                new TreeMap<>(secondStage(0, 1, .9, .9, .9).fields());
        fields.put("args", Map.of("algorithm", "ERMPlusPlus", "auto_lr", true, "holdout_fraction", 0.0));
        assertThat(choose(RULE, run("a", 0, firstStage(0, 1, 0, .9, .9), new CheckpointRecord(fields)))
                        .picked())
                .isNull();
    }

    @Test
    void runsOfOneStageAndRunsThatHoldOutTwoEnvironmentsAreNotRead() {
        assertThat(RULE.reads(domainbed("a", 0, 0, 0))).isFalse();
        assertThat(RULE.reads(autoLr("a", 0, 0, 0))).isTrue();
        assertThat(RULE.reads(autoLr("a", 0, 0, 0, 1))).isFalse();
        Search.Run pair = new Search.Run(
                autoLr("p", 0, 0, 0, 1), List.of(firstStage(0, 1, 0, .9, .9), secondStage(0, 1, .9, .9, .9)));
        assertThat(choose(RULE, pair).picked()).isNull();
    }

    @Test
    void otherRulesReadTheFirstStageAlone() {
        Search.Run run = run(
                "a",
                0,
                firstStage(0, 1, .2, .9, .9),
                firstStage(5, 1, .1, .5, .7),
                secondStage(0, 1, .9, .9, .9),
                secondStage(5, 1, .9, .9, .9));
        assertThat(choose(Selections.require("iid", "test"), run).picked())
                .isEqualTo(new Choice.Picked("a", 0, 0.9, 0.99));
        assertThat(choose(Selections.require("oracle", "test"), run).picked())
                .isEqualTo(new Choice.Picked("a", 5, 0.1, 0.99));
        List<Search.Run> runs = List.of(
                run,
                new Search.Run(autoLr("p", 0, 0, 0, 1), List.of(firstStage(5, 1, 0, 0, 0), secondStage(5, 1, 0, 0, 0))),
                new Search.Run(
                        autoLr("q", 0, 0, 0, 2), List.of(firstStage(5, 1, 0, 0, 0), secondStage(5, 1, 0, 0, 0))));
        assertThat(Selections.require("loo", "test").choose(new Search(0, runs)).picked())
                .isEqualTo(new Choice.Picked("a", 5, 0.99, 0.99));
    }

    @Test
    void formDeclaresTheRule() {
        assertThat(Selections.declaredBy("ERMPlusPlus", "auto-lr", Protocol.DOMAINBED)
                        .name())
                .isEqualTo("auto-lr-iid");
        assertThat(Selections.declaredBy("ERMPlusPlus", "domainbed", Protocol.DOMAINBED)
                        .name())
                .isEqualTo("iid");
        assertThat(RULE.label()).isEqualTo("auto lr training-domain validation set");
    }
}
