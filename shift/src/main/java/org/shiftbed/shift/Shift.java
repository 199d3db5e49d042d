package org.shiftbed.shift;

import java.util.Map;
import org.shiftbed.base.Seed;
import org.shiftbed.data.AttributeTable;

/**
 * Makes rows, roles and weights out of an attribute table. An open family: each kind is one class and one {@link ShiftFactory}.
 */
public interface Shift {

    /** The kind's name in study files: {@code none}, {@code spurious-correlation}, {@code low-data}, … */
    String kind();

    /**
     * What tells settings of one kind apart in tables, in words: {@code color, N=10}, {@code color blue}, {@code color, N=10, noise 0.3};
     * conditions and samplers appear where they are not the default. Empty for plain {@code none}. The environments held out by
     * {@code leave-domains-out} are not named: {@link Split#testEnvironments()} tells them.
     */
    String setting();

    /** Everything that decides the result, in plain JSON values, defaults written out: part of a trial's identity. */
    Map<String, Object> parameters();

    /**
     * Builds the split.
     *
     * @param table whole table; its content groups never straddle two pools
     * @param seed names the run: {@code pick} streams come from it; the split into pools does not depend on it
     * @throws org.shiftbed.base.UserError where it leaves no training row, asks for more rows than there are, or names an unknown value
     */
    Split apply(AttributeTable table, Seed seed);
}
