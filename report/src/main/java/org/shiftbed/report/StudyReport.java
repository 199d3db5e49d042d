package org.shiftbed.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.AtomicFiles;
import org.shiftbed.base.UserError;
import org.shiftbed.learn.Protocol;
import org.shiftbed.report.aggregate.Panel;
import org.shiftbed.report.evidence.Pairing;
import org.shiftbed.report.evidence.ScopeEvidence;
import org.shiftbed.report.evidence.StudyCondition;
import org.shiftbed.report.figure.Figure;
import org.shiftbed.report.figure.FigureFiles;
import org.shiftbed.report.page.Answers;
import org.shiftbed.report.page.Page;
import org.shiftbed.report.page.PageInput;
import org.shiftbed.report.statistics.Completeness;
import org.shiftbed.report.statistics.Results;
import org.shiftbed.report.style.DomainBedStyle;
import org.shiftbed.report.style.EvidenceTables;
import org.shiftbed.report.style.OwnStyle;
import org.shiftbed.report.table.AveragesCsv;
import org.shiftbed.report.table.ControlledCsv;
import org.shiftbed.report.table.CsvWriter;
import org.shiftbed.report.table.EvidenceCsv;
import org.shiftbed.report.table.LatexWriter;
import org.shiftbed.report.table.MarkdownWriter;
import org.shiftbed.report.table.Table;
import org.shiftbed.report.table.TextWriter;
import org.shiftbed.study.ExpectedTrial;
import org.shiftbed.study.Outcome;
import org.shiftbed.study.Outcomes;
import org.shiftbed.study.ResultsReader;
import org.shiftbed.study.StudyResults;
import org.shiftbed.study.selection.Selections;

/**
 * The report of one study's folder: read once, printed in any style and format, written as files.
 *
 * <p>Tables depend on outcomes alone, so equal outcomes give equal bytes; dates, seconds and machine names are in none of them.
 */
public final class StudyReport {
    /** Columns of the text tables that are written as files. */
    public static final int WIDTH = 100;

    private final Path folder;
    private final ResultsReader reader;
    private final StudyResults study;
    private final List<String> selections;
    private final String headline;
    private final double margin;
    /** Made when first asked for: DomainBed's tables need none of these. */
    private @Nullable List<Outcome> outcomes;

    private @Nullable List<ScopeEvidence> evidence;

    private @Nullable Results results;

    private @Nullable StudyFigures figures;

    private StudyReport(Path folder, ResultsReader reader, StudyResults study, List<String> selections, double margin) {
        this.margin = margin;
        this.folder = folder;
        this.reader = reader;
        this.study = study;
        this.selections = selections;
        this.headline = selections.isEmpty() ? "" : selections.get(0);
    }

    /**
     * Reads a study's folder.
     *
     * @param folder what {@code shiftbed run --out} or {@code shiftbed import} wrote
     * @param selections rules to show, the first is the headline; empty: those that the study names
     * @throws UserError where there is no study, or a rule is unknown or of another protocol
     * @throws IOException where a file cannot be read
     */
    public static StudyReport read(Path folder, List<String> selections) throws IOException {
        return read(folder, new ResultsReader(folder), selections);
    }

    /** {@link #read(Path, List)} with a reader that may have read the folder before. */
    public static StudyReport read(Path folder, ResultsReader reader, List<String> selections) throws IOException {
        StudyResults study = reader.read();
        selections.forEach(rule -> Selections.check(rule, study.plan().protocol(), "--selection"));
        for (String rule : selections) {
            if (Collections.frequency(selections, rule) > 1) {
                throw new UserError("--selection: rule '" + rule + "' is given "
                        + Collections.frequency(selections, rule) + " times; give each rule once");
            }
        }
        return new StudyReport(
                folder, reader, study, selections.isEmpty() ? study.plan().selection() : selections, Pairing.MARGIN);
    }

    /**
     * The same report with another margin, within which methods are called alike.
     *
     * @param accuracy above 0, below 1; one point where nothing else is said
     */
    public StudyReport withMargin(double accuracy) {
        return new StudyReport(folder, reader, study, selections, accuracy);
    }

