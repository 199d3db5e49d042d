package org.shiftbed.study.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.shiftbed.study.Expected.controlled;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.base.UserError;
import org.shiftbed.learn.Protocol;
import org.shiftbed.study.CheckpointRecord;
import org.shiftbed.study.JsonFields;

class ValidationScoreTest {
    private static final Selection ID = Selections.require("id", "test");

    private static List<Double> numbers(JsonFields seed, String field) {
        return ((List<?>) Objects.requireNonNull(seed.values().get(field)))
                .stream().map(CanonicalJson::number).toList();
    }

    @Test
    void goldenSearchesAreDecidedAlike() throws Exception {
        try (InputStream in = Objects.requireNonNull(getClass().getResourceAsStream("/golden/selection.json"))) {
            JsonFields selection = new JsonFields(
                    "golden",
                    new JsonFields(
                                    "golden",
                                    CanonicalJson.parseObject(new String(in.readAllBytes(), StandardCharsets.UTF_8)))
                            .map("selection"));
            double sum = 0;
            List<JsonFields> golden = selection.objects("runs");
            assertThat(golden).hasSize(5);
            for (JsonFields seed : golden) {
                List<Double> validation = numbers(seed, "validation");
                List<Double> test = numbers(seed, "test");
                List<Search.Run> runs = new ArrayList<>();
                for (int i = 0; i < validation.size(); i++) {
                    runs.add(new Search.Run(
                            controlled("m" + i, 0, i), List.of(controlled(100, validation.get(i), test.get(i)))));
                }
                Choice.Picked picked =
                        Objects.requireNonNull(ID.choose(new Search(-1, runs)).picked());
                assertThat(picked.trial()).isEqualTo("m" + seed.whole("chosen"));
                assertThat(picked.test()).isEqualTo(seed.values().get("score"));
                sum += Objects.requireNonNull(picked.test());
            }
            assertThat(sum / 5)
                    .isCloseTo(
                            CanonicalJson.number(
                                    Objects.requireNonNull(selection.values().get("mean"))),
                            within(1e-9));
        }
    }

    @Test
    void theEarliestCheckpointAndTheFirstMemberWinTies() {
        Search search = new Search(
                -1,
                List.of(
                        new Search.Run(controlled("b", 0, 1), List.of(controlled(0, .9, .1), controlled(100, .9, .2))),
                        new Search.Run(
                                controlled("a", 0, 0), List.of(controlled(0, .9, .3), controlled(100, .9, .4)))));
        assertThat(ID.choose(search).picked()).isEqualTo(new Choice.Picked("a", 0, .9, .3));
    }

    @Test
    void aScoreThatIsNoNumberNeverBeatsOneThatIs() {
        Search search = new Search(
                -1,
                List.of(new Search.Run(
                        controlled("a", 0, 0), List.of(controlled(0, Double.NaN, .1), controlled(100, .2, .2)))));
        assertThat(Objects.requireNonNull(ID.choose(search).picked()).step()).isEqualTo(100);
    }

    @Test
    void onlyTheOracleCountsItsLooksAtTheTestDistribution() {
        CheckpointRecord record = new CheckpointRecord(
                Map.of("step", 0, "shiftbed", Map.of("val_id", .1, "val_oracle_best", .7, "test", .6)));
        Search search = new Search(-1, List.of(new Search.Run(controlled("a", 0, 0), List.of(record, record))));
        assertThat(ID.choose(search).testQueries()).isZero();
        assertThat(Selections.require("oracle-best", "test").choose(search).testQueries())
                .isEqualTo(2);
        assertThat(Selections.require("ood", "test").choose(search).picked()).isNull();
    }

    @Test
    void reweightedReadsItsOwnScoreAndIsARuleOfControlledStudiesOnly() {
        Selection rule = Selections.require("reweighted", "test");
        CheckpointRecord first = new CheckpointRecord(
                Map.of("step", 0, "shiftbed", Map.of("val_id", .9, "val_reweighted", .6, "test", .1)));
        CheckpointRecord second = new CheckpointRecord(
                Map.of("step", 100, "shiftbed", Map.of("val_id", .8, "val_reweighted", .7, "test", .2)));
        Search search = new Search(-1, List.of(new Search.Run(controlled("a", 0, 0), List.of(first, second))));
        assertThat(rule.choose(search).picked()).isEqualTo(new Choice.Picked("a", 100, .7, .2));
        assertThat(ID.choose(search).picked()).isEqualTo(new Choice.Picked("a", 0, .9, .1));
        assertThat(rule.choose(search).testQueries()).isZero();
        assertThat(rule.protocols()).containsExactly(Protocol.CONTROLLED);
    }

    @Test
    void everyRuleIsListedAndAMistypedOneGetsTheNearest() {
        assertThat(Selections.names())
                .containsExactly(
                        "id", "ood", "reweighted", "oracle-best", "iid", "loo", "oracle", "auto-lr-iid", "own");
        assertThat(Selections.all().stream().filter(Selection::oracle).map(Selection::name))
                .containsExactly("oracle-best", "oracle");
        assertThatThrownBy(() -> Selections.require("orcale", "study.yaml, line 9: selection"))
                .isInstanceOf(UserError.class)
                .hasMessageStartingWith(
                        "study.yaml, line 9: selection: unknown selection rule 'orcale'; did you mean" + " 'oracle'?");
    }

    @Test
    void anUnknownAlgorithmIsJudgedByTheRuleOfItsProtocol() {
        assertThat(Selections.declaredBy("Nobody", "domainbed", Protocol.CONTROLLED)
                        .name())
                .isEqualTo("id");
        assertThat(Selections.declaredBy("Nobody", "domainbed", Protocol.DOMAINBED)
                        .name())
                .isEqualTo("iid");
        assertThat(Selections.declaredBy("ERM", "domainbed", Protocol.CONTROLLED)
                        .name())
                .isEqualTo("id");
        assertThat(Selections.declaredBy("ERM", "domainbed", Protocol.DOMAINBED).name())
                .isEqualTo("iid");
    }
}
