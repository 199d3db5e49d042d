package org.shiftbed.report.style;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shiftbed.report.statistics.Made;
import org.shiftbed.report.statistics.Results;
import org.shiftbed.report.table.LatexWriter;
import org.shiftbed.study.TrialState;

/** Our LaTeX through pdflatex, whatever things are called; skipped where there is none (texlive-latex-base). */
@Tag("peer")
class LatexPeerTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a_b & 50% #1 {x}",
                "*star [x] ^~\\|<>$\"`'",
                "\u03bb\u2192\u00e9 \u0127 \u2264 \u4e2d \ud83d\ude00 \u0418",
                "AnAlgorithmWithAVeryLongNameThatNoColumnOfATableOnPaperCanHold"
            })
    void everyNameCompiles(String name) throws Exception {
        compiles(new DomainBedStyle(DomainBedStyleTest.study(
                        DomainBedStyleTest.run(name, name, 0, 0, 0, TrialState.DONE, 0.75, 0.5),
                        DomainBedStyleTest.run("ColoredMNIST", name, 0, 0, 0, TrialState.DONE, 0.75, 0.5),
                        DomainBedStyleTest.run("ColoredMNIST", "ERM", 1, 0, 0, TrialState.DONE, 0.5, 0.5)))
                .latexFixed());
        compiles(new LatexWriter()
                .write(new OwnStyle(new Results(
                                List.of(
                                        Made.done(name, name, name, 0, 0.1),
                                        Made.done(name, name, name, 1, 0.2),
                                        Made.done(name, "unseen", "ERM", 0, 0.3)),
                                "id"))
                        .tables()));
    }

    private void compiles(String document) throws IOException, InterruptedException {
        Files.writeString(folder.resolve("t.tex"), document);
        Process latex;
        try {
            // Draft mode makes no pages, and so no fonts.
            latex = new ProcessBuilder("pdflatex", "-draftmode", "-halt-on-error", "-interaction=nonstopmode", "t.tex")
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            System.out.println("Skipped: LaTeX of the tables, there is no pdflatex (texlive-latex-base, -recommended)");
            assumeTrue(false, "no pdflatex");
            return;
        }
        String said = new String(latex.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(latex.waitFor()).as("%s\n%s", said, document).isZero();
    }
}
