package org.shiftbed.report.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.shiftbed.report.statistics.Made;
import org.shiftbed.report.statistics.Results;
import org.shiftbed.report.style.OwnStyle;
import org.shiftbed.study.Outcome;

class WritersTest {
    private static final String EVIL = "a_b%c&d#e$f{g}^~\\|<script>*`[x](y)\"'\nz";

    private static Table table() {
        return new Table(
                "T " + EVIL,
                List.of("algorithm", EVIL),
                List.of(new Table.Row(EVIL, List.of(new Table.Cell("71.2 \u00b1 0.8 (3)", 0.712)))),
                List.of("note " + EVIL));
    }

    @Test
    void everyNameIsEscapedInLatex() {
        assertThat(Escape.latex(EVIL))
                .isEqualTo(
                        "a\\_b\\%c\\&d\\#e\\$f\\{g\\}\\textasciicircum{}\\textasciitilde{}\\textbackslash{}\\textbar{}"
                                + "\\textless{}script\\textgreater{}{*}`{[}x{]}(y)\\textquotedbl{}' z");
        assertThat(Escape.latex("\u00e9 \u03b1\u03bf\u03c9 \u2264 \u0127 \u4e2d \ud83d\ude00"))
                .isEqualTo("\u00e9 $\\alpha$$o$$\\omega$ $\\le$ {[}U+0127{]} {[}U+4E2D{]} {[}U+1F600{]}");
        assertThat(new LatexWriter().write(List.of(table()))).contains("71.2 $\\pm$ 0.8 (3) \\\\");
    }

    @Test
    void everyNameIsEscapedInMarkdown() {
        String markdown = new MarkdownWriter().write(List.of(table()));
        assertThat(markdown).doesNotContain("<script").contains("a\\_b%c&amp;d\\#e$f\\{g\\}^\\~\\\\\\|&lt;script&gt;");
        // An unescaped bar would open another column: header, rule and row have the same three.
        assertThat(markdown.lines().filter(line -> line.startsWith("|")))
                .allSatisfy(line -> assertThat(line.replace("\\|", "").chars().filter(c -> c == '|'))
                        .hasSize(3));
    }

    @Test
    void everyNameIsEscapedInHtmlAndInDataOfScripts() {
        assertThat(Escape.html("<a href='x'>\"&</a>")).isEqualTo("&lt;a href=&#39;x&#39;&gt;&quot;&amp;&lt;/a&gt;");
        assertThat(Escape.jsonInHtml("\"</script><!--\"")).isEqualTo("\"\\u003c/script>\\u003c!--\"");
    }

    @Test
    void csvHasTheColumnsOfTheContractUnrounded() {
        Results results = new Results(
                List.of(
                        Made.done("a,\"b\"", "unseen", "ERM", 0, 0.1),
                        Made.done("a,\"b\"", "unseen", "ERM", 1, 0.2),
                        Made.done("a,\"b\"", "unseen", "ERM", 2, 0.3),
                        Made.done("a,\"b\"", "unseen", "DANN", 0, 1.0)),
                "id");
        assertThat(new CsvWriter().write(results).lines())
                .satisfiesExactly(
                        header -> assertThat(header)
                                .isEqualTo(
                                        "dataset,shift,setting,algorithm,form,strict,selection,environment,mean,sd,se,low,"
                                                + "high,n,planned,failed,diverged,refused,partial,test_queries,note"),
                        erm -> assertThat(erm)
                                .startsWith(
                                        "\"a,\"\"b\"\"\",unseen,,ERM,controlled,,id,all,0.20000000000000004,0.09999999999999999,")
                                .endsWith(",3,3,0,0,0,false,0,"),
                        dann -> assertThat(dann)
                                .isEqualTo("\"a,\"\"b\"\"\",unseen,,DANN,controlled,,id,all,1,,,,,1,1,0,0,0,false,0,"));
    }

    @Test
    void csvOfAveragesMarksTheOnesThatLackAnEnvironmentOfASeed() {
        Results results = new Results(
                List.of(
                        Made.domainBed("d", "ERM", "oracle", "a", 0, 0, 0.25),
                        Made.domainBed("d", "ERM", "oracle", "a", 0, 1, 0.5),
                        Made.domainBed("d", "ERM", "oracle", "b", 1, 0, 0.75),
                        Made.domainBed("d", "CORAL", "oracle", "a", 0, 0, 0.5),
                        Made.domainBed("d", "CORAL", "oracle", "b", 1, 0, 1)),
                "oracle");
        assertThat(AveragesCsv.write(results).lines())
                .satisfiesExactly(
                        header -> assertThat(header).endsWith("selection,mean,sd,se,low,high,n,planned,partial,note"),
                        erm -> assertThat(erm)
                                .startsWith("d,ERM,controlled,,oracle,0.5,,,,,1,2,true,\"Rule oracle")
                                .endsWith("is not a valid benchmark.\""),
                        coral -> assertThat(coral).startsWith("d,CORAL,controlled,,oracle,0.75,,,,,1,1,false,"));
        assertThat(AveragesCsv.write(new Results(List.of(Made.done("d", "unseen", "ERM", 0, 0.1)), "id")))
                .isEmpty();
    }

