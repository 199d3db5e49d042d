package org.shiftbed.shift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.base.UserError;
import org.shiftbed.data.Attribute;
import org.shiftbed.data.AttributeTable;

/** Kinds by name, settings in words, the way through stored parameters, and what is refused. */
class ShiftsTest {
    private static final Conditions NOISY = new Conditions(1000, new LabelNoise(0.3, true));
    private final AttributeTable table = FactorGrid.sprites();

    static Stream<Arguments> settings() {
        return Stream.of(
                Arguments.of("none", Map.of(), Conditions.NONE, ""),
                Arguments.of("none", Map.of("environments", "color"), Conditions.NONE, ""),
                Arguments.of("none", Map.of(), NOISY, "size 1000, frozen noise 0.3"),
                Arguments.of("none", Map.of(), new Conditions(0, new LabelNoise(1, false)), "noise 1"),
                Arguments.of(
                        "none",
                        Map.of("environments", "color"),
                        new Conditions(0, new LabelNoise(0.25, true, "color", List.of())),
                        "frozen noise 0.25 of color"),
                Arguments.of(
                        "none",
                        Map.of(),
                        new Conditions(0, new LabelNoise(0, false, "shape", NoiseTest.CONFUSION)),
                        "noise by confusion"),
                Arguments.of(
                        "spurious-correlation",
                        Map.of("attribute", "color", "samples", 10),
                        Conditions.NONE,
                        "color, N=10"),
                Arguments.of(
                        "spurious-correlation",
                        Map.of("attribute", "color", "samples", 10, "pairs", "most-frequent"),
                        Conditions.NONE,
                        "color most-frequent, N=10"),
                Arguments.of(
                        "spurious-correlation",
                        Map.of(
                                "attribute",
                                "color",
                                "samples",
                                10L,
                                "pairs",
                                List.of(List.of("square", "red"), List.of("heart", "blue")),
                                "off-diagonal-only",
                                true,
                                "sampler",
                                "importance"),
                        Conditions.NONE,
                        "color square-red heart-blue, N=10, off the pairs, sampler importance"),
                Arguments.of(
                        "low-data",
                        Map.of("attribute", "color", "samples", 10, "sampler", "importance", "max-weight", 5),
                        Conditions.NONE,
                        "color, N=10, sampler importance, weights up to 5"),
                Arguments.of(
                        "low-data",
                        Map.of("attribute", "color", "values", "blue", "samples", 10, "clip", true),
                        Conditions.NONE,
                        "color blue, N=10"),
                Arguments.of(
                        "low-data",
                        Map.of("attribute", "scale", "values", List.of(0.5, 0.6), "samples", 5),
                        Conditions.NONE,
                        "scale 0.5 0.6, N=5"),
                Arguments.of("low-data", Map.of("attribute", "color", "samples", 10), Conditions.NONE, "color, N=10"),
                Arguments.of(
                        "low-data",
                        Map.of("attribute", "color", "samples", 10, "weight", 0.01),
                        Conditions.NONE,
                        "color, N=10, weight 0.01"),
                Arguments.of(
                        "unseen",
                        Map.of("attribute", "color", "values", List.of("blue"), "environments", "shape"),
                        Conditions.NONE,
                        "color blue, environments shape"),
                Arguments.of(
                        "leave-domains-out", Map.of("test", List.of(0), "environments", "color"), Conditions.NONE, ""),
                Arguments.of(
                        "leave-domains-out",
                        Map.of("test", "red", "environments", "color", "holdout", 0.5, "trial_seed", 3),
                        NOISY,
                        "holdout 0.5, size 1000, frozen noise 0.3"));
    }

