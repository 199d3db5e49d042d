package org.shiftbed.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.shiftbed.base.UserError;

class ParameterNamesTest {
    private static final ParameterNames NAMES = new ParameterNames(
            List.of("test ordered | Y=0", "test ordered | Y=1", "it's", "'kept'"),
            List.of("test ordered", "test ordered", "it's", "'kept'"));

    @Test
    void quotesAroundANameAreThoseOfAShift() {
        assertThat(NAMES.positions("freeze", "'test ordered' | Y=1")).containsExactly(1);
        assertThat(NAMES.positions("freeze", "\"test ordered\" | Y=0")).containsExactly(0);
        assertThat(NAMES.positions("freeze", "'test ordered'")).containsExactly(0, 1);
        assertThat(NAMES.positions("freeze", "'it''s'")).containsExactly(2);
    }

    @Test
    void aNameThatHoldsQuotesIsTakenAsItIs() {
        assertThat(NAMES.positions("freeze", "it's")).containsExactly(2);
        assertThat(NAMES.positions("freeze", "'kept'")).containsExactly(3);
    }

    @Test
    void anUnknownNameIsToldAsItWasTyped() {
        assertThatThrownBy(() -> NAMES.positions("freeze", "'test orderd'"))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("'test orderd'");
    }
}
