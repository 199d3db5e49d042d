package org.shiftbed.data;

import java.io.Serial;
import org.shiftbed.base.UserError;

/** The cause of a {@link UserError} where a data set's files are not on this machine, as against files that are there and wrong. */
public final class AbsentFiles extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    private AbsentFiles(String message) {
        super(message);
    }

    /** An error that says so. */
    public static UserError error(String message) {
        return new UserError(message, new AbsentFiles(message));
    }

    /** Whether this is why an error came. */
    public static boolean isCauseOf(UserError error) {
        for (Throwable cause = error.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof AbsentFiles) {
                return true;
            }
        }
        return false;
    }
}
