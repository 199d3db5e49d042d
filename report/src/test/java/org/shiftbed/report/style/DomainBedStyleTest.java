package org.shiftbed.report.style;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.learn.Protocol;
import org.shiftbed.study.CheckpointRecord;
import org.shiftbed.study.ExpectedStudy;
import org.shiftbed.study.ExpectedTrial;
import org.shiftbed.study.StudyResults;
import org.shiftbed.study.TrialState;
import org.shiftbed.study.domainbed.Import;

class DomainBedStyleTest {
    @Test
    void publicSampleSweepGivesTheCollectorsOwnText(@TempDir Path folder) throws IOException {
        Path sweep = Path.of(System.getProperty("shiftbed.shared", "../../shared"), "golden/domainbed-sweep");
        Assumptions.assumeTrue(Files.isDirectory(sweep), "the sample sweep is not here");
        assertThat(Import.from(sweep.resolve("runs"), folder.resolve("out")).runs())
                .isEqualTo(40);
        String text = new DomainBedStyle(StudyResults.read(folder.resolve("out"))).text();
        assertThat(text).isEqualTo(Files.readString(sweep.resolve("expected.txt")));
    }

    /** The reference reads every record that lies there: a run that broke off, and one that later diverged, count with what they have. */
    @Test
    void runsThatDidNotFinishCountAsInTheReference() {
        StudyResults.Run done = run("ColoredMNIST", "ERM", 0, 0, 0, TrialState.DONE, 0.5, 0.6);
        StudyResults.Run cut = run("ColoredMNIST", "ERM", 0, 0, 1, TrialState.MISSING, 0.75, 0.7);
        StudyResults.Run diverged = run("ColoredMNIST", "ERM", 0, 1, 0, TrialState.DIVERGED, 0.25, 0.6);
        StudyResults.Run planned = new StudyResults.Run(
                run("RotatedMNIST", "IRM", 0, 0, 0, TrialState.MISSING, 0, 0).trial(),
                TrialState.MISSING,
                List.of(),
                "");
        String text = new DomainBedStyle(study(done, cut, diverged, planned)).text();
        // By validation 0.7 over 0.6 the run that broke off wins trial 0: mean of 0.75 and 0.25, deviation 0.25 over
        // the root of 2.
        assertThat(text).startsWith("Total records: 3\n").contains("ERM                   50.0 +/- 17.7         X ");
        assertThat(text).doesNotContain("RotatedMNIST").doesNotContain("IRM");
    }

    @Test
    void cellIsTheMeanWithThePopulationErrorAndAMissingEnvironmentBlanksOnlyItsOwnAverage() {
        List<StudyResults.Run> runs = new ArrayList<>();
        double[] values = {0.1, 0.2, 0.3};
        for (int seed = 0; seed < 3; seed++) {
            runs.add(run("ColoredMNIST", "ERM", 0, seed, 0, TrialState.DONE, values[seed], 0.5));
            runs.add(run("ColoredMNIST", "ERM", 1, seed, 0, TrialState.DONE, values[seed], 0.5));
        }
        runs.add(run("Unknown", "ERM", 0, 0, 0, TrialState.DONE, 0.9, 0.5));
        String text = new DomainBedStyle(study(runs.toArray(StudyResults.Run[]::new))).text();
        assertThat(text.lines().limit(8))
                .containsExactly(
                        "Total records: 7",
                        "",
                        "-------- Dataset: ColoredMNIST, model selection method: training-domain validation set",
                        "Algorithm             +90%                  +80%                  -90%                  Avg                  ",
                        "ERM                   20.0 +/- 4.7          20.0 +/- 4.7          X                     X                    ",
                        "",
                        "-------- Averages, model selection method: training-domain validation set",
                        "Algorithm                  ColoredMNIST               Avg                       ");
        assertThat(text).contains("ERM                        20.0 +/- 4.7               20.0                      \n");
    }

