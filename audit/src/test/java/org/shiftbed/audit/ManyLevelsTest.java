package org.shiftbed.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.audit.spec.LossSpec;
import org.shiftbed.audit.spec.ShiftSpec;
import org.shiftbed.base.UserError;
import org.shiftbed.data.table.Column;
import org.shiftbed.data.table.Table;

class ManyLevelsTest {

    @Test
    void moreParametersThanAnAuditTakesAreRefusedWithTheWayOut() {
        assertThatThrownBy(() -> audit(3000, 700, ShiftSpec.of("city").withFamily("categorical")))
                .isInstanceOf(UserError.class)
                .hasMessage(
                        "shift 'city': has 699 parameters, from 700 levels; an audit takes at most 600: write rare levels of 'city' as one level, or shift fewer variables at once");
    }

    @Test
    void eachValueOfAParentCountsAndFormConstantIsAWayOut() {
        assertThatThrownBy(() -> audit(
                        3000,
                        400,
                        ShiftSpec.of("city").withFamily("categorical").given("outcome")))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("has 798 parameters, from 400 levels")
                .hasMessageContaining("or say form: constant");
    }

    @Test
    void aCategoryOfItsOwnValueInNearlyEveryRowIsRefused() {
        assertThatThrownBy(() -> audit(600, 590, ShiftSpec.of("city").withFamily("categorical")))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("column 'city' has 590 different values in 600 rows, so it identifies rows");
    }

    @Test
    void oneBadCellAmongNumbersIsNamedWithItsRow() {
        List<String> ages = new ArrayList<>();
        double[] loss = new double[500];
        for (int r = 0; r < loss.length; r++) {
            ages.add(r == 10 ? "unknown" : Double.toString(20 + r / 8.0));
            loss[r] = r % 3;
        }
        Table table = new Table(List.of(Column.Texts.of("age", ages), new Column.Doubles("loss", loss)));
        for (ShiftSpec shift : List.of(ShiftSpec.of("age"), ShiftSpec.of("age").withFamily("gaussian"))) {
            assertThatThrownBy(() -> Rows.run(AuditSpec.of(LossSpec.column("loss"), shift), table))
                    .isInstanceOf(UserError.class)
                    .hasMessageContaining("row 11, column 'age': 'unknown' is no number, and 499 of 500 values are");
        }
    }

    /** Blood pressures: as many values as rows, more than a category takes, or few beside the rows. */
    @ParameterizedTest
    @ValueSource(ints = {12_000, 11_000, 60})
    void oneBadCellIsNamedHoweverManyValuesThereAre(int different) {
        int rows = 22_000;
        List<String> pressures = new ArrayList<>();
        double[] loss = new double[rows];
        for (int r = 0; r < rows; r++) {
            pressures.add(r == 4321 ? "abc" : r == 99 ? "" : Integer.toString(100_000 + r % different));
            loss[r] = r % 3;
        }
        Table table = new Table(List.of(Column.Texts.of("pressure", pressures), new Column.Doubles("loss", loss)));
        for (ShiftSpec shift :
                List.of(ShiftSpec.of("pressure"), ShiftSpec.of("pressure").withFamily("gaussian"))) {
            assertThatThrownBy(() -> Rows.run(AuditSpec.of(LossSpec.column("loss"), shift), table))
                    .isInstanceOf(UserError.class)
                    .hasMessageContaining(
                            "row 4322, column 'pressure': 'abc' is no number, and 21998 of 21999 values are; leave the cell blank");
        }
    }

    @Test
    void aWordForNothingAmongZerosAndOnesIsNamedWithItsRow() {
        List<String> flags = new ArrayList<>();
        double[] loss = new double[500];
        for (int r = 0; r < loss.length; r++) {
            flags.add(r % 100 == 20 ? "n/a" : r % 7 == 0 ? "1" : "0");
            loss[r] = r % 3;
        }
        Table table = new Table(List.of(Column.Texts.of("flag", flags), new Column.Doubles("loss", loss)));
        assertThatThrownBy(() -> Rows.run(AuditSpec.of(LossSpec.column("loss"), ShiftSpec.of("flag")), table))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("row 21, column 'flag': 'n/a' is no number, and 495 of 500 values are;")
                .hasMessageEndingWith("or say family: categorical where its values are names");
        AuditSpec names =
                AuditSpec.of(LossSpec.column("loss"), ShiftSpec.of("flag").withFamily("categorical"));
        assertThat(Rows.run(names.withEstimation(names.estimation().withBootstrap(0)), table)
                        .parameters())
                .hasSize(2);
    }

    @Test
    void codesAmongNumbersStayNames() {
        List<String> codes = new ArrayList<>();
        double[] loss = new double[3000];
        for (int r = 0; r < loss.length; r++) {
            codes.add(r % 30 == 0 ? "X" : Integer.toString(r % 15));
            loss[r] = r % 7 % 3;
        }
        Table table = new Table(List.of(Column.Texts.of("code", codes), new Column.Doubles("loss", loss)));
        AuditSpec spec = AuditSpec.of(LossSpec.column("loss"), ShiftSpec.of("code"));
        assertThat(Rows.run(spec.withEstimation(spec.estimation().withBootstrap(0)), table)
                        .variables()
                        .get(0)
                        .family())
                .isEqualTo("categorical");
    }

    @Test
    void aSentenceNamesTheLevelsThatMoveMostAndCountsTheOthers() {
        AuditResult result = audit(1000, 30, ShiftSpec.of("city").withFamily("categorical"));
        String sentence = result.radii().get(0).effects().get(0).sentence();
        assertThat(sentence).endsWith("and by less that of 22 other levels.");
        assertThat(sentence.split(" goes from ", -1)).hasSize(9);
        assertThat(result.radii().get(0).effects()).hasSize(30);
    }

    /** Every level occurs; the first ones more often where there are more rows than levels. */
    private static AuditResult audit(int rows, int levels, ShiftSpec shift) {
        SplittableRandom random = new SplittableRandom(5);
        int[] city = new int[rows];
        int[] outcome = new int[rows];
        double[] loss = new double[rows];
        for (int r = 0; r < rows; r++) {
            city[r] = r % levels;
            outcome[r] = random.nextInt(2);
            loss[r] = random.nextDouble() * (1 + city[r] % 3);
        }
        AuditSpec spec = AuditSpec.of(LossSpec.column("loss"), shift);
        spec = spec.withEstimation(spec.estimation().withBootstrap(0));
        return Audit.run(
                spec,
                new Table(List.of(
                        new Column.Ints("city", city),
                        new Column.Ints("outcome", outcome),
                        new Column.Doubles("loss", loss))),
                "made up",
                Beside.nothing());
    }
}
