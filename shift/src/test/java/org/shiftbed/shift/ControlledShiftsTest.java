package org.shiftbed.shift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.base.Seed;
import org.shiftbed.data.Attribute;
import org.shiftbed.data.AttributeTable;

/** Acceptance tests A2 to A5 of {@code controlled-shifts.md} 8, on a small grid in the form of dSprites. */
class ControlledShiftsTest {
    private final AttributeTable table = FactorGrid.sprites();
    private final int[] shape = table.column("shape");
    private final int[] color = table.column("color");
    private final Pools pools = Pools.of("sprites", table);

    @Test
    void a2SpuriousCorrelationHasDiagonalRowsAndNOthers() {
        Split split = spurious(50, FactorGrid.run(0));
        Part diagonal = split.part("train-0");
        Part others = split.part("train-1");
        int[] expected = IntStream.of(pools.train())
                .filter(row -> shape[row] == color[row])
                .toArray();
        assertThat(diagonal.rows()).containsExactly(expected);
        assertThat(others.rows()).hasSize(50).doesNotHaveDuplicates();
        assertThat(asSet(pools.train())).containsAll(asSet(others.rows()));
        assertThat(diagonal.weight()).isEqualTo(others.weight());
        Map<String, Object> correlation = Golden.object(split.manifest(), "correlation");
        assertThat(Golden.number(correlation, "rho_raw"))
                .isCloseTo(expected.length / (expected.length + 50.0), within(1e-12));
        assertThat(Golden.number(correlation, "rho_effective")).isEqualTo(0.5);
    }

    @Test
    void a2ShareOfTheDiagonalInBatchesIsHalfAndTheShareOfTheOthers() {
        Split split = spurious(50, FactorGrid.run(0));
        double share = IntStream.of(split.part("train-1").rows())
                        .filter(row -> shape[row] == color[row])
                        .count()
                / 50.0;
        PartBatches batches = new PartBatches(split, 100, FactorGrid.run(0));
        long diagonal = 0;
        for (int i = 0; i < 1000; i++) {
            for (BatchSource.EnvironmentRows rows : batches.next()) {
                diagonal += IntStream.of(rows.rows())
                        .filter(row -> shape[row] == color[row])
                        .count();
            }
        }
        assertThat(diagonal / 1e5).isCloseTo(0.5 + 0.5 * share, within(0.01));
    }

    @Test
    void offDiagonalOnlyDrawsTheNRowsOutsideThePairs() {
        Split split = FactorGrid.shift(
                        "spurious-correlation",
                        Map.of(
                                "attribute",
                                "color",
                                "samples",
                                40,
                                "off-diagonal-only",
                                true,
                                "pairs",
                                List.of(List.of("square", "blue"), List.of("heart", "blue"))))
                .apply(table, FactorGrid.run(0));
        assertThat(Arrays.stream(split.part("train-0").rows())).allMatch(row -> color[row] == 2 && shape[row] != 1);
        assertThat(Arrays.stream(split.part("train-1").rows()))
                .hasSize(40)
                .noneMatch(row -> color[row] == 2 && shape[row] != 1);
    }

    @Test
    void a3LowDataHasNRowsOfAllRareValuesTogetherAndAllOthers() {
        Split split = FactorGrid.shift(
                        "low-data", Map.of("attribute", "color", "values", List.of("green", "blue"), "samples", 30))
                .apply(table, FactorGrid.run(0));
        int[] all = IntStream.concat(
                        IntStream.of(split.part("train-0").rows()),
                        IntStream.of(split.part("train-1").rows()))
                .toArray();
        assertThat(IntStream.of(all).filter(row -> color[row] > 0).count()).isEqualTo(30);
        assertThat(IntStream.of(all).filter(row -> color[row] == 0).toArray())
                .containsExactly(IntStream.of(pools.train())
                        .filter(row -> color[row] == 0)
                        .toArray());
        assertThat(split.trainingEnvironments()).containsExactly(0, 1, 2);
    }