    @Test
    void wideTextTableIsCutIntoBlocksThatRepeatTheLabels() {
        Table wide = new Table(
                "wide",
                List.of("algorithm", "first", "second", "third"),
                List.of(new Table.Row("ERM", List.of(cell("71.2 \u00b1 0.8 (3)"), cell("1.0 (1)"), cell("x")))),
                List.of());
        assertThat(new TextWriter(30).write(List.of(wide))).isEqualTo("""
                        wide
                        ====
                        algorithm  first
                        ---------  --------------
                        ERM        71.2 \u00b1 0.8 (3)

                        algorithm  second   third
                        ---------  -------  -----
                        ERM        1.0 (1)  x

                        """);
    }

    @Test
    void everyBlockRepeatsTheColumnsThatSayWhatARowIsAbout() {
        Table wide = new Table(
                "wide",
                List.of("where", "method", "first", "second", "third"),
                List.of(new Table.Row("unseen", List.of(cell("ERM"), cell("1.0"), cell("2.0"), cell("3.0")))),
                List.of(),
                2);
        assertThat(new TextWriter(24).write(List.of(wide))).isEqualTo("""
                        wide
                        ====
                        where   method  first
                        ------  ------  -----
                        unseen  ERM     1.0

                        where   method  second
                        ------  ------  ------
                        unseen  ERM     2.0

                        where   method  third
                        ------  ------  -----
                        unseen  ERM     3.0

                        """);
        assertThatThrownBy(() -> new Table("t", List.of("a"), List.of(), List.of(), 2))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void oneValueHasNoPlusMinusAndTwoFormsOfOneAlgorithmAreToldApart() {
        Results results = new Results(
                List.of(
                        Made.done("d", "unseen", "ERM", 0, 0.712),
                        Made.done("d", "none", "ERM", 0, 0.9),
                        Made.done("d", "none", "ERM", 1, 0.92)),
                "id");
        Table table = new OwnStyle(results).table("id", "d");
        assertThat(table.rows().get(0).cells().stream().map(Table.Cell::text))
                .containsExactly("71.2 (1)", "91.0 \u00b1 1.0 (2)");
        assertThat(table.rows().get(0).label()).isEqualTo("ERM");
    }

    @Test
    void formAndStrictLayersStandInEveryTableWhetherTheyDifferOrNot() {
        List<Outcome> same = List.of(
                Made.strict("ERM", "domainbed", "algorithm", "data"),
                Made.strict("CORAL", "domainbed", "algorithm", "data"));
        for (String text : List.of(
                new TextWriter(100).write(new OwnStyle(new Results(same, "id")).tables()),
                new MarkdownWriter().write(new OwnStyle(new Results(same, "id")).tables()),
                new LatexWriter().write(new OwnStyle(new Results(same, "id")).tables()))) {
            assertThat(text.replaceAll("\\s+", " "))
                    .contains("Every row: form domainbed; strict in algorithm, data (where the reference");
        }
        List<Outcome> layers = List.of(Made.strict("ERM", "domainbed", "algorithm"), Made.strict("CORAL", "domainbed"));
        assertThat(new TextWriter(100).write(new OwnStyle(new Results(layers, "id")).tables()))
                .contains("ERM [strict: algorithm]", "CORAL [not strict]", "Every row: form domainbed.");
        List<Outcome> forms = List.of(Made.strict("ERM", "domainbed"), Made.strict("ERM", "controlled"));
        assertThat(new TextWriter(100).write(new OwnStyle(new Results(forms, "id")).tables()))
                .contains("ERM (domainbed)", "ERM (controlled)", "Every row: no layer strict.");
    }

    @Test
    void rowThatDoesNotFillItsColumnsIsRefused() {
        assertThatThrownBy(() -> new Table("t", List.of("a", "b"), List.of(new Table.Row("r", List.of())), List.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static Table.Cell cell(String text) {
        return new Table.Cell(text, null);
    }
}
