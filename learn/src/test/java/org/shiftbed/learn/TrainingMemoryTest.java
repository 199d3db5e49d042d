package org.shiftbed.learn;

import static org.assertj.core.api.Assertions.assertThat;

import org.bytedeco.javacpp.Pointer;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Training again and again holds no more memory; the long version is in {@code bench}. */
class TrainingMemoryTest {
    @Test
    void fortyTrainingsHoldNoMoreMemoryThanTen() {
        Assumptions.assumeTrue(ResidentMemory.bytes() > 0, "this platform does not tell resident memory");
        trainings(10);
        System.gc();
        long tensors = Pointer.totalCount();
        long before = ResidentMemory.bytes();
        trainings(30);
        System.gc();
        assertThat(Pointer.totalCount()).isEqualTo(tensors);
        assertThat((double) ResidentMemory.bytes() / before).isLessThan(1.05);
    }

    private static void trainings(int count) {
        for (int i = 0; i < count; i++) {
            TrainerTest.run(TinyRun.task("ERM", null, Precision.FLOAT32, TinyRun.PLAN, i));
        }
    }
}
