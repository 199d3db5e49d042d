/** One file an algorithm, each to be checked against its paper in one sitting. {@link org.shiftbed.learn.algorithm.Algorithm} is the contract. */
@NullMarked
package org.shiftbed.learn.algorithm;

import org.jspecify.annotations.NullMarked;
