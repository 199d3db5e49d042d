package org.shiftbed.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SeedTest {
    /** Pinned: computed by a second program from SHA-256 and SplitMix64 alone. They must never change. */
    @Test
    void keysAndStreamsAreTheSameOnEveryMachineAndInEveryRelease() {
        assertThat(Seed.of("sprites", "split", 0).key()).isEqualTo(-6560083641473467850L);
        assertThat(Seed.of("a", 1, true).key()).isEqualTo(6468119658740744240L);
        assertThat(Seed.of("é", "").key()).isEqualTo(-4919073417124937383L);
        assertThat(Seed.of("sprites", "split", 0).child("rows").key()).isEqualTo(7292833308340774711L);
        assertThat(Seed.of("sprites", "split", 0).child("rows", 3).key()).isEqualTo(-9139738470313364758L);
        SplittableRandom random = Seed.of("sprites", "colour", 0, 400_001).random();
        assertThat(random.nextLong()).isEqualTo(7949126225565362391L);
        assertThat(random.nextLong()).isEqualTo(-2425531755220224393L);
        assertThat(Seed.of("sprites", "split", 0).permutation(10)).containsExactly(0, 8, 7, 9, 1, 4, 3, 6, 5, 2);
        assertThat(Seed.of("a", 1, true).permutation(10)).containsExactly(4, 1, 9, 0, 8, 2, 3, 7, 5, 6);
    }

    @Test
    void everyValueItsTypeAndItsPlaceCount() {
        Set<Long> keys = new HashSet<>();
        Seed[] seeds = {
            Seed.of("a", "b"), Seed.of("b", "a"), Seed.of("ab"), Seed.of("a", "b", ""), Seed.of("", "a", "b"),
            Seed.of("1"), Seed.of(1), Seed.of(true), Seed.of("true"),
                    Seed.of("a").child("b"),
            Seed.of("a").child("b", "c"), Seed.of("a").child("b").child("c")
        };
        for (Seed seed : seeds) {
            keys.add(seed.key());
        }
        assertThat(keys).hasSize(seeds.length);
        assertThat(Seed.of(7)).isEqualTo(Seed.of(7L));
        assertThatThrownBy(() -> Seed.of(0.5)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(Seed::of).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void openingAStreamTwiceGivesItTwiceFromItsStart() {
        Seed seed = Seed.of("x");
        assertThat(seed.random().longs(5).toArray())
                .isEqualTo(seed.random().longs(5).toArray());
    }

    /** Over neighbouring keys: every place of a permutation of four is hit by every value a quarter of the time. */
    @Test
    void neighbouringKeysGiveIndependentUniformPermutations() {
        int trials = 8000;
        int[][] hits = new int[4][4];
        int agreements = 0;
        int before = -1;
        for (int k = 0; k < trials; k++) {
            int[] order = Seed.of("test", k).permutation(4);
            for (int place = 0; place < 4; place++) {
                hits[place][order[place]]++;
            }
            agreements += order[0] == before ? 1 : 0;
            before = order[0];
        }
        double spread = 5 * Math.sqrt(trials * 0.25 * 0.75);
        for (int[] row : hits) {
            for (int count : row) {
                assertThat((double) count).isBetween(trials / 4.0 - spread, trials / 4.0 + spread);
            }
        }
        assertThat((double) agreements).isBetween(trials / 4.0 - spread, trials / 4.0 + spread);
    }
}
