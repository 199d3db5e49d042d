package org.shiftbed.app.serve;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.shiftbed.report.StudyReport;
import org.shiftbed.study.ExpectedTrial;
import org.shiftbed.study.Outcome;
import org.shiftbed.study.StudyResults;

/** A whole search as JSON: every member with its hyperparameters and curves, and which of them the rules of the study chose. */
final class SearchJson {
    private SearchJson() {}

    /** What members of one search have alike. */
    private record Key(
            String dataset,
            String shift,
            String setting,
            String method,
            String form,
            List<String> strict,
            int seed,
            List<Integer> testEnvironments) {
        static Key of(ExpectedTrial trial) {
            return new Key(
                    trial.dataset(),
                    trial.shift(),
                    trial.setting(),
                    trial.method(),
                    trial.form(),
                    trial.strict(),
                    trial.seed(),
                    trial.testEnvironments());
        }
    }

    /** The search that a trial is a member of, by their numbers. */
    static Map<String, Object> search(StudyReport report, StudyResults.Run member) {
        Key key = Key.of(member.trial());
        Map<String, List<String>> chosen = new LinkedHashMap<>();
        for (Outcome outcome : report.outcomes()) {
            String id = outcome.trial();
            if (id != null
                    && outcome.seed() == key.seed()
                    && outcome.algorithm().equals(key.method())) {
                String where = key.testEnvironments().size() > 1 ? ", test on " + outcome.environment() : "";
                chosen.computeIfAbsent(id, unused -> new ArrayList<>())
                        .add(outcome.selection() + " at step " + outcome.step() + where);
            }
        }
        List<Object> members = new ArrayList<>();
        List<StudyResults.Run> runs = report.study().runs().stream()
                .filter(run -> Key.of(run.trial()).equals(key))
                .sorted(Comparator.comparingInt(run -> run.trial().hparamsSeed()))
                .toList();
        for (StudyResults.Run run : runs) {
            Map<String, Object> json = StudyJson.trial(run);
            json.put("member", run.trial().hparamsSeed());
            json.put("chosen", chosen.getOrDefault(run.trial().id(), List.of()));
            members.add(json);
        }
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("trial", member.trial().id());
        json.put("members", members);
        return json;
    }
}
