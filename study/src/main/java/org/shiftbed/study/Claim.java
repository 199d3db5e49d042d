package org.shiftbed.study;

import java.nio.file.Path;

/** What became of asking for a trial. */
sealed interface Claim {
    /** It is ours: no other run begins it as long as we are heard of. */
    record Mine(Attempt attempt) implements Claim {}

    /** Its result is published. */
    record Published() implements Claim {}

    /** Another run is at it, in this folder. */
    record Elsewhere(Path attempt) implements Claim {}
}
