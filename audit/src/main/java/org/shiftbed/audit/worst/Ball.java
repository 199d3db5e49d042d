package org.shiftbed.audit.worst;

import java.util.List;

/** All shifts of Euclidean norm at most the radius, which must be finite (parametric-robustness 4.1). */
public record Ball() implements Budget {
    @Override
    public RadiusSolver on(Quadratic gain) {
        return new TrustRegion(gain);
    }

    @Override
    public Budget keep(int[] kept, List<String> labels) {
        return this;
    }
}
