/**
 * The worst shift of a quadratic loss inside a budget: ball, ellipsoid, box, linear limits; each with its certificate.
 */
@NullMarked
package org.shiftbed.audit.worst;

import org.jspecify.annotations.NullMarked;
