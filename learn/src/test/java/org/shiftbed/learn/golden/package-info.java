/** Readers of recorded runs: files of arrays, weights given by formula, draws given by record. */
@NullMarked
package org.shiftbed.learn.golden;

import org.jspecify.annotations.NullMarked;
