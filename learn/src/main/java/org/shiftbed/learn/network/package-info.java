/** Backbones and heads with the reference's state names. A network is found by name; its size follows from the example's shape. */
@NullMarked
package org.shiftbed.learn.network;

import org.jspecify.annotations.NullMarked;
