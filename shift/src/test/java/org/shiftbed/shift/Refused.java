package org.shiftbed.shift;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.shiftbed.base.UserError;

/** Asserts that something is refused in one line. */
final class Refused {
    private Refused() {}

    static void by(ThrowingCallable call, String... parts) {
        assertThatThrownBy(call)
                .isInstanceOf(UserError.class)
                .message()
                .contains(parts)
                .doesNotContain("\n");
    }
}
