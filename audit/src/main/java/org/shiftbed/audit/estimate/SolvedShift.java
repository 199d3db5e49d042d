package org.shiftbed.audit.estimate;

import java.util.ArrayList;
import java.util.List;
import org.hipparchus.linear.RealMatrix;
import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.family.ExponentialFamily;
import org.shiftbed.audit.form.Reaching;

/**
 * The parameters of one variable under which its laws, or else its rows, are where they are wanted (parametric-robustness 6), with the influence of every
 * row on them.
 *
 * <p>A target is reached by the law of the family: a Gaussian's mean by {@code (wanted - mean)/sd}. Where the rows, weighted by that shift, have another
 * mean by more than chance, the law is not theirs; where it is another by much of the move, they do not do what is asked. The shift is then the one under
 * which the rows have the mean that the law would have had.
 *
 * @param delta the variable's own parameters
 * @param influence of every row on them
 * @param byRows whether any of the goals is met by the rows rather than by the law
 */
public record SolvedShift(double[] delta, ShiftInfluence influence, boolean byRows) {

    /** The shift of the natural parameter that turns a law of this mean into the wanted one. */
    @FunctionalInterface
    public interface Wanted {
        /**
         * @param law the family
         * @param mean E[T|z] before the shift
         */
        double[] towards(ExponentialFamily law, double[] mean);
    }

    /**
     * What is wanted at one pattern of the parents.
     *
     * @param unit one of the pattern's units
     * @param z its parents
     */
    public record Goal(int unit, double[] z, Wanted wanted) {}

    static SolvedShift of(
            String place,
            Units units,
            ShiftingVariable variable,
            List<double[]> means,
            List<Goal> goals,
            Settings settings) {
        return new Solver(place, units, variable, means, goals, Scales.of(units, variable, settings)).solve();
    }

    private static final class Solver {
        private final String place;
        private final Units units;
        private final ShiftingVariable variable;
        private final int q;
        private final List<Pattern> patterns = new ArrayList<>();
        private final Scales scales;
        private final List<ShiftInfluence.Direction> directions = new ArrayList<>();

        Solver(
                String place,
                Units units,
                ShiftingVariable variable,
                List<double[]> means,
                List<Goal> goals,
                Scales scales) {
            this.place = place;
            this.units = units;
            this.variable = variable;
            this.scales = scales;
            q = variable.dimension();
            int[][] members =
                    PatternTilt.members(variable, goals.stream().map(Goal::unit).toList());
            double all = units.total();
            for (int g = 0; g < members.length; g++) {
                Goal goal = goals.get(g);
                PatternTilt tilt = new PatternTilt(units, variable, members[g], all);
                double[] mean = means.get(g);
                double[] s = goal.wanted().towards(variable.family(), mean);
                double @Nullable [] rows = null;
                double[] law = new double[q];
                variable.family().tiltedMean(mean, s, law);
                LawAndRows both = LawAndRows.of(units, variable, tilt, mean, s, scales);
                if (variable.nominal() == null && (both.apart(goals.size()) || both.far())) {
                    rows = tilt.solve(s, law);
                }
                patterns.add(new Pattern(goal, tilt, mean, rows == null ? s : rows, rows != null));
            }
        }

        /**
         * One goal.
         *
         * @param s the shift there
         * @param byRows whether it is that of the rows
         */
        private record Pattern(Goal goal, PatternTilt tilt, double[] mean, double[] s, boolean byRows) {
            /** The mean after the shift of a law of this mean that meets the goal. */
            double[] after(ExponentialFamily family, double[] before) {
                double[] after = new double[before.length];
                family.tiltedMean(before, goal.wanted().towards(family, before), after);
                return after;
            }
        }

        SolvedShift solve() {
            List<double[]> zs = patterns.stream().map(one -> one.goal().z()).toList();
            double[] delta = Reaching.delta(
                    place,
                    variable.form(),
                    zs,
                    patterns.stream().map(Pattern::s).toList());
            RealMatrix back = Reaching.slope(variable.form(), zs, delta);
            for (int g = 0; g < patterns.size(); g++) {
                if (patterns.get(g).byRows()) {
                    byRows(g, back);
                } else if (variable.nominal() == null) {
                    byLaw(g, back);
                }
            }
            scales.entries().forEach(scale -> byScale(scale, delta, zs, back));
            return new SolvedShift(
                    delta, new ShiftInfluence(directions), patterns.stream().anyMatch(Pattern::byRows));
        }

        /** Adds a direction along a change of the shifts of all goals. */
        private void add(double[] shifts, RealMatrix back, double[] psi) {
            directions.add(new ShiftInfluence.Direction(back.operate(shifts), psi));
        }

        private double[] stacked(int g, double[] s) {
            double[] all = new double[q * patterns.size()];
            System.arraycopy(s, 0, all, g * q, q);
            return all;
        }

