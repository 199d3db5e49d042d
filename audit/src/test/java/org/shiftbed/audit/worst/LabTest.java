package org.shiftbed.audit.worst;

import java.util.List;

/** Sample gradients and Hessians of the lab-test fixture, and the population ones of parametric-robustness 8.1. */
final class LabTest {
    static final double MEAN_LOSS = 0.5446653343447367;

    static final Quadratic CONSTANT =
            new Quadratic(new double[] {-0.022388504923441042}, new double[][] {{0.08434016429910514}}, List.of("O"));

    static final Quadratic LINEAR = new Quadratic(
            new double[] {-0.022388504923441455, -0.10261351469585525},
            new double[][] {{0.08434016429910914, 0.04788901130597266}, {0.04788901130597266, 0.04788901130597266}},
            List.of("O | 1", "O | Y"));

    static final Quadratic PER_PARENT = new Quadratic(
            new double[] {0.08022500977241608, -0.10261351469585525},
            new double[][] {{0.036451152993134096, 0}, {0, 0.04788901130597266}},
            List.of("O | Y=0", "O | Y=1"));

    static final double POPULATION_LOSS = 0.5375547501;

    static final Quadratic POPULATION_LINEAR = new Quadratic(
            new double[] {-0.02639572250820917, -0.10194031990877021},
            new double[][] {{0.08201882548825035, 0.04710837084887879}, {0.04710837084887879, 0.04710837084309638}},
            List.of("O | 1", "O | Y"));

    private LabTest() {}
}
