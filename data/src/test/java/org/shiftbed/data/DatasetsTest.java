package org.shiftbed.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.shiftbed.base.UserError;

class DatasetsTest {
    private static final String PLACE = "study.yaml, line 3: dataset";

    private static void refused(Map<String, ?> given, String... parts) {
        assertThatThrownBy(() -> Datasets.resolve("sprites", given, PLACE))
                .isInstanceOf(UserError.class)
                .hasMessageStartingWith(PLACE + ": ")
                .hasMessageContainingAll(parts)
                .hasMessageNotContaining("\n");
    }

    @Test
    void namesAreSortedAndHoldTheEmbeddedSet() {
        assertThat(Datasets.names()).isSorted().contains("sprites");
    }

    @Test
    void unknownDataSetsAreRefusedWithTheNearestName() {
        assertThatThrownBy(() -> Datasets.require("sprite", PLACE))
                .isInstanceOf(UserError.class)
                .hasMessageStartingWith(PLACE + ": unknown data set 'sprite'; did you mean 'sprites'?");
    }

    @Test
    void silenceGivesEveryDefaultInSortedOrder() {
        assertThat(Datasets.resolve("sprites", Map.of(), PLACE))
                .isEqualTo(Map.of("side", 64, "colour", "oneEach", "stride", Map.of("orientation", 1, "position", 1)))
                .satisfies(m -> assertThat(List.copyOf(m.keySet())).containsExactly("colour", "side", "stride"));
    }

    @Test
    void countsAreFilledKeyByKeyAndStoredParametersResolveToThemselves() {
        Map<String, Object> resolved =
                Datasets.resolve("sprites", Map.of("side", 32L, "stride", Map.of("position", 4L)), PLACE);
        assertThat(resolved).containsEntry("side", 32).containsEntry("stride", Map.of("orientation", 1, "position", 4));
        assertThat(Datasets.resolve("sprites", resolved, PLACE)).isEqualTo(resolved);
    }

    @Test
    void wrongParametersAreRefusedInOneLineThatHelps() {
        refused(Map.of("sid", 32), "unknown parameter of sprites 'sid'", "did you mean 'side'?");
        refused(Map.of("side", 48), "'side' cannot be 48", "64, 32, 16");
        refused(Map.of("side", "32"), "'side' must be a whole number, got '32'");
        refused(Map.of("side", 32.0), "'side' must be a whole number, got 32.0");
        refused(Map.of("colour", "oneEech"), "'colour' cannot be 'oneEech'", "did you mean 'oneEach'?");
        refused(Map.of("colour", 3), "'colour' must be text, got 3");
        refused(Map.of("stride", 4), "'stride' must be a map");
        refused(Map.of("stride", Map.of("postion", 4)), "'postion'", "did you mean 'position'?");
        refused(Map.of("stride", Map.of("position", 0)), "'stride.position'", "at least 1, got 0");
        refused(Map.of("stride", Map.of("position", 2.5)), "'stride.position'", "got 2.5");
        refused(Map.of("stride", Map.of("position", 33)), "'stride.position'", "[1, 32]", "got 33");
        refused(Map.of("stride", Map.of("orientation", 41)), "'stride.orientation'", "[1, 40]", "got 41");
        Map<String, Object> empty = new HashMap<>();
        empty.put("side", null);
        refused(empty, "'side' has no value");
    }
}
