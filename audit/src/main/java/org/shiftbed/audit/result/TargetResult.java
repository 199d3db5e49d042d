package org.shiftbed.audit.result;

import java.util.List;

/**
 * The loss under a shift that the user described.
 *
 * @param description the targets as given
 * @param size of the shift in the budget's measure
 * @param estimate the loss there
 * @param effects before and after
 * @param breaks what the budget holds fixed or within limits and this shift does not keep to, in words; empty where it keeps to all; its radii
 *     are not among them
 */
public record TargetResult(
        String description,
        double size,
        RadiusResult.ShiftEstimate estimate,
        List<Effect> effects,
        List<String> breaks) {}