    /** {@code collect_results --auto_lr}: one method, and the accuracy of the second stage on the whole test environment. */
    @Test
    void tablesOfTwoStagesAreThoseOfTheirOneMethod() {
        List<StudyResults.Run> runs = new ArrayList<>();
        for (int held = 0; held < 3; held++) {
            for (int seed = 0; seed < 2; seed++) {
                runs.add(twoStages(held, seed, 0, 0.5, 0.25 + 0.25 * seed));
                runs.add(twoStages(held, seed, 1, 0.4, 0.9));
            }
        }
        StudyResults study = study(runs.toArray(StudyResults.Run[]::new));
        String text = DomainBedStyle.autoLr(study).text();
        assertThat(text.lines())
                .containsExactly(
                        "Total records: 36",
                        "",
                        "-------- Dataset: ColoredMNIST, model selection method: auto lr training-domain validation set",
                        "Algorithm             +90%                  +80%                  -90%                  Avg                  ",
                        "ERMPlusPlus           37.5 +/- 8.8          37.5 +/- 8.8          37.5 +/- 8.8          37.5                 ",
                        "",
                        "-------- Averages, model selection method: auto lr training-domain validation set",
                        "Algorithm                  ColoredMNIST               Avg                       ",
                        "ERMPlusPlus                37.5 +/- 8.8               37.5                      ");
        assertThat(DomainBedStyle.autoLr(study).latex())
                .contains("\\subsection{Model selection: auto lr training-domain validation set}")
                .doesNotContain("leave-one-domain-out");
        // The usual methods read the first stage: 0.1 on the in-split of the test environment.
        assertThat(new DomainBedStyle(study).text()).contains("ERMPlusPlus           10.0 +/- 0.0 ");
    }

    /** Two records of a first stage, of which the first has the better validation, and one of a second. */
    private static StudyResults.Run twoStages(
            int held, int trialSeed, int hparamsSeed, double validation, double test) {
        StudyResults.Run first =
                run("ColoredMNIST", "ERMPlusPlus", held, trialSeed, hparamsSeed, TrialState.DONE, 0.1, 0.95);
        StudyResults.Run last =
                run("ColoredMNIST", "ERMPlusPlus", held, trialSeed, hparamsSeed, TrialState.DONE, 0.1, validation);
        Map<String, Object> second = new TreeMap<>(Map.of("step", 0));
        for (int i = 0; i < 3; i++) {
            second.put("fd_env" + i + "_in_acc", i == held ? test : 1.0);
        }
        ExpectedTrial plain = first.trial();
        ExpectedTrial trial = new ExpectedTrial(
                plain.id(),
                plain.protocol(),
                plain.dataset(),
                plain.shift(),
                plain.setting(),
                plain.algorithm(),
                "auto-lr",
                plain.strict(),
                plain.seed(),
                plain.hparamsSeed(),
                plain.steps(),
                plain.testEnvironments(),
                plain.environments(),
                null,
                null);
        return new StudyResults.Run(
                trial,
                TrialState.DONE,
                List.of(first.records().get(0), last.records().get(0), new CheckpointRecord(second)),
                "");
    }

    @Test
    void rowsFollowTheRegistryThenTheOrderOfTheRecords() {
        List<StudyResults.Run> runs = new ArrayList<>();
        for (String algorithm : List.of("Zeta", "VREx", "AnAlgorithmWithAVeryLongName", "ERM")) {
            runs.add(run("Debug28", algorithm, 0, 0, 0, TrialState.DONE, 0.5, 0.5));
        }
        assertThat(new DomainBedStyle(study(runs.toArray(StudyResults.Run[]::new)))
                        .text()
                        .lines()
                        .skip(4)
                        .limit(4)
                        .map(line -> line.substring(0, 22)))
                .containsExactly(
                        "ERM                   ",
                        "VREx                  ",
                        "Zeta                  ",
                        "AnAlgorithmWithAVery  ");
    }

