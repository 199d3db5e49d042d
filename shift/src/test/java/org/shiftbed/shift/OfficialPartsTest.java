package org.shiftbed.shift;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.shiftbed.base.Seed;
import org.shiftbed.data.Attribute;
import org.shiftbed.data.AttributeTable;
import org.shiftbed.data.OfficialPart;
import org.shiftbed.data.OfficialParts;

class OfficialPartsTest {
    private static final int ROWS = 1000;

    /** Five hospitals, one label; hospital 1 validates, hospital 2 tests, every tenth row of the others is held out of training. */
    private static AttributeTable hospitals() {
        int[] center = IntStream.range(0, ROWS).map(row -> row * 7 % 5).toArray();
        int[] tumor = IntStream.range(0, ROWS).map(row -> row / 5 % 2).toArray();
        byte[] parts = new byte[ROWS];
        for (int row = 0; row < ROWS; row++) {
            OfficialPart part = center[row] == 1
                    ? OfficialPart.VALIDATION_OOD
                    : center[row] == 2
                            ? OfficialPart.TEST
                            : row % 10 == 0
                                    ? OfficialPart.VALIDATION_ID
                                    : row % 10 == 5 ? OfficialPart.TEST_ID : OfficialPart.TRAIN;
            parts[row] = (byte) part.ordinal();
        }
        AttributeTable table = new AttributeTable(
                List.of(
                        new Attribute("tumor", List.of("0", "1")),
                        new Attribute("center", List.of("0", "1", "2", "3", "4"))),
                Map.of("tumor", tumor, "center", center),
                null);
        return table.with(OfficialParts.byDomain(parts, "center"));
    }

    private static Split split(AttributeTable table, String dataset, String kind, Map<String, Object> fields) {
        return Shifts.require(kind, "test")
                .create(new ShiftFactory.Request(dataset, "tumor", null, null, fields, Conditions.NONE))
                .apply(table, Seed.of("run", 0));
    }

    private static int[] rows(AttributeTable table, OfficialPart part) {
        OfficialParts parts = Objects.requireNonNull(table.parts());
        return IntStream.range(0, ROWS).filter(row -> parts.of(row) == part).toArray();
    }

    @Test
    void unseenDomainsAreTestedOnTheDataSetsOwnParts() {
        AttributeTable table = hospitals();
        for (Map<String, Object> fields : List.<Map<String, Object>>of(
                Map.of("attribute", "center"), Map.of("attribute", "center", "values", List.of("1", "2")))) {
            Split split = split(table, "Camelyon17", "unseen", fields);
            assertThat(split.part("train-0").rows()).containsExactly(rows(table, OfficialPart.TRAIN));
            assertThat(split.part("val_id").rows()).containsExactly(rows(table, OfficialPart.VALIDATION_ID));
            assertThat(split.part("val_ood").rows()).containsExactly(rows(table, OfficialPart.VALIDATION_OOD));
            assertThat(split.part("val_ood").role()).isEqualTo(Role.VALIDATION_OOD);
            assertThat(split.part("test").rows()).containsExactly(rows(table, OfficialPart.TEST));
            assertThat(split.part("val_oracle_best").rows())
                    .hasSize(rows(table, OfficialPart.VALIDATION_ID).length
                            + rows(table, OfficialPart.VALIDATION_OOD).length);
        }
    }

    @Test
    void otherShiftsPoolAllRows() {
        AttributeTable table = hospitals();
        for (Map<String, Object> fields : List.<Map<String, Object>>of(
                Map.of("attribute", "center", "values", List.of("1")), Map.of("attribute", "center", "values", "2"))) {
            Split split = split(table, "Camelyon17", "unseen", fields);
            assertThat(split.has("val_ood")).isFalse();
            assertThat(split.part("test").rows()).hasSize(100);
        }
        Split low = split(table, "Camelyon17", "low-data", Map.of("attribute", "center", "samples", 10));
        assertThat(low.has("val_ood")).isFalse();
        // The rare hospitals are those that the official training rows lack, and their rows are in the pool.
        assertThat(IntStream.of(low.part("train-1").rows()).boxed())
                .hasSize(10)
                .allMatch(row -> table.code(row, "center") == 1 || table.code(row, "center") == 2);
        assertThat(IntStream.of(low.part("train-0").rows()).boxed())
                .allMatch(row -> table.code(row, "center") != 1 && table.code(row, "center") != 2);
    }

    @Test
    void aFixedTestIsTheTestOfEveryShiftAndSharesNoPictureWithTraining() {
        int[] label = IntStream.range(0, ROWS).map(row -> row % 2).toArray();
        int[] lighting = IntStream.range(0, ROWS).map(row -> row / 2 % 3).toArray();
        int[] groups = IntStream.range(0, ROWS).toArray();
        byte[] parts = new byte[ROWS];
        for (int row = 600; row < ROWS; row++) {
            parts[row] = (byte) OfficialPart.TEST.ordinal();
        }
        // A picture of the training rows is in the test, too.
        groups[3] = 700;
        AttributeTable table = new AttributeTable(
                        List.of(
                                new Attribute("tumor", List.of("0", "1")),
                                new Attribute("lighting", List.of("0", "1", "2"))),
                        Map.of("tumor", label, "lighting", lighting),
                        groups)
                .with(OfficialParts.fixedTest(parts, 250));
        int[] test = IntStream.range(600, ROWS).toArray();
        for (String kind : List.of("unseen", "none")) {
            Map<String, Object> fields =
                    kind.equals("none") ? Map.of() : Map.of("attribute", "lighting", "values", "2");
            Split split = split(table, "SmallNORB", kind, fields);
            assertThat(split.part("test").rows()).containsExactly(test);
            assertThat(IntStream.of(split.part("val_oracle_best").rows()).boxed())
                    .hasSize(250)
                    .allMatch(row -> row < 600 && row != 3);
            int seen = (int) IntStream.range(0, 600)
                    .filter(row -> kind.equals("none") || lighting[row] != 2)
                    .filter(row -> row != 3
                            && IntStream.of(split.part("val_oracle_best").rows())
                                    .noneMatch(held -> held == row))
                    .count();
            assertThat(split.part("train-0").rows()).hasSize(seen).doesNotContain(3);
        }
    }

    @Test
    void theKeptRuleKnowsDSpritesByItsName() {
        assertThat(KeptRule.rare("dSprites", new Attribute("color", List.of("red", "green", "blue"))))
                .containsExactly("blue");
        assertThat(KeptRule.rare("dSprites", new Attribute("scale", List.of("1", "2", "3", "4", "5", "6"))))
                .containsExactly("5", "6");
        assertThat(KeptRule.rare("MPI3D", new Attribute("object_color", List.of("1", "2", "3", "4", "5", "6"))))
                .containsExactly("3", "4", "5", "6");
    }
}
