package org.shiftbed.study;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.shiftbed.base.UserError;
import org.shiftbed.data.DatasetOutline;
import org.shiftbed.shift.Conditions;
import org.shiftbed.shift.Shift;
import org.shiftbed.shift.ShiftFactory;

/** A data set of DomainBed's protocol whose files are not here: its trials can be counted from its outline, its rows cannot. */
record OutlinedData(Study study, DatasetSpec spec, DatasetOutline outline, Registry registry) {

    /** Everything that the study holds out of it, with no rows. */
    List<Planner.PlannedSetting> settings(int seed) {
        ShiftSpec shift = study.shifts().get(0);
        ShiftFactory factory = registry.shift(shift.kind());
        List<Planner.PlannedSetting> all = new ArrayList<>();
        for (List<Integer> held : HeldOut.of(study, spec, outline.domains())) {
            int training = outline.domains().size() - held.size();
            PlannedSplit split = new PlannedSplit(
                    outline.domains(),
                    new PlannedTrial.Rows(0, 0, 0, 0, training),
                    Map.of(),
                    List.of(),
                    Set.of(),
                    true,
                    List.of());
            Shift made = make(shift, factory, held, seed);
            all.add(new Planner.PlannedSetting(shift, made.setting(), label(), made, split, held));
        }
        return all;
    }

    String label() {
        return study.label() == null ? outline.label() : study.label();
    }

    private Shift make(ShiftSpec shift, ShiftFactory factory, List<Integer> held, int seed) {
        try {
            return factory.create(new ShiftFactory.Request(
                    spec.name(), label(), outline.domain(), null, HeldOut.fields(study, held, seed), Conditions.NONE));
        } catch (UserError e) {
            throw Located.at(study.source(), shift.path(), shift.kind(), e);
        }
    }
}
