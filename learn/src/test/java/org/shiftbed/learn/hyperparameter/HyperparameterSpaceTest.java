package org.shiftbed.learn.hyperparameter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shiftbed.base.UserError;
import org.shiftbed.learn.hyperparameter.Distribution.Constant;
import org.shiftbed.learn.hyperparameter.Distribution.Power;

class HyperparameterSpaceTest {
    private static final HyperparameterSpace SPACE = CommonHyperparameters.controlled()
            .with(
                    new Hyperparameter("lambda", 1.0, new Power(10, -2, 2, false), 0, Double.POSITIVE_INFINITY, ""),
                    new Hyperparameter("iters", 500L, new Power(10, 0, 4, true), 0, 1e6, ""),
                    new Hyperparameter("dropout", 0.0, new Constant(0.0), 0, Math.nextDown(1.0), ""),
                    new Hyperparameter("gda", false, new Constant(false), Double.NEGATIVE_INFINITY, 1, ""),
                    new Hyperparameter(
                            "output",
                            "tanh",
                            new Distribution.Choice(List.of("tanh", "relu")),
                            Double.NEGATIVE_INFINITY,
                            1,
                            ""));

    @Test
    void scalarReplacesDefaultAndDistribution() {
        HyperparameterSpace space = SPACE.override(Map.of("lambda", 3, "iters", 7), "study.yaml");
        assertThat(space.defaults()).containsEntry("lambda", 3.0).containsEntry("iters", 7L);
        assertThat(space.draw(5, 0)).containsEntry("lambda", 3.0).containsEntry("iters", 7L);
        assertThat(space.defaults().keySet())
                .containsExactlyElementsOf(SPACE.defaults().keySet());
    }

    @Test
    void overridingOneMovesNoOtherDraw() {
        Map<String, Object> before = new LinkedHashMap<>(SPACE.draw(3, 0));
        Map<String, Object> after = new LinkedHashMap<>(
                SPACE.override(Map.of("lambda", List.of(0.1, 1)), "p").draw(3, 0));
        assertThat(before.remove("lambda")).isNotNull();
        assertThat(after.remove("lambda")).isIn(0.1, 1.0);
        assertThat(after).isEqualTo(before);
    }

    @Test
    void listKeepsADefaultThatItHoldsAndElseStartsAtItsFirst() {
        assertThat(SPACE.override(Map.of("lambda", List.of(0.1, 1)), "p").defaults())
                .containsEntry("lambda", 1.0);
        assertThat(SPACE.override(Map.of("lambda", List.of(5, 10)), "p").defaults())
                .containsEntry("lambda", 5.0);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            lambda  | -1    | s: 'lambda' must be a number at least 0, found -1
            lambda  | text  | s: 'lambda' must be a number at least 0, found the text 'text'
            lambda  | true  | s: 'lambda' must be a number at least 0, found true
            lambda  | .inf  | s: 'lambda' must be a number at least 0, found Infinity
            lr      | 0     | s: 'lr' must be a number above 0, found 0
            lr      | .nan  | s: 'lr' must be a number above 0, found NaN
            iters   | 2.5   | s: 'iters' must be a whole number at least 0 and at most 1000000, found 2.5
            iters   | null  | s: 'iters' must be a whole number at least 0 and at most 1000000, found null
            dropout | 1     | s: 'dropout' must be a number at least 0 and below 1, found 1
            gda     | yes   | s: 'gda' must be true or false, found the text 'yes'
            output  | rulu  | s: 'output' must be a known name, found the text 'rulu'; did you mean 'relu'? known: relu, tanh
            """)
    void wrongValuesGetOneLine(String name, String text, String message) {
        Map<String, Object> given = Collections.singletonMap(name, yaml(text));
        assertThatThrownBy(() -> SPACE.override(given, "s"))
                .isInstanceOf(UserError.class)
                .hasMessage(message);
    }

    @Test
    void wrongListsAndNamesGetOneLine() {
        assertThatThrownBy(() -> SPACE.override(Map.of("lamda", 1), "s, line 3: algorithms"))
                .isInstanceOf(UserError.class)
                .hasMessageStartingWith(
                        "s, line 3: algorithms: unknown hyperparameter 'lamda'; did you mean 'lambda'?");
        assertThatThrownBy(() -> SPACE.override(Map.of("lambda", List.of()), "s"))
                .hasMessage("s: 'lambda' has an empty list; give at least one value");
        assertThatThrownBy(() -> SPACE.override(Map.of("lambda", List.of(1, 1.0)), "s"))
                .hasMessage("s: 'lambda' lists a value twice: [1.0, 1.0]");
        assertThatThrownBy(() -> SPACE.override(Map.of("lambda", Collections.singletonList(List.of(1))), "s"))
                .hasMessage("s: 'lambda' must be a number at least 0, found [1]");
        assertThatThrownBy(() -> SPACE.override(Map.of("batch_size", 8), "s"))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("unknown hyperparameter 'batch_size'");
    }

    @Test
    void gridIsThinnedAsTheProtocolSays() throws IOException {
        String golden;
        try (var in = Objects.requireNonNull(
                HyperparameterSpaceTest.class.getResourceAsStream("/hyperparameter/sweep-cap.txt"))) {
            golden = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        List<String> lines = golden.lines().toList();
        assertThat(lines).hasSize(6);
        for (String line : lines) {
            String[] part = line.split(" ");
            int[] shape = Arrays.stream(part[0].split("x"))
                    .mapToInt(Integer::parseInt)
                    .toArray();
            List<String> kept = new ArrayList<>();
            for (int[] point : Grid.points(shape, Integer.parseInt(part[1]))) {
                kept.add(Arrays.toString(point).replaceAll("[\\[\\] ]", ""));
            }
            assertThat(kept).as(line).containsExactly(Arrays.copyOfRange(part, 2, part.length));
        }
    }

    @Test
    void gridGoesThroughListedAxesInDeclarationOrderAndKeepsOtherDefaults() {
        HyperparameterSpace space = SPACE.override(Map.of("lambda", List.of(1, 2), "lr", List.of(0.1, 0.2)), "s");
        List<Map<String, Object>> grid = space.grid(List.of("lambda", "lr"), 0);
        assertThat(grid.stream().map(point -> point.get("lr") + " " + point.get("lambda")))
                .containsExactly("0.1 1.0", "0.2 2.0", "0.1 2.0", "0.2 1.0");
        assertThat(grid).allSatisfy(point -> assertThat(point).containsEntry("iters", 500L));
        assertThat(SPACE.grid(List.of(), 8)).containsExactly(SPACE.defaults());
        assertThat(space.axes()).containsExactly("lr", "lambda", "output");
    }

    private static @Nullable Object yaml(String text) {
        return switch (text) {
            case "true" -> true;
            case ".inf" -> Double.POSITIVE_INFINITY;
            case ".nan" -> Double.NaN;
            case "2.5" -> 2.5;
            case "-1", "0", "1" -> Integer.valueOf(text);
            case "null" -> null;
            default -> text;
        };
    }
}
