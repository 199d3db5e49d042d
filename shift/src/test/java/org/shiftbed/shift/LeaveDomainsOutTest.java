package org.shiftbed.shift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.shiftbed.base.UserError;
import org.shiftbed.data.AttributeTable;

/** Golden values of {@code domainbed-protocol.md} A.2. */
class LeaveDomainsOutTest {

    @Test
    void tenRowsSplitAsTheReferenceSplitsThem() {
        Split split = shift(List.of(0)).apply(FactorGrid.domains(10, 10), FactorGrid.run(0));
        assertThat(split.part("env0_out").rows()).containsExactly(2, 3);
        assertThat(split.part("env1_out").rows()).containsExactly(15, 10);
        assertThat(split.part("env1_in").rows()).containsExactly(13, 17, 18, 16, 11, 12, 19, 14);
    }

    @Test
    void theInSplitOfATestEnvironmentIsShuffledAgainByTheSameSeed() {
        AttributeTable table = FactorGrid.domains(10, 10);
        int[] trained = shift(List.of(1))
                .apply(table, FactorGrid.run(0))
                .part("env0_in")
                .rows();
        int[] tested = shift(List.of(0))
                .apply(table, FactorGrid.run(0))
                .part("env0_in")
                .rows();
        assertThat(trained).containsExactly(8, 1, 4, 5, 0, 9, 6, 7);
        // numpy: RandomState(894182419).shuffle of 0..7 gives 2 3 5 1 7 0 6 4.
        assertThat(tested).containsExactly(4, 5, 9, 1, 7, 8, 6, 0);
    }

    @Test
    void the2048RowsOfADebugEnvironmentSplitToTheBit() {
        Split split = shift(List.of(1)).apply(FactorGrid.domains(2048, 10), FactorGrid.run(0));
        int[] out = split.part("env0_out").rows();
        assertThat(out).hasSize(409).startsWith(548, 677, 1997, 977, 1553, 1123, 1936, 1520, 1084, 565);
        assertThat(Arrays.stream(out).asLongStream().sum()).isEqualTo(403957);
    }

    @Test
    void the23334RowsOfAColoredMnistEnvironmentSplitToTheBit() {
        Split split = shift(List.of(1)).apply(FactorGrid.domains(23334, 10), FactorGrid.run(3));
        int[] out = split.part("env0_out").rows();
        assertThat(out).hasSize(4666).startsWith(15031, 12047, 6066, 5519, 1761, 5696, 1628, 13270, 12781, 21928);
        assertThat(Arrays.stream(out).asLongStream().sum()).isEqualTo(55032808);
    }

    @Test
    void partsHaveTheRolesOfTheProtocol() {
        Split split = shift(List.of(2, 0)).apply(FactorGrid.domains(30, 20, 40, 25), FactorGrid.run(0));
        assertThat(split.testEnvironments()).containsExactly(2, 0);
        assertThat(split.trainingEnvironments()).containsExactly(1, 3);
        assertThat(names(split, Role.TRAIN)).containsExactly("env1_in", "env3_in");
        assertThat(names(split, Role.VALIDATION_ID)).containsExactly("env1_out", "env3_out");
        assertThat(names(split, Role.TEST)).containsExactly("env0_in", "env2_in");
        assertThat(names(split, Role.VALIDATION_ORACLE)).containsExactly("env0_out", "env2_out");
        assertThat(split.parts(Role.TRAIN)).allMatch(part -> part.weight() == 1);
        int[] all = split.parts().stream()
                .flatMapToInt(part -> Arrays.stream(part.rows()))
                .sorted()
                .toArray();
        assertThat(all).containsExactly(IntStream.range(0, 115).toArray());
        assertThat(Arrays.stream(split.part("env2_out").rows())).hasSize(8).allMatch(row -> row >= 50 && row < 90);
    }

    @Test
    void membershipDependsOnTheTrialSeedAndNotOnTheRun() {
        AttributeTable table = FactorGrid.domains(100, 100);
        Split one = shift(List.of(0)).apply(table, FactorGrid.run(0));
        Split other = shift(List.of(0)).apply(table, FactorGrid.run(1));
        Split trial = create(Map.of("test", List.of(0), "trial_seed", 1)).apply(table, FactorGrid.run(0));
        assertThat(one.part("env1_in").rows()).isEqualTo(other.part("env1_in").rows());
        assertThat(one.part("env1_in").rows())
                .isNotEqualTo(trial.part("env1_in").rows());
    }

    @Test
    void wrongEnvironmentsAreRefusedInOneLine() {
        AttributeTable table = FactorGrid.domains(30, 30);
        assertThatThrownBy(() -> shift(List.of(0, 1)).apply(table, FactorGrid.run(0)))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("no training row is left");
        assertThatThrownBy(() -> shift(List.of(2)).apply(table, FactorGrid.run(0)))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("0 to 1")
                .hasMessageContaining("got 2");
        assertThatThrownBy(() -> shift(List.of("10")).apply(table, FactorGrid.run(0)))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("did you mean '0'?");
        assertThatThrownBy(() -> shift(List.of(0)).apply(FactorGrid.domains(30, 4), FactorGrid.run(0)))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("out-split of environment '1' is empty");
    }

    private static List<String> names(Split split, Role role) {
        return split.parts(role).stream().map(Part::name).toList();
    }

    private static Shift shift(List<Object> test) {
        return create(Map.of("test", test));
    }

    private static Shift create(Map<String, Object> fields) {
        return Shifts.require("leave-domains-out", "test")
                .create(new ShiftFactory.Request("fake", "label", "domain", null, fields, Conditions.NONE));
    }
}