    @Test
    void a3UnseenDataHasNoneOfTheUnseenValuesAndAllOthers() {
        Split split = FactorGrid.shift("unseen", Map.of("attribute", "color")).apply(table, FactorGrid.run(0));
        assertThat(split.parts(Role.TRAIN)).hasSize(1);
        assertThat(split.part("train-0").rows())
                .containsExactly(IntStream.of(pools.train())
                        .filter(row -> color[row] != 2)
                        .toArray());
        assertThat(split.part("val_id").rows())
                .containsExactly(IntStream.of(pools.validation())
                        .filter(row -> color[row] != 2)
                        .toArray());
        assertThat(split.part("val_oracle_best").rows()).containsExactly(pools.validation());
        assertThat(split.trainingEnvironments()).containsExactly(0, 1);
        Map<String, Object> test = Golden.object(split.manifest(), "test");
        long unseen = IntStream.of(pools.test()).filter(row -> color[row] == 2).count();
        assertThat(Golden.object(test, "unseen").get("rows")).isEqualTo((int) unseen);
        assertThat(Golden.object(test, "seen").get("rows")).isEqualTo(pools.test().length - (int) unseen);
    }

    @Test
    void a4ContentGroupsOfTrainingValidationAndTestAreDisjoint() {
        assertThat(table.rows()).isEqualTo(5940);
        assertThat(pools.test()).hasSize(594);
        assertThat(pools.validation()).hasSize(594);
        assertThat(pools.train()).hasSize(5940 - 2 * 594);
        Set<Integer> train = groups(pools.train());
        Set<Integer> validation = groups(pools.validation());
        Set<Integer> test = groups(pools.test());
        assertThat(train).doesNotContainAnyElementsOf(validation).doesNotContainAnyElementsOf(test);
        assertThat(validation).doesNotContainAnyElementsOf(test);
        assertThat(train.size() + validation.size() + test.size()).isLessThan(table.rows());
    }

    @Test
    void a5TheSameSeedGivesTheSameManifestAndAnotherSeedOtherRowsOfTheSamePools() {
        Split one = spurious(10, FactorGrid.run(0));
        Split again = spurious(10, FactorGrid.run(0));
        Split other = spurious(10, FactorGrid.run(1));
        assertThat(CanonicalJson.text(again.manifest())).isEqualTo(CanonicalJson.text(one.manifest()));
        assertThat(other.manifest().get("checksum")).isNotEqualTo(one.manifest().get("checksum"));
        assertThat(asSet(other.part("train-1").rows()))
                .isNotEqualTo(asSet(one.part("train-1").rows()));
        assertThat(other.part("test").rows()).containsExactly(one.part("test").rows());
        assertThat(other.part("val_id").rows())
                .containsExactly(one.part("val_id").rows());
    }

    @Test
    void a5MoreRowsContainFewerUnderTheSameSeed() {
        for (String kind : List.of("spurious-correlation", "low-data")) {
            int[] before = {};
            for (int n : List.of(1, 5, 10, 50, 100, 500)) {
                int[] rows = FactorGrid.shift(kind, Map.of("attribute", "color", "samples", n))
                        .apply(table, FactorGrid.run(4))
                        .part("train-1")
                        .rows();
                assertThat(rows).hasSize(n).doesNotHaveDuplicates();
                assertThat(Arrays.copyOf(rows, before.length)).containsExactly(before);
                before = rows;
            }
        }
    }

    @Test
    void validationHasTheProportionsOfTraining() {
        Split split = FactorGrid.shift("low-data", Map.of("attribute", "color", "samples", 400))
                .apply(table, FactorGrid.run(0));
        int high = split.part("train-0").size();
        int[] validation = split.part("val_id").rows();
        long highValidation =
                IntStream.of(validation).filter(row -> color[row] != 2).count();
        assertThat(highValidation)
                .isEqualTo(IntStream.of(pools.validation())
                        .filter(row -> color[row] != 2)
                        .count());
        assertThat(validation.length - highValidation).isEqualTo(Math.round(400.0 * highValidation / high));
        assertThat(asSet(pools.validation())).containsAll(asSet(validation));
    }

    @Test
    void reweightedValidationHasTheRowsOfTheOtherOnePartByPart() {
        Split split = spurious(400, FactorGrid.run(0));
        Part diagonal = split.part("val_reweighted-0");
        Part others = split.part("val_reweighted-1");
        assertThat(split.parts(Role.VALIDATION_REWEIGHTED)).containsExactly(diagonal, others);
        assertThat(diagonal.rows())
                .containsExactly(IntStream.of(pools.validation())
                        .filter(row -> shape[row] == color[row])
                        .toArray());
        assertThat(others.rows())
                .hasSize((int) Math.round(
                        400.0 * diagonal.size() / split.part("train-0").size()))
                .doesNotHaveDuplicates();
        assertThat(IntStream.concat(IntStream.of(diagonal.rows()), IntStream.of(others.rows()))
                        .sorted()
                        .distinct())
                .containsExactly(
                        IntStream.of(split.part("val_id").rows()).boxed().toArray(Integer[]::new));
        assertThat(diagonal.weight()).isEqualTo(split.part("train-0").weight());
        assertThat(others.weight()).isEqualTo(split.part("train-1").weight());
        Map<String, Object> described =
                Golden.objects(split.manifest(), "parts").get(3);
        assertThat(described)
                .containsEntry("name", "val_reweighted-0")
                .containsEntry("role", "validation_reweighted")
                .containsEntry("weight", 0.5)
                .containsEntry("realised", diagonal.size());
    }

