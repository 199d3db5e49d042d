/**
 * Rules that choose one (trial, checkpoint) of a search from its records. {@link org.shiftbed.study.selection.Selection} is the contract,
 * {@link org.shiftbed.study.selection.Selections} the registry; a new rule is one class and one line of registration.
 */
@NullMarked
package org.shiftbed.study.selection;

import org.jspecify.annotations.NullMarked;
