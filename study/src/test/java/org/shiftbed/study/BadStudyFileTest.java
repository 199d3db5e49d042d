package org.shiftbed.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.base.UserError;

/** Every mistake gets one line that names file, line and field. */
class BadStudyFileTest {
    private static final String HEAD = "study: s\ndataset: sprites\n";
    private static final String GOOD = HEAD + "algorithms: [ERM]\n";
    private static final String BED = "study: s\nprotocol: domainbed\ndataset: sprites\nalgorithms: [ERM]\n";

    static Stream<Arguments> mistakes() {
        return Stream.of(
                // Not YAML, or not a map.
                bad("", "s.yaml: is empty; 'shiftbed init' writes a study file to start from"),
                bad("# only a comment\n", "s.yaml: is empty; 'shiftbed init' writes a study file to start from"),
                bad("study: a\n\tdataset: b\n", "s.yaml, line 2: not YAML: a tab cannot indent; use spaces"),
                bad("study: [a\n", "s.yaml, line 2: not YAML: expected ',' or ']', but got <stream end>"),
                bad("study: \"a\n", "s.yaml, line 2: not YAML: found unexpected end of stream"),
                bad("- study: s\n", "s.yaml, line 1: must be a study (a map of fields), found a list"),
                bad("hello\n", "s.yaml, line 1: must be a study (a map of fields), found 'hello'"),
                bad(GOOD + "---\nstudy: t\n", "s.yaml, line 4: a second document ('---') begins here"),
                bad(GOOD + "study: t\n", "s.yaml, line 4: field 'study' is written twice, first in line 1; keep one"),
                bad(
                        GOOD + "training: {steps: 5, steps: 6}\n",
                        "s.yaml, line 4: field 'steps' is written twice, first in line 4"),
                bad("study: !!python/object:os.system s\n", "s.yaml, line 1: tag tag:yaml.org,2002:python/object"),
                bad("study: &a [*a]\n", "s.yaml, line 1: an anchor contains itself"),
                bad(GOOD + "? [a, b]\n: c\n", "s.yaml, line 4: the name of a field must be one word"),
                // Unknown names: the nearest is offered.
                bad(
                        HEAD + "algoritms: [ERM]\n",
                        "s.yaml, line 3: algoritms: unknown field 'algoritms'; did you mean 'algorithms'?"),
                bad(
                        HEAD + "algorithms: [EMR]\n",
                        "s.yaml, line 3: algorithms[0]: unknown algorithm 'EMR'; did you mean 'ERM'? known: "),
                bad(
                        HEAD + "algorithms:\n  - ERM: {lrr: 0.1}\n",
                        "s.yaml, line 4: algorithms[0].ERM.lrr: unknown hyperparameter of ERM under protocol controlled, form"
                                + " controlled 'lrr'; did you mean 'lr'? known: as, batch, form, freeze_bn, init, lr, network, nonlinear_classifier, norm, resnet_dropout, vit_attn_tune, vit_dropout, weight_decay"),
                bad(
                        HEAD + "algorithms: [ERM: {batch_size: 8}]\n",
                        "s.yaml, line 3: algorithms[0].ERM.batch_size: unknown hyperparameter of ERM under protocol"
                                + " controlled, form controlled 'batch_size'; known: as, batch, form, freeze_bn, init, lr, network, nonlinear_classifier, norm, resnet_dropout, vit_attn_tune, vit_dropout, weight_decay"),
                bad(
                        HEAD + "algorithms:\n  - ERM: {form: paper}\n",
                        "s.yaml, line 4: algorithms[0].ERM.form: unknown form 'paper'"),
                bad(
                        "study: s\ndataset: sprite\nalgorithms: [ERM]\n",
                        "s.yaml, line 2: dataset: unknown data set 'sprite'; did you mean 'sprites'?"),
                bad(
                        "study: s\ndataset: {sprites: {sides: 16}}\nalgorithms: [ERM]\n",
                        "s.yaml, line 2: dataset.sprites.sides: unknown field 'sides'; did you mean 'side'? known: "),
                bad(
                        GOOD + "shifts:\n  - unsen: {attribute: color}\n",
                        "s.yaml, line 5: shifts[0].unsen: unknown shift 'unsen'; did you mean 'unseen'?"),
                bad(
                        GOOD + "shifts:\n  - low-data:\n      sampels: [10]\n",
                        "s.yaml, line 6: shifts[0].low-data.sampels: unknown field 'sampels'; did you mean 'samples'?"),
                bad(GOOD + "network: smal-cnn\n", "s.yaml, line 4: network: unknown network 'smal-cnn'"),
                bad(
                        GOOD + "selection: [idd]\n",
                        "s.yaml, line 4: selection[0]: unknown selection rule 'idd'; did you mean 'id'?"),
                bad(
                        GOOD + "search: {radnom: {draws: 2}}\n",
                        "s.yaml, line 4: search.radnom: unknown search 'radnom'; did you mean 'random'?"),
                bad(GOOD + "protocol: domainbet\n", "s.yaml, line 4: protocol: unknown protocol 'domainbet'; did you"),
                bad(GOOD + "strict: [dat]\n", "s.yaml, line 4: strict[0]: unknown layer 'dat'; did you mean 'data'?"),
                // Known, but not here.
                bad(
                        GOOD + "search: {asha: {}}\n",
                        "s.yaml, line 4: search.asha: search 'asha' is not in this release; take random, grid or given"),
                bad(
                        GOOD + "training: {precision: bfloat16}\n",
                        "s.yaml, line 4: training.precision: precision 'bfloat16' is not in this release; take float32"),
                bad(
                        GOOD + "selection: [worst-shift]\n",
                        "s.yaml, line 4: selection[0]: selection rule 'worst-shift' is not in this release"),
                bad(
                        GOOD + "shifts: [leave-domains-out]\n",
                        "s.yaml, line 4: shifts[0]: shift 'leave-domains-out' is what 'protocol: domainbed' does"),
                bad(
                        GOOD + "selection: [iid]\n",
                        "s.yaml, line 4: selection[0]: rule 'iid' does not belong to protocol controlled; this study can"),
                bad(GOOD + "trials: 3\n", "s.yaml, line 4: trials: belongs to protocol domainbed, this study is of"),
                bad(BED + "seeds: [0]\n", "s.yaml, line 5: seeds: belongs to protocol controlled, this study is of"),
                bad(
                        BED + "training: {batch: 8}\n",
                        "s.yaml, line 5: training.batch: belongs to protocol controlled; under protocol domainbed"),
                // Wrong types and ranges.
                bad(
                        "study: 2024\ndataset: sprites\nalgorithms: [ERM]\n",
                        "s.yaml, line 1: study: must be text, found 2024"),
                bad(
                        "study: ../x\ndataset: sprites\nalgorithms: [ERM]\n",
                        "s.yaml, line 1: study: must be a name of at"),
                bad(
                        "study:\ndataset: sprites\nalgorithms: [ERM]\n",
                        "s.yaml, line 1: study: must be a name of at most"),
                bad(
                        "dataset: sprites\nalgorithms: [ERM]\n",
                        "s.yaml, line 1: field 'study' is missing: the study's name"),
                bad("study: s\nalgorithms: [ERM]\n", "s.yaml: field 'dataset' is missing; write one of "),
                bad(
                        GOOD + "datasets: [sprites]\n",
                        "s.yaml, line 4: datasets: write 'dataset' or 'datasets', not both"),
                bad(HEAD, "s.yaml, line 1: field 'algorithms' is missing"),
                bad(
                        HEAD + "algorithms: []\n",
                        "s.yaml, line 3: algorithms: must be a list of at least one, each the name"),
                bad(HEAD + "algorithms: [ERM, ERM]\n", "s.yaml, line 3: algorithms[1]: is the same as algorithms[0]"),
                bad(
                        HEAD + "algorithms: [ERM, ERM: {lr: 0.1}]\n",
                        "s.yaml, line 3: algorithms[1]: algorithm 'ERM' of form "),
                bad(
                        HEAD + "algorithms: {ERM: {}, DANN: {}}\n",
                        "s.yaml, line 3: algorithms: must name one algorithm, found DANN, ERM; give the fields"),
                bad(
                        GOOD + "training: [5]\n",
                        "s.yaml, line 4: training: must be how to train (a map of fields), found a list"),
                bad(
                        GOOD + "training: {steps: 0}\n",
                        "s.yaml, line 4: training.steps: must be a whole number from 1 to 100000000, found 0"),
                bad(
                        GOOD + "training: {steps: many}\n",
                        "s.yaml, line 4: training.steps: must be a whole number from 1 to 100000000, found 'many'"),
                bad(
                        GOOD + "training: {steps: \"300\"}\n",
                        "s.yaml, line 4: training.steps: must be a whole number from 1 to 100000000, found '300'"),
                bad(
                        GOOD + "training: {steps: 1e40}\n",
                        "s.yaml, line 4: training.steps: must be a whole number from 1 to 100000000, found 1.0E40"),
                bad(
                        GOOD + "training: {steps: 99999999999999999999}\n",
                        "s.yaml, line 4: training.steps: the number 99999999999999999999 is too large"),
                bad(
                        GOOD + "training: {batch: 1000000000}\n",
                        "s.yaml, line 4: training.batch: must be a whole number from 2 to 65536, found 1000000000"),
                bad(
                        GOOD + "training: {steps: 2000000000}\n",
                        "s.yaml, line 4: training.steps: must be a whole number from 1 to 100000000, found 2000000000"),
                bad(
                        GOOD + "training: {checkpoint-every: 2000000000}\n",
                        "s.yaml, line 4: training.checkpoint-every: must be a whole number from 1 to 100000000, found"),
                bad(
                        BED.replace("[ERM]", "[ERM: {batch_size: 1000000000}]"),
                        "s.yaml, line 4: algorithms[0].ERM.batch_size: 'batch_size' must be a whole number at least 1"
                                + " and at most 65536, found 1000000000"),
                bad(
                        HEAD + "algorithms: [DANN: {form: domainbed, mlp_width: 1000000000}]\n",
                        "s.yaml, line 3: algorithms[0].DANN.mlp_width: 'mlp_width' must be a whole number at least 1"
                                + " and at most 16384, found 1000000000"),
                bad(
                        HEAD + "algorithms: [DANN: {form: domainbed}]\nsearch: {given: [{mlp_depth: 1000000000}]}\n",
                        "s.yaml, line 4: search.given[0] of algorithm DANN: 'mlp_depth' must be a whole number at least 2"
                                + " and at most 1000, found 1000000000"),
                bad(
                        GOOD + "conditions: {noise: [1.5]}\n",
                        "s.yaml, line 4: conditions.noise[0]: must be a number from 0 to 1, found 1.5"),
                bad(
                        GOOD + "conditions: {noise: .nan}\n",
                        "s.yaml, line 4: conditions.noise: a number must be finite, found .nan"),
                bad(
                        GOOD + "conditions: {noise: [{p: 0.1, confusion: [[1, 0], [0, 1]]}]}\n",
                        "s.yaml, line 4: conditions.noise[0]: must have either p, a probability, or confusion, a matrix;"
                                + " found both"),
                bad(
                        GOOD + "conditions: {noise: [{confusion: [[1, 0], [0.5, 0.4]]}]}\n",
                        "s.yaml, line 4: conditions.noise[0].confusion[1]: must add up to 1, found 0.9;"),
                bad(
                        GOOD + "conditions: {noise: [{confusion: [[1, 0], [1]]}]}\n",
                        "s.yaml, line 4: conditions.noise[0].confusion[1]: must be a row of 2 probabilities"),
                bad(
                        GOOD + "conditions: {noise: [{confusion: [[1.5, -0.5], [0, 1]]}]}\n",
                        "s.yaml, line 4: conditions.noise[0].confusion[0][0]: a share must be a number from 0 to 1"),
                bad(
                        GOOD + "conditions: {noise: [{q: 0.5}]}\n",
                        "s.yaml, line 4: conditions.noise[0].q: unknown field 'q'; did you mean 'p'?"),
                bad(
                        GOOD + "conditions: {size: [some]}\n",
                        "s.yaml, line 4: conditions.size[0]: must be 'all' or a whole number of at least 1, found 'some'"),
                bad(GOOD + "seeds: [0, 0]\n", "s.yaml, line 4: seeds[1]: is the same as seeds[0]; keep one of them"),
                bad(
                        GOOD + "seeds: 2\n",
                        "s.yaml, line 4: seeds: must be a list of seed numbers, found 2; write [0, 1] for 2 seeds, or [2]"
                                + " for seed number 2"),
                bad(
                        GOOD + "seeds: 5\n",
                        "s.yaml, line 4: seeds: must be a list of seed numbers, found 5; write [0, 1, ..., 4] for 5 seeds"),
                bad(
                        GOOD + "seeds: 0\n",
                        "s.yaml, line 4: seeds: must be a list of seed numbers, found 0; write [0] for seed number 0"),
                bad(GOOD + "seeds: [-1]\n", "s.yaml, line 4: seeds[0]: must be a whole number of at least 0, found -1"),
                bad(GOOD + "seeds:\n", "s.yaml, line 4: seeds: must be a list of at least one, each a whole number"),
                bad(
                        BED + "holdout: 1\n",
                        "s.yaml, line 5: holdout: must be a number between 0 and 1, both excluded, found 1"),
                bad(
                        BED + "test-environments: double\n",
                        "s.yaml, line 5: test-environments: must be 'single', 'pairs' or a list of at least one"),
                bad(
                        BED + "test-environments: [[0, 1], [1, 0]]\n",
                        "s.yaml, line 5: test-environments[1]: holds out what another list holds out: [0, 1]"),
                bad(
                        HEAD + "algorithms: [ERM: {lr: -1}]\n",
                        "s.yaml, line 3: algorithms[0].ERM.lr: 'lr' must be a number above 0, found -1"),
                bad(
                        HEAD + "algorithms: [ERM: {lr: fast}]\n",
                        "s.yaml, line 3: algorithms[0].ERM.lr: 'lr' must be a number above 0, found the text 'fast'"),
                bad(
                        GOOD + "search: {given: [{lrr: 1}]}\n",
                        "s.yaml, line 4: search.given[0] of algorithm ERM: unknown hyperparameter 'lrr'; did you mean 'lr'?"),
                bad(
                        GOOD + "search: {given: {DANN: [{lr: 1}]}}\n",
                        "s.yaml, line 4: search.given.DANN: unknown algorithm of this study 'DANN'"),
                bad(
                        "study: s\ndataset: {sprites: {side: 17}}\nalgorithms: [ERM]\n",
                        "s.yaml, line 2: dataset.sprites: 'side' cannot be 17"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a ",
                " a",
                "a.",
                "CON",
                "con",
                "Nul",
                "PRN",
                "aux.txt",
                "NUL.tar.gz",
                "nul .txt",
                "COM1",
                "lpt9.log",
                "com³"
            })
    void aNameThatCannotBeAFolderEverywhereIsRefused(String name) {
        UserError error = catchThrowableOfType(
                UserError.class, () -> StudyFile.parse(GOOD.replace("study: s", "study: \"" + name + "\""), "s.yaml"));
        assertThat(error).as("no error for '%s'", name).isNotNull();
        assertThat(error)
                .hasMessageStartingWith("s.yaml, line 1: study: must be a name of at most 64")
                .hasMessageEndingWith("found '" + name + "'")
                .hasMessageNotContaining("\n");
        assertThat(name).doesNotMatch(schemaPattern());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "7",
                "é",
                "a b",
                "a.b",
                "a-",
                "console",
                "con-1",
                "com",
                "com10",
                "nullable",
                "x.con",
                "auxiliary"
            })
    void aNameThatOnlyLooksLikeAReservedOneIsRead(String name) {
        assertThat(StudyFile.parse(GOOD.replace("study: s", "study: \"" + name + "\""), "s.yaml")
                        .name())
                .isEqualTo(name);
        assertThat(name).matches(schemaPattern());
    }

