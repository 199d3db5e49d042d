package org.shiftbed.study;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.shiftbed.base.UserError;
import org.shiftbed.data.ImageShape;
import org.shiftbed.shift.Conditions;
import org.shiftbed.shift.LabelNoise;
import org.shiftbed.shift.Shift;
import org.shiftbed.shift.ShiftFactory;

/**
 * A data set of the controlled study that a plan cannot open. Its trials are planned and counted, and refused: nothing takes its place.
 *
 * @param study as the data set has it
 */
record AbsentData(Study study, AnnouncedDatasets.Announced announced, Registry registry) {
    /** In place of the content's fingerprint. Such a trial never runs. */
    static final String FINGERPRINT = "missing";

    private static final PlannedSplit NOTHING = new PlannedSplit(
            List.of(), new PlannedTrial.Rows(0, 0, 0, 0, 0), Map.of(), List.of(), Set.of(), true, List.of());

    String label() {
        return study.label() == null ? announced.label() : study.label();
    }

    ImageShape shape() {
        return announced.shape();
    }

    /** Every setting of every shift, none of them applied. */
    List<Planner.PlannedSetting> settings() {
        List<Planner.PlannedSetting> all = new ArrayList<>();
        for (ShiftSpec spec : study.shifts()) {
            for (int size : study.sizes()) {
                for (LabelNoise noise : study.noise()) {
                    Shift made = make(spec, new Conditions(size, noise.clean() ? LabelNoise.NONE : noise));
                    String label = spec.fields().get("label") instanceof String own ? own : label();
                    all.add(new Planner.PlannedSetting(spec, made.setting(), label, made, NOTHING, null));
                }
            }
        }
        return new Settings(study.source()).distinct(all);
    }

    private Shift make(ShiftSpec spec, Conditions conditions) {
        ShiftFactory factory = registry.shift(spec.kind());
        try {
            return factory.create(
                    new ShiftFactory.Request(announced.name(), label(), null, null, spec.fields(), conditions));
        } catch (UserError e) {
            throw Located.at(study.source(), spec.path(), spec.kind(), e);
        }
    }
}
