package org.shiftbed.audit.worst;

import java.util.ArrayList;
import java.util.List;

/**
 * The worst case of each variable alone, all others unshifted, each with the full radius (parametric-robustness 7.7): what the joint
 * search adds is the difference to the largest of them.
 *
 * @param budget the joint budget, of which each variable gets its own part
 * @param gain of all parameters
 */
public record OneAtATime(Budget budget, Quadratic gain) {

    /**
     * The parameters of one variable.
     *
     * @param variable its name
     * @param parameters positions among the p parameters, ascending
     */
    public record Block(String variable, int[] parameters) {}

    /**
     * One variable's worst case.
     *
     * @param variable its name
     * @param worst in all p coordinates, 0 outside the variable's own
     */
    public record Alone(String variable, WorstCase worst) {}

    /** One answer for each block, in their order. */
    public List<Alone> solve(List<Block> blocks, double radius) {
        List<Alone> found = new ArrayList<>();
        for (Block block : blocks) {
            WorstCase worst = Freezing.allBut(gain.size(), block.parameters())
                    .on(budget, gain)
                    .solve(radius);
            found.add(new Alone(block.variable(), worst));
        }
        return found;
    }
}
