package org.shiftbed.app;

/** What the process answers with; scripts and tests rely on it. */
final class ExitCodes {
    /** Done. */
    static final int DONE = 0;

    /** Some trials failed or are missing; the rest is reported. */
    static final int INCOMPLETE = 1;

    /** What the user gave is wrong. */
    static final int USER_ERROR = 2;

    /** A condition given with {@code --fail-if} holds. */
    static final int HOLDS = 3;

    /** The evidence does not suffice to tell whether it holds. */
    static final int OPEN = 4;

    /** A fault of ours. */
    static final int FAULT = 70;

    private ExitCodes() {}
}
