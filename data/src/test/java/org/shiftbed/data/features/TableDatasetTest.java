package org.shiftbed.data.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.base.UserError;
import org.shiftbed.data.DataSource;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.Datasets;
import org.shiftbed.data.ImageShape;
import org.shiftbed.data.table.Column;
import org.shiftbed.data.table.Table;
import org.shiftbed.data.table.TableWriter;

class TableDatasetTest {
    private static final String CSV = """
            id,age,weight,ward,code,smoker,y
            p1,30,70.5,north,01,true,ill
            p2,50,,south,02,false,well
            p3,40,60.5,,01,true,well
            p1,60,80.0,east,03,false,ill
            p4,20,90.0,north,02,true,well
            p5,45,75.5,south,01,false,
            """;

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = Files.writeString(folder.resolve("t.csv"), CSV);
    }

    private Dataset open(Map<String, ?> parameters) {
        Map<String, Object> all = new HashMap<>(parameters);
        all.putIfAbsent("file", file.toString());
        all.putIfAbsent("label", "y");
        all.putIfAbsent("skip", List.of("blank-labels"));
        return Datasets.open("table", Datasets.resolve("table", all, "test"), new DataSource(null, 0));
    }

    private static double[] encoded(Dataset data, int[] training, int row) {
        FeatureTable features = Objects.requireNonNull(data.features());
        FeatureEncoding encoding = features.fit(training);
        double[] values = new double[encoding.width()];
        Arrays.fill(values, 99);
        encoding.encode(new int[] {row}, 0, 1, values);
        return values;
    }

    @Test
    void numbersAreScaledAndCategoriesEncodedByTrainingRowsAlone() {
        try (Dataset data =
                open(Map.of("features", List.of("age", "weight", "ward"), "attributes", List.of("smoker")))) {
            // age, weight and its mark, three wards and the blank one.
            assertThat(data.shape()).isEqualTo(new ImageShape(7, 1, 1));
            assertThat(data.shape().isVector()).isTrue();
            assertThat(data.size()).isEqualTo(5);
            int[] training = {0, 1, 2, 2};
            // Ages 30, 50, 40: mean 40, deviation sqrt(200/3). Weights 70.5, 60.5: mean 65.5, deviation 5.
            double deviation = Math.sqrt(200.0 / 3);
            assertClose(encoded(data, training, 0), -10 / deviation, 1, 0, 0, 1, 0, 0);
            assertClose(encoded(data, training, 1), 10 / deviation, 0, 1, 0, 0, 1, 0);
            assertClose(encoded(data, training, 2), 0, -1, 0, 0, 0, 0, 1);
            // east is in no training row: all zero.
            assertClose(encoded(data, training, 3), 20 / deviation, 14.5 / 5, 0, 0, 0, 0, 0);
            // Other training rows, another scale.
            assertClose(encoded(data, new int[] {3, 4}, 3), 1, -1, 0, 1, 0, 0, 0);
            // A column of one value, and one of none, are not divided by zero.
            assertClose(encoded(data, new int[] {1}, 3), 10, 80, 0, 0, 0, 0, 0);
        }
    }

    private static void assertClose(double[] found, double... wanted) {
        assertThat(found).hasSameSizeAs(wanted);
        for (int i = 0; i < wanted.length; i++) {
            assertThat(found[i]).as("input %d", i).isCloseTo(wanted[i], within(1e-12));
        }
    }

    @Test
    void whatWasLearnedCanBeTold() {
        try (Dataset data = open(Map.of("features", List.of("age", "ward")))) {
            List<Map<String, Object>> told = Objects.requireNonNull(data.features())
                    .fit(new int[] {0, 1})
                    .describe();
            assertThat(told.get(0))
                    .containsEntry("column", "age")
                    .containsEntry("mean", 40.0)
                    .containsEntry("deviation", 10.0);
            assertThat(told.get(1))
                    .containsEntry("levels", List.of("east", "north", "south", "(blank)"))
                    .containsEntry("unseen", List.of("east", "(blank)"));
        }
    }

    @Test
    void columnsThatAreNoFeatureAreAttributesAndTheOtherWayRound() {
        try (Dataset data = open(Map.of("features", List.of("age", "weight"), "group", "id"))) {
            assertThat(names(data)).containsExactly("y", "ward", "code", "smoker");
            // Leading zeros make a code, and a code is text.
            assertThat(data.attributes().attribute("code").values()).containsExactly("01", "02", "03");
            assertThat(data.attributes().groups()).containsExactly(0, 1, 2, 0, 4);
            assertThat(data.attributes().attribute("y").values()).containsExactly("ill", "well");
            assertThat(data.notes()).containsExactly("1 row of 6 without a label left out");
        }
        try (Dataset data =
                open(Map.of("attributes", List.of("age", "ward"), "bins", Map.of("age", List.of(40, 55))))) {
            assertThat(features(data)).containsExactly("id", "weight", "code", "smoker");
            assertThat(data.attributes().attribute("age").values()).containsExactly("below 40", "40 to 55", "from 55");
            assertThat(data.attributes().column("age")).containsExactly(0, 1, 1, 2, 0);
        }
        try (Dataset data = open(Map.of())) {
            assertThat(names(data)).containsExactly("y");
            assertThat(features(data)).containsExactly("id", "age", "weight", "ward", "code", "smoker");
        }
        try (Dataset data = open(Map.of("features", List.of("age"), "categorical", List.of("age"), "domain", "ward"))) {
            assertThat(data.shape().channels()).isEqualTo(6);
            assertThat(data.domain()).isEqualTo("ward");
        }
    }

    private static List<String> names(Dataset data) {
        return data.attributes().attributes().stream().map(each -> each.name()).toList();
    }

    private static List<String> features(Dataset data) {
        return Objects.requireNonNull(data.features()).columns().stream()
                .map(FeatureColumn::name)
                .toList();
    }

    @Test
    void parquetAndCsvOfOneContentAreOneDataSet() throws IOException {
        Path parquet = folder.resolve("t.parquet");
        TableWriter.write(
                parquet,
                new Table(List.of(
                        new Column.Ints("age", new int[] {30, 50, 40}),
                        new Column.Texts("ward", new String[] {"north", null, "south"}),
                        Column.Texts.of("y", List.of("ill", "well", "well")))));
        Path csv = folder.resolve("small.csv");
        Files.writeString(csv, "age;ward;y\n30;north;ill\n50; ;well\n40;\"south\";well\n");
        try (Dataset one = open(Map.of("file", parquet.toString(), "features", List.of("age", "ward")));
                Dataset other = open(Map.of("file", csv.toString(), "features", List.of("age", "ward")))) {
            assertThat(encoded(one, new int[] {0, 2}, 1)).containsExactly(encoded(other, new int[] {0, 2}, 1));
            assertThat(one.fingerprint()).isEqualTo(other.fingerprint());
        }
        try (Dataset changed = open(Map.of("file", csv.toString(), "features", List.of("age")));
                Dataset same = open(
                        Map.of("file", csv.toString(), "features", List.of("age"), "attributes", List.of("ward")))) {
            assertThat(changed.fingerprint()).isEqualTo(same.fingerprint());
        }
    }

    @Test
    void mistakesAreToldInOneLine() throws IOException {
        assertRefused(
                Map.of("label", ""), "table: 'label' is missing; write it, as in table: {file: t.parquet, label: y,");
        assertRefused(Map.of("file", folder.resolve("no.csv").toString()), "there is no such table");
        assertRefused(Map.of("label", "Y"), "table: label: " + file + ": unknown column 'Y'; did you mean 'y'?");
        assertRefused(Map.of("features", List.of("aeg")), "unknown column 'aeg'; did you mean 'age'?");
        assertRefused(Map.of("features", List.of("y", "age")), "'features' names 'y', which is the label");
        assertRefused(
                Map.of("features", List.of("age"), "categorical", List.of("code")),
                "'categorical' names 'code', which 'features' does not name");
        assertRefused(
                Map.of("attributes", List.of("ward"), "bins", Map.of("age", 3)),
                "'bins.age' is of a column that 'attributes' does not name");
        assertRefused(
                Map.of("skip", List.of()),
                "table: label: " + file
                        + ", row 6: column 'y' is blank (1 such of 6 rows); fill them in, or write skip:"
                        + " [blank-labels]");
        Files.writeString(file, "x,y\n1,a\ninf,b\n");
        assertRefused(Map.of(), "column 'x' is infinite; leave it blank, or write a number");
        Files.writeString(file, "x,y\n,a\n,b\n");
        assertRefused(Map.of(), "column 'x' is blank in every row; leave it out by naming the others with 'features'");
        StringBuilder many = new StringBuilder("x,y\n");
        for (int i = 0; i < 1001; i++) {
            many.append("k").append(i).append(",a\n");
        }
        Files.writeString(file, many);
        assertRefused(Map.of(), "column 'x' holds 1001 different values, and a feature of categories has at most 1000");
        Files.writeString(file, "");
        assertRefused(Map.of(), file.toString());
    }

    private void assertRefused(Map<String, ?> parameters, String problem) {
        assertThatThrownBy(() -> open(parameters).close())
                .isInstanceOf(UserError.class)
                .hasMessageContaining(problem)
                .hasMessageNotContaining("\n");
    }

    @Test
    void aTableHasNoPictures() {
        try (Dataset data = open(Map.of())) {
            assertThatThrownBy(() -> data.read(new int[] {0}, 0, 1, ByteBuffer.allocate(64)))
                    .isInstanceOf(UnsupportedOperationException.class);
        }
    }
}
