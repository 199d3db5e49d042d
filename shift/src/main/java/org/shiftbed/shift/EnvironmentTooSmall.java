package org.shiftbed.shift;

import java.io.Serial;

/**
 * A training environment has fewer rows than DomainBed's batch, which would make the reference wait for ever: the trial is refused, the study
 * goes on.
 */
public final class EnvironmentTooSmall extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    /**
     * @param environment its name
     * @param rows it has in training
     * @param batch rows that each environment must give
     */
    EnvironmentTooSmall(String environment, int rows, int batch) {
        super("environment '" + environment + "' has " + rows + " training rows, fewer than its batch of " + batch
                + "; set batch_size to at most " + rows + ", or use more rows");
    }
}
