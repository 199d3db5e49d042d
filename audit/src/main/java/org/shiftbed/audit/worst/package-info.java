/**
 * The worst shift of a quadratic loss inside a budget, each answer with its certificate (parametric-robustness 4, 7.6, 7.7).
 *
 * <p>Start with {@link org.shiftbed.audit.worst.Quadratic}, the gain of a shift, and a {@link org.shiftbed.audit.worst.Budget}:
 * {@code budget.solve(gain, radius)} gives a {@link org.shiftbed.audit.worst.WorstCase}, {@code budget.on(gain)} a solver for many radii, and
 * {@link org.shiftbed.audit.worst.RadiusScan} the curve with its contributions and its inverse. {@link org.shiftbed.audit.worst.Freezing}
 * holds parameters at 0 under any budget.
 *
 * <p>How it is solved: {@link org.shiftbed.audit.worst.TrustRegion} is exact in a ball; an ellipsoid is brought to a ball
 * ({@link org.shiftbed.audit.worst.EllipsoidSolver}); boxes and linear limits are searched face by face, each face a smaller ball, as long as
 * there are few ({@link org.shiftbed.audit.worst.BoxSolver}, {@link org.shiftbed.audit.worst.LimitsSolver}), and bounded from both sides
 * beyond that. Everything maximises; a metric of which less is worse enters with its signs turned.
 */
@NullMarked
package org.shiftbed.audit.worst;

import org.jspecify.annotations.NullMarked;
