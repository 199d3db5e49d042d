package org.shiftbed.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NamesTest {
    @Test
    void theNearestNameIsOfferedAndAllAreListed() {
        assertThat(Names.suggest("CROAL", List.of("ERM", "CORAL", "DANN")))
                .isEqualTo("did you mean 'CORAL'? known: CORAL, DANN, ERM");
        assertThat(Names.suggest("erm", List.of("IRM", "ERM"))).startsWith("did you mean 'ERM'?");
        assertThat(Names.suggest("something else", List.of("ERM", "IRM"))).isEqualTo("known: ERM, IRM");
        assertThat(Names.suggest("x", List.of())).isEqualTo("none is known here");
    }

    @Test
    void anUnknownNameIsOneLineWithItsPlace() {
        assertThat(Names.unknown("study.yaml, line 3: algorithms", "algorithm", "ERN", List.of("ERM")))
                .isInstanceOf(UserError.class)
                .hasMessage("study.yaml, line 3: algorithms: unknown algorithm 'ERN'; did you mean 'ERM'? known: ERM");
    }

    @Test
    void distanceCountsInsertionsDeletionsReplacementsAndSwaps() {
        assertThat(Names.distance("", "abc")).isEqualTo(3);
        assertThat(Names.distance("abc", "")).isEqualTo(3);
        assertThat(Names.distance("kitten", "sitting")).isEqualTo(3);
        assertThat(Names.distance("label", "lable")).isEqualTo(1);
        assertThat(Names.distance("ca", "abc")).as("no letter is edited twice").isEqualTo(3);
        assertThat(Names.distance("same", "same")).isZero();
    }
}
