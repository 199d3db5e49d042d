/**
 * Shift functions s(z; delta): how the parameters of a shift enter the natural parameter of a family, given the parents.
 */
@NullMarked
package org.shiftbed.audit.form;

import org.jspecify.annotations.NullMarked;
