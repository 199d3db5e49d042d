/**
 * Augmentations of training pictures (controlled-shifts 3.2, domainbed-protocol 1.5): operations on unsigned bytes whose arithmetic is that of
 * the Pillow library to the bit, and the methods that draw them.
 */
@NullMarked
package org.shiftbed.learn.augment;

import org.jspecify.annotations.NullMarked;
