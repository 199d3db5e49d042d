package org.shiftbed.learn;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.shiftbed.base.Seed;
import org.shiftbed.data.Dataset;
import org.shiftbed.shift.BatchSource;
import org.shiftbed.shift.BatchSource.EnvironmentRows;
import org.shiftbed.shift.Environment;
import org.shiftbed.shift.LabelNoise;
import org.shiftbed.shift.Part;
import org.shiftbed.shift.Role;
import org.shiftbed.shift.SamplingWeights;
import org.shiftbed.shift.Split;

/** Drawing classes alike takes labels, which the table has: no picture is read for it. */
class BalancedDrawingTest {
    @Test
    void noPictureIsReadForLabels() {
        AtomicInteger reads = new AtomicInteger();
        Dataset counting = (Dataset) Proxy.newProxyInstance(
                Dataset.class.getClassLoader(), new Class<?>[] {Dataset.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("read") || method.getName().equals("originals")) {
                        reads.incrementAndGet();
                    }
                    try {
                        return method.invoke(TinyRun.DATASET, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        Map<String, Object> values = new LinkedHashMap<>(TinyRun.hyperparameters("ERM", "domainbed", Map.of()));
        values.put("class_balanced", true);
        values.put("batch_size", 20L);
        Split split = new Split(
                counting.label(),
                "environment",
                List.of(new Environment(0, "all")),
                new int[counting.size()],
                counting.attributes().column(counting.label()),
                2,
                List.of(new Part(
                        "env0_in",
                        Role.TRAIN,
                        0,
                        "all",
                        0,
                        IntStream.range(0, counting.size()).toArray(),
                        1)),
                List.of(),
                LabelNoise.NONE,
                SamplingWeights.PARTS,
                List.of(),
                Map.of());
        TrainingTask task = new TrainingTask(
                counting,
                split,
                Protocol.DOMAINBED,
                "ERM",
                "domainbed",
                Set.of(),
                values,
                "mlp",
                10,
                0,
                5,
                Precision.FLOAT32,
                1,
                "cpu",
                Seed.of("balanced", 1),
                1,
                new TrainingTask.EvaluationPlan(List.of(), List.of(), List.of(), List.of(), TrainingTask.Keep.NONE),
                null);
        BatchSource batches = Trainer.batches(task);
        long drawn = 0;
        for (int step = 0; step < 200; step++) {
            for (EnvironmentRows rows : batches.next()) {
                drawn += rows.rows().length;
            }
        }
        assertThat(drawn).isPositive();
        assertThat(reads).hasValue(0);
        // The count counts: a training step reads its batch.
        try (BatchReading reading = new BatchReading(task)) {
            reading.next();
        }
        assertThat(reads).hasPositiveValue();
    }
}
