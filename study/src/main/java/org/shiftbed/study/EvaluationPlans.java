package org.shiftbed.study;

import java.util.ArrayList;
import java.util.List;
import org.shiftbed.learn.TrainingTask.EvaluationPlan;
import org.shiftbed.learn.TrainingTask.Keep;
import org.shiftbed.learn.TrainingTask.Tracker;
import org.shiftbed.shift.Part;
import org.shiftbed.shift.Role;
import org.shiftbed.shift.Split;

/**
 * What a run evaluates, and when, so that selection rules find in its records what they read. {@code needed}: validation parts at every
 * checkpoint, the test part where a tracker improves and at the end; under DomainBed's split every out-split and the in-splits of the test
 * environments at every checkpoint, because its rules may choose any. {@code full}: every part at every checkpoint.
 */
public final class EvaluationPlans {
    private EvaluationPlans() {}

    /**
     * The plan of a run.
     *
     * @param split its parts decide: those called {@code env{i}_in} and {@code env{i}_out} make it DomainBed's
     * @param evaluate what the study asks for
     * @param keep which weights stay
     */
    public static EvaluationPlan of(Split split, TrainingSpec.Evaluate evaluate, Keep keep) {
        List<Tracker> trackers = new ArrayList<>();
        List<String> needed = new ArrayList<>();
        List<String> onImprovement = new ArrayList<>();
        if (split.has("env0_out")) {
            List<String> training = new ArrayList<>();
            List<String> held = new ArrayList<>();
            for (int i = 0; i < split.environments().size(); i++) {
                boolean test = split.testEnvironments().contains(i);
                needed.add("env" + i + "_out");
                (test ? held : training).add("env" + i + "_out");
                if (test) {
                    needed.add("env" + i + "_in");
                }
            }
            trackers.add(new Tracker("iid", training));
            if (!held.isEmpty()) {
                trackers.add(new Tracker("oracle-best", held));
            }
        } else {
            for (Part part : split.parts()) {
                switch (part.role()) {
                    case VALIDATION_ID -> trackers.add(new Tracker("id", List.of(part.name())));
                    case VALIDATION_OOD -> trackers.add(new Tracker("ood", List.of(part.name())));
                    case VALIDATION_ORACLE -> trackers.add(new Tracker("oracle-best", List.of(part.name())));
                    case TEST -> onImprovement.add(part.name());
                    default -> {}
                }
            }
            List<Part> reweighted = split.parts(Role.VALIDATION_REWEIGHTED);
            if (!reweighted.isEmpty()) {
                trackers.add(reweighted(reweighted));
            }
            trackers.forEach(tracker -> needed.addAll(tracker.validation()));
        }
        if (evaluate == TrainingSpec.Evaluate.FULL) {
            List<String> all = split.parts().stream()
                    .filter(part -> part.size() > 0)
                    .map(Part::name)
                    .toList();
            return new EvaluationPlan(all, List.of(), List.of(), trackers, keep);
        }
        return new EvaluationPlan(needed, onImprovement, onImprovement, trackers, keep);
    }

    /** In-distribution validation with the weights of the training parts. */
    static Tracker reweighted(List<Part> parts) {
        return new Tracker(
                "reweighted",
                parts.stream().map(Part::name).toList(),
                parts.stream().map(Part::weight).toList());
    }
}
