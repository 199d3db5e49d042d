/** What algorithms can be tuned by: named distributions with defaults, drawn exactly as DomainBed draws them. */
@NullMarked
package org.shiftbed.learn.hyperparameter;

import org.jspecify.annotations.NullMarked;
