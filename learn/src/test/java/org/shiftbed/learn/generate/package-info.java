/** Recorded numbers of models that make pictures. */
@NullMarked
package org.shiftbed.learn.generate;

import org.jspecify.annotations.NullMarked;
