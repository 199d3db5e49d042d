package org.shiftbed.study;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.data.ImageShape;
import org.shiftbed.data.Transforms;

/**
 * What is known of a data set once it is closed again: for each seed the settings of its shifts.
 *
 * @param study as the data set has it
 * @param refusal why nothing is run on it, one line; null where it is there
 */
record PlannedData(
        Study study,
        DatasetSpec spec,
        String fingerprint,
        String label,
        ImageShape shape,
        Transforms transforms,
        @Nullable String network,
        @Nullable String refusal,
        Map<Integer, List<Planner.PlannedSetting>> settings) {}
