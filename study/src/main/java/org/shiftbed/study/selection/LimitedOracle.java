package org.shiftbed.study.selection;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.Seed;
import org.shiftbed.learn.Protocol;
import org.shiftbed.shift.Role;
import org.shiftbed.study.CheckpointRecord;
import org.shiftbed.study.ExpectedTrial;

/**
 * An oracle that sees some of the scores, blurred. What it sees depends on the search and the trials in it alone, so that a second report of the same
 * study chooses the same.
 *
 * @param rule the oracle
 * @param limit what it may see
 */
record LimitedOracle(Selection rule, OracleLimit limit) implements Selection {
    @Override
    public String name() {
        return rule.name();
    }

    @Override
    public String label() {
        return rule.label();
    }

    @Override
    public Set<Protocol> protocols() {
        return rule.protocols();
    }

    @Override
    public boolean oracle() {
        return true;
    }

    @Override
    public boolean reads(ExpectedTrial trial) {
        return rule.reads(trial);
    }

    @Override
    public Optional<Role> validatesOn() {
        return rule.validatesOn();
    }

    @Override
    public Choice choose(Search search) {
        List<List<Search.Run>> members = search.members();
        int[] order = new int[0];
        if (!members.isEmpty()) {
            ExpectedTrial first = members.get(0).get(0).trial();
            order = Seed.of(
                            "oracle queries",
                            rule.name(),
                            first.dataset(),
                            first.shift(),
                            first.setting(),
                            first.method(),
                            first.form(),
                            first.seed(),
                            search.testEnvironment())
                    .permutation(members.size());
        }
        int left = limit.queries();
        List<Search.Run> seen = new ArrayList<>();
        for (int index : order) {
            for (Search.Run run : members.get(index)) {
                List<CheckpointRecord> looks = looks(run, search.testEnvironment());
                List<CheckpointRecord> blurred = new ArrayList<>();
                for (CheckpointRecord look : looks.subList(0, Math.min(left, looks.size()))) {
                    blurred.add(blurred(run.trial(), look, search.testEnvironment()));
                }
                left -= blurred.size();
                seen.add(new Search.Run(run.trial(), blurred));
            }
        }
        return rule.choose(new Search(search.testEnvironment(), seen));
    }

    /** The records whose score the rule looks at: of the oracle of DomainBed's protocol the last alone. */
    private List<CheckpointRecord> looks(Search.Run run, int environment) {
        List<CheckpointRecord> scored = new ArrayList<>();
        for (CheckpointRecord record : rule.reads(run.trial()) ? run.records() : List.<CheckpointRecord>of()) {
            if (score(record, environment) != null) {
                scored.add(record);
            }
        }
        if (!(rule instanceof TestDomainOracle) || scored.isEmpty()) {
            return scored;
        }
        CheckpointRecord last = scored.get(0);
        for (CheckpointRecord record : scored) {
            last = record.step() >= last.step() ? record : last;
        }
        return List.of(last);
    }

    private @Nullable Double score(CheckpointRecord record, int environment) {
        return rule instanceof ValidationScore own ? record.extra(own.field()) : record.outAccuracy(environment);
    }

    private CheckpointRecord blurred(ExpectedTrial trial, CheckpointRecord record, int environment) {
        Double score = score(record, environment);
        if (limit.laplace() == 0 || score == null) {
            return record;
        }
        SplittableRandom random =
                Seed.of("oracle noise", rule.name(), trial.id(), record.step()).random();
        double place = random.nextDouble() - 0.5;
        double noise = -limit.laplace() * Math.signum(place) * Math.log(1 - 2 * Math.abs(place));
        Map<String, Object> fields = new LinkedHashMap<>(record.fields());
        if (rule instanceof ValidationScore own) {
            Map<String, Object> extras = new LinkedHashMap<>(record.extras());
            extras.put(own.field(), score + noise);
            fields.put(CheckpointRecord.EXTRAS, extras);
        } else {
            fields.put("env" + environment + "_out_acc", score + noise);
        }
        return new CheckpointRecord(fields);
    }
}
