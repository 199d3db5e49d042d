package org.shiftbed.base;

import java.io.Serial;

/**
 * What the user gave is wrong (exit code 2). The message is one line that names the place (file and field, row and column, option), the
 * rule, the value found and the way out; it is shown as it stands, without a stack trace.
 */
public final class UserError extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    /** @param message one line, shown to the user as it stands */
    public UserError(String message) {
        super(message);
    }

    /**
     * @param message one line, shown to the user as it stands
     * @param cause kept for the log only
     */
    public UserError(String message, Throwable cause) {
        super(message, cause);
    }
}
