/**
 * The small language of shift expressions and user statistics (parametric-robustness 6): parsed once, evaluated with exact first and second
 * derivatives in the parameters d0, d1, ….
 */
@NullMarked
package org.shiftbed.audit.expression;

import org.jspecify.annotations.NullMarked;