    @ParameterizedTest
    @MethodSource("settings")
    void aShiftNamesItsSettingAndComesBackFromItsStoredParameters(
            String kind, Map<String, Object> fields, Conditions conditions, String setting) {
        Shift shift = FactorGrid.shift(kind, fields, conditions);
        assertThat(shift.setting()).isEqualTo(setting);
        Map<String, Object> stored = CanonicalJson.parseObject(CanonicalJson.text(shift.parameters()));
        Shift restored = Shifts.restore(kind, stored);
        assertThat(restored).isEqualTo(shift).isNotSameAs(shift);
        assertThat(CanonicalJson.text(restored.parameters())).isEqualTo(CanonicalJson.text(shift.parameters()));
        assertThat(Map.copyOf(shift.parameters())).isEqualTo(shift.parameters());
        assertThat(restored.apply(table, FactorGrid.run(2)).manifest().get("checksum"))
                .isEqualTo(shift.apply(table, FactorGrid.run(2)).manifest().get("checksum"));
    }

    @Test
    void kindsAreSortedAndAnUnknownOneGetsTheNearest() {
        assertThat(Shifts.kinds())
                .contains("leave-domains-out", "low-data", "none", "spurious-correlation", "unseen")
                .isSorted();
        refused(
                () -> Shifts.require("low-dat", "study.yaml, line 4"),
                "study.yaml, line 4",
                "did you mean 'low-data'?");
        assertThat(Shifts.require("low-data", "here").axes()).containsExactly("samples", "weight");
    }

    @Test
    void environmentsAreTheShiftedAttributeElseTheDomain() {
        var request = new ShiftFactory.Request("d", "label", "domain", null, Map.of(), Conditions.NONE);
        Split none =
                Shifts.require("none", "here").create(request).apply(FactorGrid.domains(40, 60), FactorGrid.run(0));
        assertThat(none.environmentAttribute()).isEqualTo("domain");
        Split unseen = FactorGrid.shift("unseen", Map.of("attribute", "color")).apply(table, FactorGrid.run(0));
        assertThat(unseen.environmentAttribute()).isEqualTo("color");
    }

    @Test
    void wrongFieldsAreRefusedInOneLine() {
        refused(
                "low-data",
                Map.of("attribute", "color", "sampless", 3),
                "unknown field 'sampless'",
                "did you mean 'samples'?");
        refused(
                "low-data",
                Map.of("attribute", "color"),
                "samples must be a whole number of at least 1; it is missing");
        refused("low-data", Map.of("attribute", "color", "samples", 0), "at least 1, got '0'");
        refused("spurious-correlation", Map.of("attribute", "color", "samples", 2.5), "got '2.5'");
        refused("spurious-correlation", Map.of("attribute", "color", "samples", 2, "pairs", List.of("a")), "pairs");
        refused("unseen", Map.of("attribute", List.of("color")), "attribute must be the name of an attribute");
        refused("unseen", Map.of("attribute", "color", "sampler", "part"), "did you mean 'parts'?");
        refused(
                "unseen",
                Map.of("attribute", "color", "max-weight", 5),
                "max-weight: caps the weights of sampler 'importance', this sampler is 'parts'; write");
        refused("unseen", Map.of("attribute", "color", "sampler", "importance", "max-weight", 0), "got '0'");
        refused("none", Map.of("clip", "yes"), "clip must be true or false, got 'yes'");
        refused("leave-domains-out", Map.of("test", List.of(0, 0)), "test must be a list of different environments");
        refused("leave-domains-out", Map.of("test", List.of(0), "holdout", 1), "holdout");
    }

    @Test
    void unknownNamesInTheDataGetTheNearest() {
        refused(
                "low-data",
                Map.of("attribute", "colour", "samples", 3),
                "unknown attribute 'colour'",
                "did you mean 'color'?");
        refused("unseen", Map.of("attribute", "color", "values", List.of("blu")), "values", "did you mean 'blue'?");
        refused("none", Map.of("label", "shap"), "label", "did you mean 'shape'?");
        refused("none", Map.of("environments", "colr"), "environments", "did you mean 'color'?");
        refused(
                "spurious-correlation",
                Map.of("attribute", "color", "samples", 3, "pairs", List.of(List.of("hart", "red"))),
                "pairs",
                "did you mean 'heart'?");
    }