    private static String schemaPattern() {
        Map<?, ?> properties = Objects.requireNonNull(
                (Map<?, ?>) CanonicalJson.parseObject(StudySchema.json()).get("properties"));
        return String.valueOf(
                Objects.requireNonNull((Map<?, ?>) properties.get("study")).get("pattern"));
    }

    private static Arguments bad(String text, String expected) {
        return Arguments.of(text, expected);
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void aMistakeGetsOneLineWithFileLineAndField(String text, String expected) {
        UserError error = catchThrowableOfType(UserError.class, () -> StudyFile.parse(text, "s.yaml"));
        assertThat(error).as("no error for:\n%s", text).isNotNull();
        assertThat(error.getMessage()).startsWith(expected).doesNotContain("\n");
    }

    @Test
    void aFileThatIsNotThereSaysSo(@TempDir Path folder) {
        Path missing = folder.resolve("none.yaml");
        assertThat(message(missing))
                .isEqualTo(missing + ": no such file; 'shiftbed init' writes a study file to start from");
        assertThat(message(folder)).isEqualTo(folder + ": is a folder; give the study file inside it");
    }

    @Test
    void aBinaryFileSaysWhereItStopsBeingText(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("b.yaml");
        Files.write(file, new byte[] {'a', ':', '\n', (byte) 0xff, (byte) 0xfe});
        assertThat(message(file)).isEqualTo(file + ", line 2: not UTF-8 text; a study file is YAML");
        Files.write(file, new byte[] {'a', ':', '\n', 0, 1});
        assertThat(message(file)).startsWith(file + ", line 2: not YAML: character U+0000 is not allowed");
        Files.write(file, new byte[2 << 20]);
        assertThat(message(file)).startsWith(file + ": is larger than 1 MiB");
    }

    @Test
    void aFileNestedTooDeeplyIsAMistakeNotAFault() {
        UserError error =
                catchThrowableOfType(UserError.class, () -> StudyFile.parse("study: " + "[".repeat(400_000), "s.yaml"));
        assertThat(error).hasMessageStartingWith("s.yaml: is nested too deeply");
    }

    @Test
    void anEmptyListOfSettingsIsRefused() {
        UserError error = catchThrowableOfType(UserError.class, () -> StudyFile.parse("""
                        study: s
                        dataset: {sprites: {side: 16}}
                        shifts:
                          - low-data: {attribute: color, samples: []}
                        algorithms: [ERM]
                        """, "s.yaml"));
        assertThat(error)
                .hasMessage("s.yaml, line 4: shifts[0].low-data.samples: must be a value or a list of at least one,"
                        + " found []; an empty list makes no setting");
    }

    @Test
    void aByteOrderMarkAndWindowsLinesAreRead(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("w.yaml");
        Files.write(file, ("\uFEFF" + GOOD.replace("\n", "\r\n")).getBytes(StandardCharsets.UTF_8));
        assertThat(StudyFile.read(file).name()).isEqualTo("s");
    }

    private static String message(Path file) {
        UserError error = catchThrowableOfType(UserError.class, () -> StudyFile.read(file));
        assertThat(error).as("an error about %s", file).isNotNull();
        return String.valueOf(error.getMessage());
    }
}
