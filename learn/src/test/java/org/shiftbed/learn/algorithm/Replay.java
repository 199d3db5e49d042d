package org.shiftbed.learn.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.Algorithms;
import org.shiftbed.learn.Networks;
import org.shiftbed.learn.Precision;
import org.shiftbed.learn.Protocol;
import org.shiftbed.learn.golden.GoldenRun;
import org.shiftbed.learn.golden.Npz;
import org.shiftbed.learn.golden.RecordedDraws;
import org.shiftbed.learn.golden.Sums;
import org.shiftbed.learn.torch.Tensors;

/** Replays a recorded run and compares everything that is recorded of it. Runs within the caller's scope. */
final class Replay {
    private final GoldenRun run;
    private final Precision precision;
    private double largest;

    Replay(GoldenRun run, Precision precision) {
        this.run = run;
        this.precision = precision;
    }

    /**
     * Fails at the first value that is off by more than the record allows.
     *
     * @return the largest difference from a recorded number
     */
    double run() {
        assumeTrue(Algorithms.names().contains(run.algorithm()), "algorithm " + run.algorithm() + " is not registered");
        RecordedDraws draws = new RecordedDraws();
        Algorithm algorithm = create(draws);
        algorithm.load(run.initial(algorithm.state()));
        compareState(algorithm, "init");
        ExtraReplay extra = new ExtraReplay(run, (NetworkAlgorithm) algorithm);
        extra.load();
        setAttributes((NetworkAlgorithm) algorithm);
        if (run.dropsGradients()) {
            ((NetworkAlgorithm) algorithm).dropGradients();
        }
        int steps = run.whole("steps");
        for (int step = 0; step < steps; step++) {
            draws.expect(draws(step));
            List<Minibatch> minibatches = new ArrayList<>();
            for (int e = 0; e < run.whole("num_domains"); e++) {
                minibatches.add(new Minibatch(e, run.x(step, e).to(Tensors.type(precision)), run.y(step, e)));
            }
            compareUpdate(step, algorithm.update(minibatches));
            assertThat(draws.left()).as("draws left after step " + step).isZero();
            if (step == 0) {
                compareState(algorithm, "after1");
                extra.compare("after1", this::close, tolerance("after1_max_abs"));
            }
        }
        compareState(algorithm, "after" + steps);
        extra.compare("after" + steps, this::close, tolerance("after" + steps + "_max_abs"));
        algorithm.train(false);
        draws.expect(run.arrays("rand/predict/"));
        try (NoGradGuard guard = new NoGradGuard()) {
            Tensor logits = algorithm.predict(run.predictX().to(Tensors.type(precision)));
            close(
                    "logits",
                    Tensors.toDoubles(logits),
                    run.array("predict/logits").values(),
                    tolerance("logits_max_abs"));
        }
        algorithm.close();
        extra.assumeEverythingIsKnown();
        return largest;
    }

    private Algorithm create(RecordedDraws draws) {
        long[] input = run.wholes("input_shape");
        boolean flat = input.length == 1;
        ImageShape shape =
                flat ? new ImageShape(1, 1, 1) : new ImageShape((int) input[0], (int) input[1], (int) input[2]);
        AlgorithmFactory.Context context = new AlgorithmFactory.Context(
                shape,
                flat ? (int) input[0] : 0,
                run.whole("num_classes"),
                run.whole("num_domains"),
                "domainbed",
                run.isStrict() ? Set.of("algorithm") : Set.of(),
                run.block("hparams"),
                flat ? "mlp" : Networks.defaultFor(shape, Protocol.DOMAINBED),
                precision,
                "cpu",
                draws);
        return Algorithms.require(run.algorithm(), "golden file").create(context);
    }

    /** Those of an update. The reference's Fish builds a network in every update and overwrites its weights at once: those draws are left out. */
    private Map<String, Npz.Array> draws(int step) {
        Map<String, Npz.Array> recorded = new LinkedHashMap<>(run.arrays("rand/step" + step + "/"));
        if (run.algorithm().equals("Fish")) {
            recorded.keySet().removeIf(name -> name.endsWith("uniform_"));
        }
        return recorded;
    }

    /** Attributes the reference's object was given after construction: entries of the state, or of what is kept outside it. */
    private void setAttributes(NetworkAlgorithm algorithm) {
        Map<String, Tensor> known = new LinkedHashMap<>(algorithm.extraState());
        known.putAll(algorithm.state());
        run.block("attributes_set_after_construction").forEach((name, value) -> {
            Tensor entry = known.get(name);
            assumeTrue(entry != null, run.algorithm() + " has no attribute " + name);
            try (NoGradGuard guard = new NoGradGuard()) {
                entry.fill_(new Scalar(CanonicalJson.number(value)));
            }
        });
    }

    private void compareUpdate(int step, Map<String, Double> returned) {
        Map<String, Npz.Array> expected = run.arrays("update/step" + step + "/");
        assertThat(returned.keySet()).as("keys of update " + step).isEqualTo(expected.keySet());
        // What an update returns is a double there (a mean of several losses), recorded as float32: half a unit of its
        // last place is lost.
        expected.forEach((key, array) -> close(
                key + " of update " + step,
                new double[] {returned.get(key)},
                array.values(),
                tolerance("update_max_abs") + Math.ulp((float) array.values()[0]) / 2));
    }

    private void compareState(Algorithm algorithm, String moment) {
        double tolerance = moment.equals("init") ? 0 : tolerance(moment + "_max_abs");
        Map<String, Npz.Array> expected = run.arrays(moment + "/");
        Map<String, Object> checksums = run.block(moment + "_checksums");
        assertThat(expected.isEmpty())
                .as("the file has either arrays or checksums")
                .isNotEqualTo(checksums.isEmpty());
        assertThat(algorithm.state().keySet()).isEqualTo(expected.isEmpty() ? checksums.keySet() : expected.keySet());
        algorithm.state().forEach((name, tensor) -> {
            String what = name + " " + moment;
            Npz.Array array = expected.get(name);
            if (array == null) {
                // Nine digits are recorded; every value may be off by the tolerance.
                Sums sums = Sums.read(Objects.requireNonNull(checksums.get(name)));
                double mean = Math.max(sums.absSum() / Math.max(1, tensor.numel()), 1e-12);
                Sums.assertClose(what, Sums.of(Tensors.toDoubles(tensor)), sums, tolerance / mean + 1e-8);
            } else {
                assertThat(tensor.shape()).as(what).isEqualTo(array.shape());
                close(what, Tensors.toDoubles(tensor), array.values(), tolerance);
            }
        });
    }

    private double tolerance(String quantity) {
        return precision == Precision.FLOAT32
                ? run.tolerance("suggested_atol", quantity)
                : 1.01 * run.tolerance("f32_vs_f64", quantity) + 1e-9;
    }

    private void close(String what, double[] found, double[] expected, double tolerance) {
        assertThat(found).as(what).hasSameSizeAs(expected);
        for (int i = 0; i < found.length; i++) {
            double difference = Math.abs(found[i] - expected[i]);
            largest = Math.max(largest, difference);
            // Only what fails: a million assertions take half a minute.
            if (!(difference <= tolerance)) {
                throw new AssertionError("%s [%d]: %s, recorded %s: off by %s, allowed %s"
                        .formatted(what, i, found[i], expected[i], difference, tolerance));
            }
        }
    }
}