    @Test
    void shiftsThatCannotBeAreRefused() {
        refused(
                "unseen",
                Map.of("attribute", "color", "values", FactorGrid.COLOURS),
                "at least one of the values of 'color'");
        refused(
                "low-data",
                Map.of("attribute", "color", "values", FactorGrid.COLOURS, "samples", 3),
                "at least one of the values");
        refused("spurious-correlation", Map.of("attribute", "shape", "samples", 3), "must differ from the label");
        AttributeTable poor = new AttributeTable(
                List.of(
                        new Attribute("shape", List.of("a", "b")),
                        new Attribute("one", List.of("x", "y")),
                        new Attribute("two", List.of("x", "y"))),
                Map.of("shape", alternating(100, 2), "one", new int[100], "two", alternating(100, 2)),
                null);
        for (String kind : List.of("unseen", "low-data", "spurious-correlation")) {
            Map<String, Object> fields =
                    kind.equals("unseen") ? Map.of("attribute", "one") : Map.of("attribute", "one", "samples", 1);
            refused(() -> FactorGrid.shift(kind, fields).apply(poor, FactorGrid.run(0)), "has one value only ('x')");
        }
        refused(
                () -> FactorGrid.shift("unseen", Map.of("attribute", "two")).apply(poor, FactorGrid.run(0)),
                "values must be given");
        refused(
                () -> FactorGrid.shift("low-data", Map.of("attribute", "two", "samples", 1))
                        .apply(poor, FactorGrid.run(0)),
                "values must be given");
        // Label and attribute are equal in every row, so no row is off the diagonal.
        Map<String, Object> never = Map.of("attribute", "two", "samples", 1, "pairs", List.of(List.of("a", "y")));
        refused(
                () -> FactorGrid.shift("spurious-correlation", never).apply(poor, FactorGrid.run(0)),
                "no training row is left");
    }

    @Test
    void oneSeenValueIsOneTrainingEnvironment() {
        AttributeTable two = rows(alternating(1000, 2));
        Map<String, Object> second = Map.of("attribute", "kind", "values", "y");
        Split split = FactorGrid.shift("unseen", second).apply(two, FactorGrid.run(0));
        assertThat(split.trainingEnvironments()).containsExactly(0);
        int[] kinds = two.column("kind");
        for (Part part : split.parts(Role.TRAIN)) {
            assertThat(part.rows()).isNotEmpty();
            assertThat(Arrays.stream(part.rows()).map(row -> kinds[row])).containsOnly(0);
        }
        assertThat(Arrays.stream(split.part("test").rows())
                        .map(row -> kinds[row])
                        .distinct())
                .contains(0, 1);
    }

    @Test
    void valuesThatNoRowHasDoNotCountAsSeenOrUnseen() {
        AttributeTable two = rows(alternating(1000, 2));
        Map<String, Object> both = Map.of("attribute", "kind", "values", List.of("x", "y"));
        refused(() -> FactorGrid.shift("unseen", both).apply(two, FactorGrid.run(0)), "at least one", "leaves []");
        Map<String, Object> third = Map.of("attribute", "kind", "values", "z");
        refused(() -> FactorGrid.shift("unseen", third).apply(two, FactorGrid.run(0)), "these have: x, y");
    }

    @Test
    void anEmptyValidationSplitIsRefused() {
        // One row alone has value x, and it lies in the training pool.
        int[] codes = new int[1000];
        Arrays.fill(codes, 1);
        codes[Pools.of("sprites", rows(codes)).train()[0]] = 0;
        AttributeTable rare = rows(codes);
        Map<String, Object> fields = Map.of("attribute", "kind", "values", List.of("y", "z"), "samples", 1);
        refused(() -> FactorGrid.shift("low-data", fields).apply(rare, FactorGrid.run(0)), "validation split is empty");
    }

