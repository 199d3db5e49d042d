package org.shiftbed.report.page;

import java.util.ArrayList;
import java.util.List;
import org.shiftbed.report.statistics.Method;
import org.shiftbed.report.style.OwnStyle;
import org.shiftbed.report.table.Table;

/** Data, shifts with what they came to, chosen hyperparameters, versions. */
final class SettingSection {
    private static final int CHOSEN_SHOWN = 300;

    private final PageInput input;

    SettingSection(PageInput input) {
        this.input = input;
    }

    void write(Html html) {
        for (Facts facts : input.facts()) {
            html.element("h3", facts.title());
            html.facts(facts.entries());
        }
        chosen(html);
        if (!input.splits().isEmpty()) {
            html.element("h3", "What each shift made of the data");
        }
        for (SplitFacts split : input.splits()) {
            split(html, split);
        }
    }

    private void chosen(Html html) {
        if (input.chosen().isEmpty()) {
            return;
        }
        List<Method> methods = input.results().methods();
        List<Table.Row> rows = new ArrayList<>();
        for (ChosenTrial chosen : input.chosen().stream().limit(CHOSEN_SHOWN).toList()) {
            List<Table.Cell> cells = new ArrayList<>();
            for (String text : List.of(
                    chosen.place().dataset() + ", " + chosen.place().label(),
                    Integer.toString(chosen.seed()),
                    chosen.hyperparameters(),
                    Integer.toString(chosen.step()),
                    OwnStyle.percent(chosen.validation()),
                    OwnStyle.percent(chosen.test()),
                    chosen.trial())) {
                cells.add(new Table.Cell(text, null));
            }
            rows.add(new Table.Row(chosen.method().label(methods), cells));
        }
        html.element("h3", "What the headline rule chose");
        html.raw("<details><summary>")
                .text(input.chosen().size() + " chosen trials")
                .raw("</summary>\n");
        if (input.chosen().size() > CHOSEN_SHOWN) {
            html.element("p", "The first " + CHOSEN_SHOWN + "; trials.jsonl beside this page has them all.");
        }
        html.table(
                new Table(
                        "Chosen trials, accuracies in per cent",
                        List.of("method", "where", "seed", "hyperparameters", "step", "validation", "test", "trial"),
                        rows,
                        List.of()),
                List.of(1, 3, 7));
        html.raw("</details>\n");
    }

    private static void split(Html html, SplitFacts split) {
        List<Table.Row> rows = new ArrayList<>();
        for (SplitFacts.Part part : split.parts()) {
            rows.add(new Table.Row(
                    part.name(),
                    List.of(
                            new Table.Cell(part.role(), null),
                            new Table.Cell(part.requested(), null),
                            new Table.Cell(Long.toString(part.realised()), (double) part.realised()),
                            new Table.Cell(part.weight(), null))));
        }
        html.table(new Table(
                split.title(), List.of("part", "role", "requested", "rows", "share of draws"), rows, List.of()));
        SplitFacts.Joint joint = split.joint();
        if (joint != null) {
            html.heat(
                    joint,
                    "Training rows of " + split.title() + " by " + joint.rowAttribute() + " and "
                            + joint.columnAttribute());
        }
        if (!split.measures().isEmpty()) {
            html.facts(split.measures());
        }
    }
}
