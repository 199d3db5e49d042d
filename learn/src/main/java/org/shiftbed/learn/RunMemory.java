package org.shiftbed.learn;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Generator;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.shiftbed.learn.algorithm.Algorithm;
import org.shiftbed.learn.algorithm.SeededDraws;
import org.shiftbed.learn.torch.Devices;
import org.shiftbed.learn.weights.StateDict;
import org.shiftbed.learn.weights.StoredTensor;

/**
 * What every stage of a run goes on from: the algorithm with its optimisers, its draws, and libtorch's own generators.
 *
 * @param algorithm of the run
 * @param draws those that the algorithm draws from
 * @param device of the run
 */
record RunMemory(Algorithm algorithm, SeededDraws draws, String device) {
    private static final String ALGORITHM = "algorithm/";
    private static final String ON_HOST = "generator";
    private static final String ON_DEVICE = "device_generator";

    /**
     * A state.
     *
     * @param stage which of the stages of this run it is in: {@code first} or {@code main}
     * @param next index of the next update of the stage
     * @param done updates of the run, of both stages
     * @param counted what else the stage counts
     */
    RunState state(String stage, int next, int done, Map<String, Object> counted) {
        Map<String, Object> values = new TreeMap<>(counted);
        values.put("stage", stage);
        values.put("next", next);
        values.put("done", done);
        values.put("draws", draws.position());
        Map<String, StoredTensor> tensors = new LinkedHashMap<>();
        RunState.put(tensors, ALGORITHM, StateDict.snapshot(algorithm));
        try (PointerScope scope = new PointerScope()) {
            tensors.put(ON_HOST, StateDict.copy(torch.getDefaultCPUGenerator().get_state()));
            if (!Devices.isCpu(device)) {
                tensors.put(ON_DEVICE, StateDict.copy(onDevice().get_state()));
            }
        }
        return new RunState(values, tensors);
    }

    /** Puts the algorithm, its draws and the generators where they were. */
    void restore(RunState state) {
        StateDict.restore(algorithm, state.below(ALGORITHM));
        draws.moveTo(RunState.large(state.values(), "draws"));
        try (PointerScope scope = new PointerScope()) {
            Tensor host = StateDict.tensor(state.tensor(ON_HOST));
            torch.getDefaultCPUGenerator().set_state(host);
            if (!Devices.isCpu(device)) {
                onDevice().set_state(StateDict.tensor(state.tensor(ON_DEVICE)));
            }
        }
    }

    private Generator onDevice() {
        return torch.globalContext().defaultGenerator(Devices.require(device, "device"));
    }

    /** Sums of losses as values of a state. */
    static void save(LossMeans losses, Map<String, Object> values) {
        values.put("losses", losses.memory());
        values.put("loss_names", List.copyOf(losses.means().keySet()));
    }

    /** What {@link #save} added. */
    static void restore(LossMeans losses, RunState state) {
        losses.restore(
                RunState.object(state.values(), "losses"),
                state.values().get("loss_names") instanceof List<?> names ? names : List.of());
    }
}