    @Test
    void whereOnePartHasAllValidationRowsNothingIsReweighted() {
        Split unseen = FactorGrid.shift("unseen", Map.of("attribute", "color")).apply(table, FactorGrid.run(0));
        assertThat(unseen.parts(Role.VALIDATION_REWEIGHTED)).isEmpty();
        // One row in some thousands: its share of the validation rows is none.
        assertThat(spurious(1, FactorGrid.run(0)).parts(Role.VALIDATION_REWEIGHTED))
                .isEmpty();
    }

    @Test
    void filtersOfThePartsReadBackToTheirRows() {
        for (String kind : List.of("spurious-correlation", "low-data")) {
            Split split = FactorGrid.shift(kind, Map.of("attribute", "color", "samples", 20))
                    .apply(table, FactorGrid.run(0));
            for (Part part : split.parts(Role.TRAIN)) {
                int[] matching = RowFilter.parse(part.filter(), table).among(pools.train());
                if (part.requested() == 0) {
                    assertThat(part.rows()).containsExactly(matching);
                } else {
                    assertThat(asSet(matching)).containsAll(asSet(part.rows()));
                }
            }
        }
    }

    @Test
    void theReferenceHasAllRowsInOneEnvironment() {
        Split split = FactorGrid.shift("none", Map.of()).apply(table, FactorGrid.run(0));
        assertThat(split.part("train-0").rows()).containsExactly(pools.train());
        assertThat(split.environmentAttribute()).isNull();
        assertThat(split.trainingEnvironments()).containsExactly(0);
        Split colours =
                FactorGrid.shift("none", Map.of("environments", "color")).apply(table, FactorGrid.run(0));
        assertThat(colours.environments()).extracting(Environment::name).containsExactly("red", "green", "blue");
        assertThat(colours.trainingEnvironments()).containsExactly(0, 1, 2);
        assertThat(colours.environmentOf()).containsExactly(color);
    }

    private Split spurious(int samples, Seed run) {
        return FactorGrid.shift("spurious-correlation", Map.of("attribute", "color", "samples", samples))
                .apply(table, run);
    }

    private Set<Integer> groups(int[] rows) {
        return asSet(IntStream.of(rows).map(row -> table.groups()[row]).toArray());
    }

    private static Set<Integer> asSet(int[] rows) {
        return new HashSet<>(IntStream.of(rows).boxed().toList());
    }

    /** {@code controlled-shifts.md} 1.5, the map of iWildCam: counted over the whole table; of equals the first value. */
    @Test
    void mostFrequentPairsEachLabelWithTheValueThatMostOfItsRowsHave() {
        int[] labels = new int[600];
        int[] places = new int[600];
        // a: 110 of x, 40 of y, 150 of z. b: 150 of x and of z. c has no row.
        for (int row = 0; row < 600; row++) {
            labels[row] = row < 300 ? 0 : 1;
            places[row] = row < 300 ? row < 110 ? 0 : row < 150 ? 1 : 2 : row % 2 == 0 ? 0 : 2;
        }
        int[] groups = IntStream.range(0, 600).toArray();
        AttributeTable table = new AttributeTable(
                List.of(
                        new Attribute("animal", List.of("a", "b", "c")),
                        new Attribute("place", List.of("x", "y", "z"))),
                Map.of("animal", labels, "place", places),
                groups);
        Split split = new SpuriousCorrelation.Factory()
                .create(new ShiftFactory.Request(
                        "toy",
                        "animal",
                        null,
                        null,
                        Map.of("attribute", "place", "samples", 5, "pairs", "most-frequent"),
                        Conditions.NONE))
                .apply(table, FactorGrid.run(0));
        int[] correlated = split.parts(Role.TRAIN).get(0).rows();
        assertThat(Arrays.stream(correlated))
                .isNotEmpty()
                .allMatch(row -> labels[row] == 0 ? places[row] == 2 : places[row] == 0);
        assertThat(Arrays.stream(correlated).map(row -> labels[row]).distinct()).containsExactlyInAnyOrder(0, 1);
    }
}
