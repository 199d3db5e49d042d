package org.shiftbed.app;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.UserError;
import org.shiftbed.report.Format;
import org.shiftbed.report.StudyReport;
import org.shiftbed.report.Style;
import org.shiftbed.report.evidence.StudyCondition;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code shiftbed report DIR}: tables and the page, from what is in a study's folder. */
@Command(
        name = "report",
        description = {
            "Reports what is in the folder of a study, finished or not; needs neither the study file nor the data.",
            "Without --style and --format it prints the tables and writes DIR/report anew; with one of them it only prints."
        },
        footer = {
            "",
            "Examples:",
            "  shiftbed report runs/quickstart",
            "  shiftbed report runs/quickstart --selection oracle-best --format markdown",
            "  shiftbed report runs/colored-mnist --style domainbed --format latex > table.tex",
            "  shiftbed report runs/quickstart --strict",
            "  shiftbed report runs/quickstart --fail-if \"worse(CORAL, ERM) by 0.02 in unseen under id\"",
            "",
            "Exit codes: 0 done; 1 with --strict something is missing; 2 what you gave is wrong, or with --strict an average is",
            "partial; with --fail-if 3 it holds, 0 it does not, 4 the evidence does not suffice."
        })
final class ReportCommand implements Callable<Integer> {
    private final Surroundings here;

    @Parameters(paramLabel = "DIR", description = "The folder of a study.")
    private Path folder;

    @Option(
            names = "--selection",
            paramLabel = "RULE",
            split = ",",
            description =
                    "A rule of `shiftbed list selections`; may be given several times, the first is the headline.")
    private List<String> selections = new ArrayList<>();

    @Option(
            names = "--style",
            paramLabel = "STYLE",
            description = "own, domainbed (its tables byte for byte), or domainbed-fixed (LaTeX that compiles).")
    private @Nullable String style;

    @Option(names = "--format", paramLabel = "FORMAT", description = "text, latex, markdown, csv or html.")
    private @Nullable String format;

    @Option(
            names = "--strict",
            description = "Refuse partial averages (exit code 2); list whatever else is missing and exit with 1.")
    private boolean strict;

    @Option(
            names = "--fail-if",
            paramLabel = "CONDITION",
            description =
                    "\"worse(CORAL, ERM) by 0.02 in unseen under id\": exit with 3 where it holds, 4 where the evidence does not suffice.")
    private @Nullable String failIf;

    @Option(
            names = "--margin",
            paramLabel = "ACCURACY",
            description = "Methods that differ by less are alike, above 0 and below 1; default: 0.01, one point.")
    private @Nullable Double margin;

    ReportCommand(Surroundings here) {
        this.here = here;
    }

    @Override
    public Integer call() throws IOException {
        Style inStyle = Style.require(style == null ? Style.OWN.text() : style, "--style");
        Format inFormat = Format.require(format == null ? Format.TEXT.text() : format, "--format");
        Path root = here.path(folder.toString());
        StudyCondition condition = failIf == null ? null : StudyCondition.parse(failIf);
        if (margin != null && !(margin > 0 && margin < 1)) {
            throw new UserError("--margin: must be a difference in accuracy above 0 and below 1, found " + margin);
        }
        StudyReport report = StudyReport.read(root, selections);
        if (margin != null) {
            report = report.withMargin(margin);
        }
        // A condition that cannot be judged is told before anything is written.
        StudyCondition.Judged judged = condition == null ? null : report.judge(condition);
        if (strict) {
            report.requireWholeAverages();
        }
        here.out().print(report.print(inStyle, inFormat));
        report.warnings().forEach(warning -> here.err().println("warning: " + warning));
        if (style == null && format == null) {
            Path page = report.write(root.resolve("report"));
            here.out().println();
            here.out().println("Report: " + page);
        }
        report.keepIndex();
        if (strict && !report.completeness().gaps().isEmpty()) {
            report.completeness().gaps().forEach(gap -> here.err().println("missing: " + gap));
            return ExitCodes.INCOMPLETE;
        }
        if (judged == null) {
            return ExitCodes.DONE;
        }
        judged.sentences().forEach(here.err()::println);
        return switch (judged.outcome()) {
            case HOLDS -> ExitCodes.HOLDS;
            case DOES_NOT -> ExitCodes.DONE;
            case OPEN -> ExitCodes.OPEN;
        };
    }
}