    @Test
    void latexCutsLongBoldHeadersAndTheFixedFormDoesNot() {
        DomainBedStyle style = new DomainBedStyle(study(
                run("SpawriousO2O_medium", "IB_ERM", 0, 0, 0, TrialState.DONE, 0.75, 0.5),
                run("ColoredMNIST", "IB_ERM", 0, 0, 0, TrialState.DONE, 0.5, 0.5)));
        assertThat(style.latex())
                .startsWith("""
                        \\documentclass{article}
                        \\usepackage{booktabs}
                        \\usepackage{adjustbox}
                        \\begin{document}
                        \\section{Full DomainBed results}
                        % Total records: 2

                        \\subsection{Model selection: training-domain validation set}

                        \\subsubsection{ColoredMNIST}

                        \\begin{center}
                        \\adjustbox{max width=\\textwidth}{%
                        \\begin{tabular}{lcccc}
                        \\toprule
                        \\textbf{Algorithm}   & \\textbf{+90\\%}       & \\textbf{+80\\%}       & \\textbf{-90\\%}       & \\textbf{Avg}         \\\\
                        \\midrule
                        IB_ERM               & 50.0 $\\pm$ 0.0       & X                    & X                    & X                    \\\\
                        \\bottomrule
                        \\end{tabular}}
                        \\end{center}

                        \\subsubsection{SpawriousO2O_medium}
                        """)
                .contains("& \\textbf{SpawriousO2O_medi & \\textbf{Avg}              \\\\\n")
                .endsWith("\\end{document}\n");
        assertThat(style.latexFixed())
                .contains("\\textbf{SpawriousO2O\\_medium} &")
                .contains("\nIB\\_ERM  ")
                .contains("\\subsubsection{SpawriousO2O\\_medium}")
                .contains("\n\\begin{lrbox}{\\shiftbedtable}\n\\begin{tabular}{lcccc}\n\\toprule\n")
                .contains("\n\\bottomrule\n\\end{tabular}\n\\end{lrbox}\n\\ifdim")
                .doesNotContain("IB_ERM", "adjustbox");
    }

    @Test
    void roundingTakesTheExactBinaryValueHalfToEven() {
        assertThat(Stream.of(0.25, 0.35, 78.25, 78.35, 0.05, 2.5, 64.45, 100.0).map(DomainBedStyle::round))
                .containsExactly("0.2", "0.3", "78.2", "78.3", "0.1", "2.5", "64.5", "100.0");
    }

    static StudyResults study(StudyResults.Run... runs) {
        List<ExpectedTrial> trials =
                Stream.of(runs).map(StudyResults.Run::trial).toList();
        return new StudyResults(
                new ExpectedStudy("made", Protocol.DOMAINBED, List.of("iid"), trials), List.of(runs), List.of());
    }

    /** A run of three environments with one record. */
    static StudyResults.Run run(
            String dataset,
            String algorithm,
            int held,
            int trialSeed,
            int hparamsSeed,
            TrialState state,
            double test,
            double validation) {
        Map<String, Object> fields = new TreeMap<>(Map.of("step", 0, "env" + held + "_in_acc", test));
        for (int i = 0; i < 3; i++) {
            fields.put("env" + i + "_out_acc", i == held ? test : validation);
        }
        ExpectedTrial trial = new ExpectedTrial(
                String.join("-", dataset, algorithm, held + "", trialSeed + "", hparamsSeed + ""),
                Protocol.DOMAINBED,
                dataset,
                "leave-domains-out",
                "",
                algorithm,
                "domainbed",
                List.of(),
                trialSeed,
                hparamsSeed,
                1,
                List.of(held),
                List.of("a", "b", "c"),
                null,
                null);
        return new StudyResults.Run(trial, state, List.of(new CheckpointRecord(fields)), "");
    }
}
