package org.shiftbed.learn.golden;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.learn.PlateauSchedule;

/** Rates against torch's scheduler on this machine, bit for bit. */
@Tag("peer")
class PlateauPeerTest {
    @Test
    void torchLowersTheRateAtTheSameLosses(@TempDir Path folder) throws Exception {
        PeerScript.run("plateau.py", folder);
        Npz arrays = Npz.read(folder.resolve("plateau.npz"));
        Map<String, Npz.Array> losses = arrays.below("losses/");
        Map<String, Npz.Array> rates = arrays.below("rates/");
        assertThat(losses).hasSize(400);
        int finished = 0;
        for (Map.Entry<String, Npz.Array> entry : losses.entrySet()) {
            double[] expected =
                    Objects.requireNonNull(rates.get(entry.getKey())).values();
            PlateauSchedule schedule = new PlateauSchedule(expected[0]);
            for (double loss : entry.getValue().values()) {
                assertThat(schedule.finished()).as("case %s", entry.getKey()).isFalse();
                schedule.checkpoint(loss);
            }
            assertThat(schedule.rates().stream()
                            .mapToDouble(Double::doubleValue)
                            .toArray())
                    .as("case %s", entry.getKey())
                    .isEqualTo(Arrays.copyOfRange(expected, 1, expected.length));
            boolean three = Arrays.stream(expected).distinct().count() == 4;
            assertThat(schedule.finished()).as("case %s", entry.getKey()).isEqualTo(three);
            finished += three ? 1 : 0;
        }
        // Both ends are among the cases.
        assertThat(finished).isBetween(50, 350);
    }
}
