/** Event files for TensorBoard: scalars of one trial, one file. */
@NullMarked
package org.shiftbed.study.tensorboard;

import org.jspecify.annotations.NullMarked;
