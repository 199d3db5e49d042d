package org.shiftbed.audit.spec;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A linear limit: sum over parameters of coefficient times delta, at most a bound.
 *
 * @param coefficients by the label of the parameter, or by the variable's name where it has one parameter
 * @param bound largest value of the sum
 */
public record LinearLimit(Map<String, Double> coefficients, double bound) {
    public LinearLimit {
        coefficients = Collections.unmodifiableMap(new LinkedHashMap<>(coefficients));
    }
}
