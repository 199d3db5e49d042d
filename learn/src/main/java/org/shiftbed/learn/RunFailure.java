package org.shiftbed.learn;

import java.io.Serial;

/**
 * A training run that could not go on for a reason that is neither the user's input nor divergence: a native error, no memory left. The message says
 * which algorithm, at which step, on what; the cause is the original error.
 */
public final class RunFailure extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    RunFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