    /** How a condition turns out, under its own rule or the headline; the rule need not be among those that the report shows. */
    public StudyCondition.Judged judge(StudyCondition condition) {
        String under = condition.under();
        if (under == null && headline.isEmpty()) {
            throw new UserError("--fail-if: this study names no selection rule; add 'under RULE'");
        }
        String rule = under == null ? headline : under;
        Selections.check(rule, study.plan().protocol(), "--fail-if '" + condition.text() + "'");
        return condition.judge(
                new Results(
                        Outcomes.of(study, List.of(rule)), rule, study.plan().oracle()),
                rule);
    }

    /** What the runs say of the methods under the headline rule. */
    public List<ScopeEvidence> evidence() {
        if (evidence == null) {
            evidence = results().selections().isEmpty() ? List.of() : ScopeEvidence.of(results(), headline);
        }
        return evidence;
    }

    private List<String> answers() {
        return new Answers(evidence(), results().methods(), margin).sentences();
    }

    /** Comparisons of the methods under the headline rule as tables: over pairs of runs, then ranks; none where there is one method only. */
    public List<Table> comparisons() {
        return new EvidenceTables(
                        evidence(), results().methods(), headline, results().oracleNote(headline), margin)
                .tables();
    }

    /** Every cell with its statistics. */
    public Results results() {
        Results made = results;
        if (made == null) {
            made = new Results(outcomes(), headline, study.plan().oracle());
            results = made;
        }
        return made;
    }

    /** The single searches behind the cells. */
    public List<Outcome> outcomes() {
        List<Outcome> made = outcomes;
        if (made == null) {
            made = Outcomes.of(study, selections);
            outcomes = made;
        }
        return made;
    }

    /** What the report was made from. */
    public StudyResults study() {
        return study;
    }

    /** {@link ResultsReader#keepIndex()}: the next report of a large study is quick then. */
    public void keepIndex() {
        reader.keepIndex();
    }

    /** What is missing; {@code --strict} fails where it is not complete. */
    public Completeness completeness() {
        return Completeness.of(outcomes());
    }

    /**
     * Refuses a report with averages over fewer seeds, environments or data sets than were planned.
     *
     * @throws UserError that names the first such average, and how many of how many it is over
     */
    public void requireWholeAverages() {
        List<String> partial = new PartialAverages(results())
                .lines(
                        () -> study.plan().protocol() == Protocol.CONTROLLED
                                ? Panel.of(study, outcomes(), headline)
                                : List.of(),
                        this::evidence);
        if (!partial.isEmpty()) {
            int others = partial.size() - 1;
            throw new UserError("--strict: partial average: " + partial.get(0)
                    + (others == 0 ? "" : "; and " + others + " more")
                    + "; run what is missing, or leave --strict away, and partial averages are marked");
        }
    }

    /** One line each: what was odd in the files read. */
    public List<String> warnings() {
        return study.warnings();
    }

    /** {@link #print(Style, Format, int)} at the width of the files. */
    public String print(Style style, Format format) throws IOException {
        return print(style, format, WIDTH);
    }

    /**
     * The report as one text. DomainBed's tables are those of its three usual methods, and those of {@code auto-lr-iid} alone where that rule is the headline.
     *
     * @param width columns of the terminal, for text tables of style own
     * @throws UserError where the style does not have the format, or the study is not of its protocol
     */
    public String print(Style style, Format format, int width) throws IOException {
        if (format == Format.HTML && style == Style.OWN) {
            return new Page(pageInput()).write();
        }
        if (style == Style.OWN) {
            List<Table> tables = new ArrayList<>(new OwnStyle(results()).tables());
            tables.addAll(comparisons());
            return switch (format) {
                case TEXT -> new TextWriter(width).write(tables);
                case LATEX -> new LatexWriter().write(tables);
                case MARKDOWN -> new MarkdownWriter().write(tables);
                case CSV, HTML -> new CsvWriter().write(results());
            };
        }
        return print(domainBed(style), style, format);
    }

