/**
 * The process that runs trials, one at a time. It speaks JSON lines over standard input and output with the process that started it
 * ({@link org.shiftbed.study.worker.Message}), and dies with it.
 */
@NullMarked
package org.shiftbed.study.worker;

import org.jspecify.annotations.NullMarked;
