package org.shiftbed.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.shiftbed.audit.result.AuditJson;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.audit.spec.EstimationSpec;
import org.shiftbed.data.table.Table;

class RepeatabilityTest {
    @Test
    void theSameQuestionGivesTheSameBytesWhateverTheThreads() throws InterruptedException, ExecutionException {
        Table table = Rows.twoBinaries(3, 1500, Rows.NO_SHIFT);
        AuditSpec spec = Rows.question()
                .withEstimation(EstimationSpec.standard().withBootstrap(40).withSeed(3));
        String first = AuditJson.write(Rows.run(spec, table));
        for (int threads : new int[] {1, 3}) {
            ForkJoinPool pool = new ForkJoinPool(threads);
            try {
                assertThat(pool.submit(() -> AuditJson.write(Rows.run(spec, table)))
                                .get())
                        .isEqualTo(first);
            } finally {
                pool.shutdown();
            }
        }
        AuditSpec other = spec.withEstimation(spec.estimation().withSeed(4));
        assertThat(AuditJson.write(Rows.run(other, table))).isNotEqualTo(first);
    }
}
