/** Models that make pictures or describe them without labels (controlled-shifts 3.3, 3.6): the beta-VAE and the StarGAN form of the CycleGAN. */
@NullMarked
package org.shiftbed.learn.generate;

import org.jspecify.annotations.NullMarked;
