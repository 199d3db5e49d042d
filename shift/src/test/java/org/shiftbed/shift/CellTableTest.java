package org.shiftbed.shift;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CellTableTest {
    @Test
    void strengthOfOneLevelIsNoNumber() {
        CellTable table = new CellTable(new double[][] {{3, 0}, {4, 0}});
        assertThat(table.cramersV()).isNaN();
        assertThat(table.mutualInformation()).isZero();
    }
}
