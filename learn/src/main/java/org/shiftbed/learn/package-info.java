/**
 * Networks, algorithms with their hyperparameter spaces, the trainer. The only room that touches libtorch; nothing native leaves it.
 *
 * <p>{@link org.shiftbed.learn.Trainer} turns a {@link org.shiftbed.learn.TrainingTask} into {@link org.shiftbed.learn.Checkpoint} values.
 * {@link org.shiftbed.learn.Algorithms} and {@link org.shiftbed.learn.Networks} answer what there is without loading natives.
 */
@NullMarked
package org.shiftbed.learn;

import org.jspecify.annotations.NullMarked;
