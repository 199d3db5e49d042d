package org.shiftbed.learn.algorithm;

import org.bytedeco.pytorch.Tensor;

/**
 * Examples of one environment.
 *
 * @param environment index among the training environments, in [0, domains)
 * @param x [B, ...] in the run's precision, values in [0, 1] for pictures; owned by the caller's scope
 * @param y int64 [B], each in [0, classes); owned by the caller's scope
 */
public record Minibatch(int environment, Tensor x, Tensor y) {}
