package org.shiftbed.report.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** PGFPlots source of every kind of figure through pdflatex; skipped where there is none, or no pgfplots (texlive-pictures). */
@Tag("peer")
class PgfPeerTest {
    private static final String PREAMBLE = """
            \\documentclass{article}
            \\usepackage[T1]{fontenc}
            \\usepackage{graphicx}
            \\usepackage{pgfplots}
            \\usetikzlibrary{patterns}
            \\pgfplotsset{compat=1.16}
            \\begin{document}
            """;

    @TempDir
    Path folder;

    @Test
    void everyKindOfFigureCompiles() throws Exception {
        StringBuilder document = new StringBuilder(PREAMBLE);
        for (Map.Entry<String, Figure> figure : SampleFigures.all().entrySet()) {
            FigureFiles.write(figure.getValue(), folder, figure.getKey(), 100);
            document.append("\\input{").append(figure.getKey()).append(".tex}\n\\clearpage\n");
        }
        compiles(document + "\\end{document}\n");
    }

    @Test
    void everyNameCompiles() throws Exception {
        String name = "*a_b & 50% #1 {x} [y] ^~\\|<>$\"` \u03bb\u2192\u00e9 \u4e2d \ud83d\ude00, c";
        Figure intervals = new Intervals(
                        name,
                        name,
                        name,
                        List.of(new Intervals.Group(
                                name, List.of(new Intervals.Entry(name, 0, 1.0, 0.5, 2.0, true, name)))),
                        true,
                        null,
                        null)
                .figure();
        Figure map = new JointMaps(
                        name,
                        List.of(new JointMaps.Map(name, name, List.of(name), List.of(name), List.of(List.of(1L)))))
                .figure();
        compiles(PREAMBLE + FigureFiles.pgf(intervals, "a") + "\\clearpage\n" + FigureFiles.pgf(map, "b")
                + "\\end{document}\n");
        // The same names in a PDF, whose letters are few, and in an SVG.
        assertThat(FigureFiles.pdf(intervals)).isNotEmpty();
        assertThat(FigureFiles.svg(map)).contains("\ud83d\ude00");
    }

    private void compiles(String document) throws IOException, InterruptedException {
        Files.writeString(folder.resolve("t.tex"), document);
        run("kpsewhich", "pgfplots.sty");
        Process latex = Objects.requireNonNull(
                run("pdflatex", "-draftmode", "-halt-on-error", "-interaction=nonstopmode", "t.tex"));
        String said = new String(latex.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(latex.waitFor()).as("%s", said).isZero();
    }

    private Process run(String... command) throws IOException, InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            System.out.println(
                    "Skipped: PGFPlots source of figures, there is no " + command[0] + " (texlive-pictures)");
            assumeTrue(false, "no " + command[0]);
            throw e;
        }
        if (command[0].equals("kpsewhich")) {
            process.getInputStream().readAllBytes();
            boolean found = process.waitFor() == 0;
            if (!found) {
                System.out.println("Skipped: PGFPlots source of figures, there is no pgfplots (texlive-pictures)");
            }
            assumeTrue(found, "no pgfplots");
        }
        return process;
    }
}