    private static String print(DomainBedStyle domainBed, Style style, Format format) {
        return switch (format) {
            case TEXT -> domainBed.text();
            case LATEX -> style == Style.DOMAINBED ? domainBed.latex() : domainBed.latexFixed();
            case MARKDOWN, CSV, HTML ->
                throw new UserError("--format " + format.text() + ": style " + style.text()
                        + " has text and latex only; use --style own for markdown, csv and html");
        };
    }

    private DomainBedStyle domainBed(Style style) {
        if (study.plan().protocol() != Protocol.DOMAINBED) {
            throw new UserError("--style " + style.text() + ": study '"
                    + study.plan().study()
                    + "' is of protocol controlled, which DomainBed's tables cannot show; use --style own");
        }
        return headline.equals(DomainBedStyle.AUTO_LR) ? DomainBedStyle.autoLr(study) : new DomainBedStyle(study);
    }

    /** What the page shows. */
    public PageInput pageInput() throws IOException {
        return new StudyPage(folder, study, outcomes(), results(), completeness(), comparisons(), answers(), figures())
                .input();
    }

    /**
     * Writes {@code report.html}, {@code trials.jsonl}, {@code tables/*} and {@code figures/*}, each whole or not at all.
     *
     * @param target usually {@code report} below the study's folder
     * @return the page
     */
    public Path write(Path target) throws IOException {
        Path tables = target.resolve("tables");
        AtomicFiles.write(tables.resolve("results.txt"), print(Style.OWN, Format.TEXT));
        AtomicFiles.write(tables.resolve("results.tex"), print(Style.OWN, Format.LATEX));
        AtomicFiles.write(tables.resolve("results.md"), print(Style.OWN, Format.MARKDOWN));
        AtomicFiles.write(tables.resolve("results.csv"), print(Style.OWN, Format.CSV));
        String oracle = results().oracleNote(headline);
        String averages = AveragesCsv.write(results());
        if (!averages.isEmpty()) {
            AtomicFiles.write(tables.resolve("averages.csv"), averages);
        }
        AtomicFiles.write(tables.resolve("comparisons.csv"), EvidenceCsv.pairs(headline, oracle, evidence(), margin));
        AtomicFiles.write(tables.resolve("ranks.csv"), EvidenceCsv.ranks(headline, oracle, evidence()));
        if (study.plan().protocol() == Protocol.DOMAINBED) {
            write(new DomainBedStyle(study), tables, "domainbed");
            if (study.plan().trials().stream().anyMatch(ExpectedTrial::autoLr)) {
                write(DomainBedStyle.autoLr(study), tables, "domainbed-auto-lr");
            }
        }
        ControlledReport controlled = figures().controlled();
        for (Map.Entry<String, Figure> figure : figures().all().entrySet()) {
            FigureFiles.write(figure.getValue(), target.resolve("figures"), figure.getKey(), WIDTH);
        }
        if (!controlled.panels().isEmpty()) {
            AtomicFiles.write(
                    tables.resolve("figures.csv"), ControlledCsv.write(controlled.panels(), controlled.oracle()));
            AtomicFiles.write(tables.resolve("figures.tex"), new LatexWriter().write(controlled.tables()));
            AtomicFiles.write(tables.resolve("figures.md"), new MarkdownWriter().write(controlled.tables()));
        }
        AtomicFiles.write(target.resolve("trials.jsonl"), new TrialLines(folder, study).write());
        Path page = target.resolve("report.html");
        AtomicFiles.write(page, print(Style.OWN, Format.HTML));
        return page;
    }

    /** Made once: intervals of profiles are drawn thousands of times, and pictures are read. */
    private StudyFigures figures() throws IOException {
        StudyFigures made = figures;
        if (made == null) {
            made = new StudyFigures(folder, study, outcomes(), results(), evidence());
            figures = made;
        }
        return made;
    }

    private static void write(DomainBedStyle style, Path tables, String name) throws IOException {
        AtomicFiles.write(tables.resolve(name + ".txt"), style.text());
        AtomicFiles.write(tables.resolve(name + ".tex"), style.latex());
        AtomicFiles.write(tables.resolve(name + "-fixed.tex"), style.latexFixed());
    }
}
