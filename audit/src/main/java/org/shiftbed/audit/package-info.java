/**
 * Which plausible shift hurts a fixed model most, by how much, and how sure that is: parametric robustness sets (Thams, Oberst, Sontag 2022)
 * on tables of evaluation rows.
 */
@NullMarked
package org.shiftbed.audit;

import org.jspecify.annotations.NullMarked;
