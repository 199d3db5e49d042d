/** libtorch made safe: natives loaded once under a lock, one scope a step, devices, precisions. */
@NullMarked
package org.shiftbed.learn.torch;

import org.jspecify.annotations.NullMarked;