        /** The influence on E[T|z], component k. */
        private double[] ofMean(Pattern pattern, int k) {
            double[] psi = new double[units.size()];
            int[] members = pattern.tilt().members();
            for (int m = 0; m < members.length; m++) {
                psi[members[m]] = (pattern.tilt().value(m, k) - pattern.mean()[k])
                        * pattern.tilt().inverseShare();
            }
            return psi;
        }

        private double width(Pattern pattern, int k) {
            return 1e-5 * Math.sqrt(pattern.tilt().at(new double[q]).covariance()[k * q + k]);
        }

        private double[] slope(Pattern pattern, int k, boolean ofMean) {
            double width = width(pattern, k);
            double[] above = pattern.mean().clone();
            double[] below = pattern.mean().clone();
            above[k] += width;
            below[k] -= width;
            ExponentialFamily family = variable.family();
            double[] one = ofMean
                    ? pattern.after(family, above)
                    : pattern.goal().wanted().towards(family, above);
            double[] two = ofMean
                    ? pattern.after(family, below)
                    : pattern.goal().wanted().towards(family, below);
            return difference(one, two, 2 * width);
        }

        private static double[] difference(double[] one, double[] two, double step) {
            double[] out = new double[one.length];
            for (int k = 0; k < out.length; k++) {
                out[k] = (one[k] - two[k]) / step;
            }
            return out;
        }

        private void byLaw(int g, RealMatrix back) {
            Pattern pattern = patterns.get(g);
            for (int k = 0; k < q; k++) {
                if (width(pattern, k) > 0) {
                    add(stacked(g, slope(pattern, k, false)), back, ofMean(pattern, k));
                }
            }
        }

        /** {@code V_s^-1 (d wanted - w (T - wanted))}: where more rows lie beyond what is wanted, a smaller shift leads there. */
        private void byRows(int g, RealMatrix back) {
            Pattern pattern = patterns.get(g);
            PatternTilt tilt = pattern.tilt();
            PatternTilt.Tilted tilted = tilt.at(pattern.s());
            double[][] psi = new double[q][units.size()];
            int[] members = tilt.members();
            for (int k = 0; k < q; k++) {
                double[] moved = slope(pattern, k, true);
                double[] mean = ofMean(pattern, k);
                for (int m = 0; m < members.length; m++) {
                    for (int j = 0; j < q; j++) {
                        psi[j][members[m]] += moved[j] * mean[members[m]];
                    }
                    psi[k][members[m]] -=
                            tilted.weight()[m] * (tilt.value(m, k) - tilted.mean()[k]) * tilt.inverseShare();
                }
            }
            for (int j = 0; j < q; j++) {
                double[] one = new double[q];
                one[j] = 1;
                add(stacked(g, PatternTilt.inverse(tilted.covariance(), one)), back, psi[j]);
            }
        }

        private void byScale(FittedScale scale, double[] delta, List<double[]> zs, RealMatrix back) {
            double[] shifts = new double[q * patterns.size()];
            for (int g = 0; g < patterns.size(); g++) {
                Pattern pattern = patterns.get(g);
                double[] moved = pattern.byRows() ? rowsByScale(pattern, scale) : lawByScale(pattern, scale);
                if (!scale.maps()) {
                    double[] one = new double[q];
                    double[] two = new double[q];
                    scale.above().form().value(zs.get(g), delta, one);
                    scale.below().form().value(zs.get(g), delta, two);
                    for (int k = 0; k < q; k++) {
                        moved[k] -= (one[k] - two[k]) / scale.step();
                    }
                }
                System.arraycopy(moved, 0, shifts, g * q, q);
            }
            add(shifts, back, scale.psi());
        }

        private static double[] mean(Pattern pattern, FittedScale.Stand stand) {
            return stand.map().length > 0 ? LawAndRows.mapped(stand.map(), pattern.mean()) : stand.moments();
        }

        private static double[] lawByScale(Pattern pattern, FittedScale scale) {
            return difference(
                    pattern.goal().wanted().towards(scale.above().family(), mean(pattern, scale.above())),
                    pattern.goal().wanted().towards(scale.below().family(), mean(pattern, scale.below())),
                    scale.step());
        }

        /** What the same weights of the rows are in another unit, and how far what is wanted moves in the one of now. */
        private double[] rowsByScale(Pattern pattern, FittedScale scale) {
            double[] wanted = difference(back(pattern, scale.above()), back(pattern, scale.below()), scale.step());
            double[] moved = PatternTilt.inverse(pattern.tilt().at(pattern.s()).covariance(), wanted);
            for (int c = 0; c < q; c++) {
                for (int k = 0; k < q; k++) {
                    moved[c] -= scale.map()[k * q + c] * pattern.s()[k];
                }
            }
            return moved;
        }

        private static double[] back(Pattern pattern, FittedScale.Stand stand) {
            return LawAndRows.inverse(stand.map(), pattern.after(stand.family(), mean(pattern, stand)));
        }
    }
}
