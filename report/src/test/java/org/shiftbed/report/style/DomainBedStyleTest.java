package org.shiftbed.report.style;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.shiftbed.learn.Protocol;
import org.shiftbed.report.statistics.Made;
import org.shiftbed.study.CheckpointRecord;
import org.shiftbed.study.ExpectedStudy;
import org.shiftbed.study.ExpectedTrial;
import org.shiftbed.study.Outcome;
import org.shiftbed.study.Outcomes;
import org.shiftbed.study.RecordFile;
import org.shiftbed.study.StudyResults;
import org.shiftbed.study.TrialState;

class DomainBedStyleTest {
    @Test
    void publicSampleSweepGivesTheCollectorsOwnText() throws IOException {
        Path sweep = Path.of(System.getProperty("shiftbed.shared", "../../shared"), "golden/domainbed-sweep");
        Assumptions.assumeTrue(Files.isDirectory(sweep), "the sample sweep is not here");
        List<StudyResults.Run> runs = new ArrayList<>();
        List<Path> folders;
        try (Stream<Path> all = Files.list(sweep.resolve("runs"))) {
            folders = all.sorted().toList();
        }
        for (Path folder : folders) {
            List<CheckpointRecord> records = RecordFile.read(folder).records();
            var args = records.get(0).args();
            List<Integer> held = new ArrayList<>();
            for (Object index : (List<?>) args.getOrDefault("test_envs", List.of())) {
                held.add(((Number) index).intValue());
            }
            ExpectedTrial trial = new ExpectedTrial(
                    folder.getFileName().toString(),
                    Protocol.DOMAINBED,
                    String.valueOf(args.get("dataset")),
                    "leave-domains-out",
                    "",
                    String.valueOf(args.get("algorithm")),
                    "domainbed",
                    List.of(),
                    Integer.parseInt(String.valueOf(args.get("trial_seed"))),
                    Integer.parseInt(String.valueOf(args.get("hparams_seed"))),
                    -1,
                    held,
                    List.of("C", "L", "S", "V"),
                    null,
                    null);
            runs.add(new StudyResults.Run(trial, TrialState.DONE, records, ""));
        }
        ExpectedStudy plan = new ExpectedStudy(
                "sweep",
                Protocol.DOMAINBED,
                List.of("iid"),
                runs.stream().map(StudyResults.Run::trial).toList());
        StudyResults study = new StudyResults(plan, runs, List.of());
        int records = runs.stream().mapToInt(run -> run.records().size()).sum();
        String text = new DomainBedStyle(Outcomes.of(study, List.of("iid", "loo", "oracle")), records).text();
        assertThat(text).isEqualTo(Files.readString(sweep.resolve("expected.txt")));
    }

    @Test
    void cellIsTheMeanWithThePopulationErrorAndAMissingEnvironmentBlanksOnlyItsOwnAverage() {
        List<Outcome> outcomes = new ArrayList<>();
        double[] values = {0.1, 0.2, 0.3};
        for (int seed = 0; seed < 3; seed++) {
            outcomes.add(Made.domainBed("ColoredMNIST", "ERM", "iid", "+90%", 0, seed, values[seed]));
            outcomes.add(Made.domainBed("ColoredMNIST", "ERM", "iid", "+80%", 1, seed, values[seed]));
        }
        outcomes.add(Made.domainBed("Unknown", "ERM", "iid", "x", 0, 0, 0.9));
        String text = new DomainBedStyle(outcomes, 7).text();
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

    @Test
    void rowsFollowTheRegistryThenTheOrderOfTheRecords() {
        List<Outcome> outcomes = new ArrayList<>();
        for (String algorithm : List.of("Zeta", "VREx", "AnAlgorithmWithAVeryLongName", "ERM")) {
            outcomes.add(Made.domainBed("Debug28", algorithm, "iid", "0", 0, 0, 0.5));
        }
        assertThat(new DomainBedStyle(outcomes, 4)
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
        List<Outcome> outcomes = List.of(
                Made.domainBed("SpawriousO2O_medium", "IB_ERM", "iid", "Test", 0, 0, 0.75),
                Made.domainBed("ColoredMNIST", "IB_ERM", "iid", "+90%", 0, 0, 0.5));
        DomainBedStyle style = new DomainBedStyle(outcomes, 2);
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
                .doesNotContain("IB_ERM");
    }

    @Test
    void roundingTakesTheExactBinaryValueHalfToEven() {
        assertThat(Stream.of(0.25, 0.35, 78.25, 78.35, 0.05, 2.5, 64.45, 100.0).map(DomainBedStyle::round))
                .containsExactly("0.2", "0.3", "78.2", "78.3", "0.1", "2.5", "64.5", "100.0");
    }

    @Test
    void sumsAreThoseOfNumpyToTheBit() {
        double[] values = new double[300];
        for (int i = 0; i < values.length; i++) {
            values[i] = i * 7919 % 1000 / 997.0;
        }
        assertThat(NumpyMean.sum(values)).isEqualTo(150.60180541624874);
        assertThat(NumpyMean.sum(java.util.Arrays.copyOf(values, 100))).isEqualTo(49.19759277833499);
        assertThat(NumpyMean.sum(java.util.Arrays.copyOf(values, 13))).isEqualTo(5.699097291875627);
        assertThat(NumpyMean.error(java.util.Arrays.stream(values).boxed().toList()))
                .isCloseTo(0.016807834800102676, within(1e-17));
    }
}
