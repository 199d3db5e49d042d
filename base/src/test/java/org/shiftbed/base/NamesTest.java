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
    void signsAreReadAsWordsAndAWordOfANameFindsIt() {
        assertThat(Names.suggest("ERM++", List.of("ERM", "ERMPlusPlus"))).startsWith("did you mean 'ERMPlusPlus'?");
        assertThat(Names.suggest("group-dro", List.of("GroupDRO", "DANN"))).startsWith("did you mean 'GroupDRO'?");
        assertThat(Names.suggest("lambda", List.of("lr", "rdm_lambda", "rdm_lr")))
                .startsWith("did you mean 'rdm_lambda'?");
        assertThat(Names.suggest("lambda", List.of("ib_lambda", "irm_lambda", "form")))
                .startsWith("did you mean 'ib_lambda' or 'irm_lambda'?");
        assertThat(Names.suggest("lambda", List.of("lambdas_all", "form"))).startsWith("known: ");
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