    @Test
    void moreRowsThanThePoolAreRefusedUnlessClipped() {
        refused(
                "low-data",
                Map.of("attribute", "color", "values", "blue", "samples", 100_000),
                "100000 rows were asked for",
                "or set clip: true");
        Split split = FactorGrid.shift(
                        "low-data", Map.of("attribute", "color", "values", "blue", "samples", 100_000, "clip", true))
                .apply(table, FactorGrid.run(0));
        Part part = split.part("train-1");
        int[] color = table.column("color");
        assertThat(part.size())
                .isEqualTo((int) IntStream.of(Pools.of("sprites", table).train())
                        .filter(row -> color[row] == 2)
                        .count());
        assertThat(part.requested()).isEqualTo(100_000);
        assertThat(split.warnings())
                .singleElement()
                .asString()
                .contains("100000", String.valueOf(part.size()), "clipped");
        assertThat(CanonicalJson.text(split.manifest()))
                .contains("\"realised\":" + part.size(), "\"requested\":100000");
    }

    @Test
    void theRareRowsOfLowDataTakeTheirWeightOfTheDraws() {
        Split split = FactorGrid.shift("low-data", Map.of("attribute", "color", "samples", 10, "weight", 0.1))
                .apply(table, FactorGrid.run(0));
        double[] probability = split.rowProbabilities();
        for (int row : split.part("train-1").rows()) {
            assertThat(probability[row]).isCloseTo(0.01, within(1e-12));
        }
        assertThat(Arrays.stream(probability).sum()).isCloseTo(1, within(1e-9));
        refused(
                "low-data",
                Map.of("attribute", "color", "samples", 10, "weight", 1),
                "weight must be a number between");
    }

    @Test
    void aClassWithoutTrainingRowsIsWarnedOf() {
        Split split = FactorGrid.shift("unseen", Map.of("attribute", "color", "label", "color"))
                .apply(table, FactorGrid.run(0));
        assertThat(split.label()).isEqualTo("color");
        assertThat(split.warnings()).singleElement().asString().contains("class 'blue' of 'color' has no training row");
    }

    @Test
    void theSizeConditionKeepsTheRatioAndARowOfEachPart() {
        Conditions size = new Conditions(500, LabelNoise.NONE);
        Split split = FactorGrid.shift("low-data", Map.of("attribute", "color", "samples", 10), size)
                .apply(table, FactorGrid.run(0));
        Split whole = FactorGrid.shift("low-data", Map.of("attribute", "color", "samples", 10))
                .apply(table, FactorGrid.run(0));
        assertThat(split.part("train-0").size() + split.part("train-1").size()).isEqualTo(500);
        int all = whole.part("train-0").size() + 10;
        assertThat(split.part("train-1").size()).isEqualTo((int) Math.round(10.0 * 500 / all));
        assertThat(split.part("train-1").rows())
                .containsExactly(Arrays.copyOf(
                        whole.part("train-1").rows(), split.part("train-1").size()));
        Split tiny = FactorGrid.shift(
                        "low-data", Map.of("attribute", "color", "samples", 10), new Conditions(20, LabelNoise.NONE))
                .apply(table, FactorGrid.run(0));
        assertThat(tiny.part("train-1").size()).isEqualTo(1);
        assertThat(tiny.part("train-0").size()).isEqualTo(19);
        assertThat(split.part("train-0").rows()).startsWith(tiny.part("train-0").rows());
        assertThat(tiny.part("test").rows()).containsExactly(whole.part("test").rows());
        refused(
                () -> FactorGrid.shift("none", Map.of(), new Conditions(5000, LabelNoise.NONE))
                        .apply(table, FactorGrid.run(0)),
                "5000 training rows were asked for");
    }

    private void refused(String kind, Map<String, Object> fields, String... parts) {
        refused(() -> FactorGrid.shift(kind, fields).apply(table, FactorGrid.run(0)), parts);
    }

    private static void refused(ThrowingCallable call, String... parts) {
        assertThatThrownBy(call)
                .isInstanceOf(UserError.class)
                .message()
                .contains(parts)
                .doesNotContain("\n");
    }

    private static AttributeTable rows(int[] kinds) {
        return new AttributeTable(
                List.of(new Attribute("shape", List.of("a", "b")), new Attribute("kind", List.of("x", "y", "z"))),
                Map.of("shape", alternating(1000, 2), "kind", kinds),
                null);
    }

    private static int[] alternating(int rows, int values) {
        return IntStream.range(0, rows).map(i -> i % values).toArray();
    }
}
