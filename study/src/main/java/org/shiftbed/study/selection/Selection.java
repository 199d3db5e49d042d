package org.shiftbed.study.selection;

import java.util.Optional;
import java.util.Set;
import org.shiftbed.learn.Protocol;
import org.shiftbed.shift.Role;
import org.shiftbed.study.ExpectedTrial;

/** A rule of model selection. An open family: each rule is one class. */
public interface Selection {

    /** Its name in study files and tables: {@code id}, {@code iid}, … */
    String name();

    /** In words, for headings: {@code training-domain validation set}. */
    String label();

    /** Protocols whose records it can read. */
    Set<Protocol> protocols();

    /** Whether it looks at the test distribution, so that its numbers are no valid benchmark. Always shown. */
    boolean oracle();

    /** Whether it reads this trial's records at all: rules other than {@code loo} leave out runs that hold out two environments. */
    boolean reads(ExpectedTrial trial);

    /**
     * The rows that it validates on, where some splits have none of them: a shift without such rows leaves no record that the rule could choose
     * by. Empty where every split of its protocols has what it reads.
     */
    default Optional<Role> validatesOn() {
        return Optional.empty();
    }

    /** Whether it chooses nothing unless some runs hold out two environments. */
    default boolean readsPairs() {
        return false;
    }

    /** Whether it chooses nothing but among trials of form {@code auto-lr}. */
    default boolean readsAutoLr() {
        return false;
    }

    /** Chooses among the runs of a search; the same input always gives the same choice. */
    Choice choose(Search search);
}
