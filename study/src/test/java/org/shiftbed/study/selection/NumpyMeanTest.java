package org.shiftbed.study.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.shiftbed.study.CheckpointRecord;

class NumpyMeanTest {
    @Test
    void sumsAreThoseOfNumpyToTheBit() {
        double[] values = new double[300];
        for (int i = 0; i < values.length; i++) {
            values[i] = i * 7919 % 1000 / 997.0;
        }
        assertThat(NumpyMean.sum(values)).isEqualTo(150.60180541624874);
        assertThat(NumpyMean.sum(Arrays.copyOf(values, 100))).isEqualTo(49.19759277833499);
        assertThat(NumpyMean.sum(Arrays.copyOf(values, 13))).isEqualTo(5.699097291875627);
        assertThat(NumpyMean.error(Arrays.stream(values).boxed().toList()))
                .isCloseTo(0.016807834800102676, within(1e-17));
    }

    /** numpy adds eight values or more in another order than one after the other; the last bit decides ties between checkpoints. */
    @Test
    void meanOfNineOutSplitsIsThatOfNumpy() {
        TreeMap<String, Object> fields = new TreeMap<>(Map.of("step", 0));
        List<Double> values = new ArrayList<>();
        double plain = 0;
        for (int i = 0; i < 10; i++) {
            double accuracy = i * 31676 % 1000 / 997.0;
            fields.put("env" + i + "_out_acc", accuracy);
            if (i != 3) {
                values.add(accuracy);
                plain += accuracy;
            }
        }
        double mean = Objects.requireNonNull(Ranking.meanOutAccuracy(new CheckpointRecord(fields), 3));
        assertThat(mean).isEqualTo(0.3780229577621754).isNotEqualTo(plain / 9);
    }
}
