package org.shiftbed.report.page;

import org.shiftbed.report.statistics.Method;
import org.shiftbed.report.statistics.Place;

/**
 * The trial that the headline rule chose in one search.
 *
 * @param place where
 * @param method what
 * @param seed run
 * @param trial id
 * @param step chosen checkpoint
 * @param validation score by which it was chosen
 * @param test accuracy
 * @param hyperparameters in words: {@code lr=0.001, lambda=0.1}
 */
public record ChosenTrial(
        Place place,
        Method method,
        int seed,
        String trial,
        int step,
        double validation,
        double test,
        String hyperparameters) {}
