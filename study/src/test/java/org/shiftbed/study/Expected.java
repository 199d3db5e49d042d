package org.shiftbed.study;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.shiftbed.learn.Protocol;

/** Expected trials and records for tests. */
public final class Expected {
    private Expected() {}

    /** A trial of the controlled protocol. */
    public static ExpectedTrial controlled(String id, int seed, int hparamsSeed) {
        return trial(id, Protocol.CONTROLLED, seed, hparamsSeed, List.of(), Map.of("note", id));
    }

    /** A trial of DomainBed's protocol. */
    public static ExpectedTrial domainbed(String id, int trialSeed, int hparamsSeed, Integer... held) {
        return trial(id, Protocol.DOMAINBED, trialSeed, hparamsSeed, List.of(held), Map.of("note", id));
    }

    /** A trial of DomainBed's protocol with two stages. */
    public static ExpectedTrial autoLr(String id, int trialSeed, int hparamsSeed, Integer... held) {
        ExpectedTrial plain = domainbed(id, trialSeed, hparamsSeed, held);
        return new ExpectedTrial(
                id,
                plain.protocol(),
                plain.dataset(),
                plain.shift(),
                plain.setting(),
                "ERMPlusPlus",
                "auto-lr",
                plain.strict(),
                trialSeed,
                hparamsSeed,
                plain.steps(),
                plain.testEnvironments(),
                plain.environments(),
                null,
                plain.trial());
    }

    /** A trial with this content of {@code trial.json}. */
    public static ExpectedTrial trial(
            String id, Protocol protocol, int seed, int hparamsSeed, List<Integer> held, Map<String, Object> content) {
        return new ExpectedTrial(
                id,
                protocol,
                "toy",
                held.isEmpty() ? "none" : "leave-domains-out",
                "",
                "ERM",
                protocol == Protocol.DOMAINBED ? "domainbed" : "controlled",
                List.of(),
                seed,
                hparamsSeed,
                10,
                held,
                List.of("a", "b", "c"),
                null,
                content);
    }

    /** A record of DomainBed: in and out accuracy of environment 0, 1, … one after the other. */
    public static CheckpointRecord domainbed(int step, double... inOut) {
        TreeMap<String, Object> fields = new TreeMap<>();
        fields.put("step", step);
        for (int i = 0; i < inOut.length; i++) {
            fields.put("env" + i / 2 + (i % 2 == 0 ? "_in_acc" : "_out_acc"), inOut[i]);
        }
        return new CheckpointRecord(fields);
    }

    /** A record of a first stage: out accuracy of environment 0, 1, … at a learning rate; its test accuracies are 0.99. */
    public static CheckpointRecord firstStage(int step, double rate, double... out) {
        TreeMap<String, Object> fields = new TreeMap<>(Map.of("step", step, "lr", rate));
        fields.put("args", Map.of("algorithm", "ERMPlusPlus", "auto_lr", false, "holdout_fraction", 0.2));
        for (int i = 0; i < out.length; i++) {
            fields.put("env" + i + "_in_acc", 0.99);
            fields.put("env" + i + "_out_acc", out[i]);
        }
        return new CheckpointRecord(fields);
    }

    /** A record of a second stage: accuracy on the whole of environment 0, 1, … */
    public static CheckpointRecord secondStage(int step, double rate, double... whole) {
        TreeMap<String, Object> fields = new TreeMap<>(Map.of("step", step, "lr", rate));
        fields.put("args", Map.of("algorithm", "ERMPlusPlus", "auto_lr", false, "holdout_fraction", 0.0));
        for (int i = 0; i < whole.length; i++) {
            fields.put("fd_env" + i + "_in_acc", whole[i]);
        }
        return new CheckpointRecord(fields);
    }

    /** A record of the controlled protocol. */
    public static CheckpointRecord controlled(int step, double validation, double test) {
        return new CheckpointRecord(Map.of("step", step, "shiftbed", Map.of("val_id", validation, "test", test)));
    }
}
