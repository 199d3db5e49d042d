/**
 * Weights as files: the safetensors format, read and written without libtorch, and the way from an algorithm's state to it and back.
 */
@NullMarked
package org.shiftbed.learn.weights;

import org.jspecify.annotations.NullMarked;
