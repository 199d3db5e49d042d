package org.shiftbed.report.audit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.shiftbed.audit.family.Axis;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.Effect;
import org.shiftbed.audit.result.RadiusResult;
import org.shiftbed.report.page.Html;
import org.shiftbed.report.table.Table;

/**
 * The worst shift at each radius: in sentences, as probabilities before and after, by parameter and by pair.
 *
 * @param mostRadii how many radii are told in full; the main one always is
 */
record ShiftSection(AuditResult result, Shown shown, int mostRadii) {
    private static final int MOST_SENTENCES = 8;
    private static final int MOST_EFFECTS = 120;
    /** Where there are more than that, nobody reads them one by one. */
    private static final int MOST_OF_MANY = 20;

    /** Of all radii but the main one together. */
    private static final int EFFECTS_ELSEWHERE = 900;

    private static final int MOST_PARAMETERS = 30;
    private static final int MOST_PAIRS = 12;
    /** Above that a map of pairs is too fine to read. */
    private static final int LARGEST_MAP = 40;
    /** How many of them the map shows then. */
    private static final int PARAMETERS_OF_LARGE_MAP = 20;

    void write(Html html) {
        html.section("shift", "The worst shift");
        if (result.parameters().isEmpty() || result.radii().isEmpty()) {
            html.element("p", "Nothing was allowed to shift.");
            return;
        }
        int main = shown.main();
        if (result.radii().size() > 1) {
            html.raw("<p class=\"chooser\"><label for=\"radius-chosen\">Radius</label> <select id=\"radius-chosen\">");
            for (int i = 0; i < result.radii().size(); i++) {
                if (i >= mostRadii && i != main) {
                    continue;
                }
                html.element("option", "value=\"" + i + "\"" + (i == main ? " selected" : ""), shown.radius(i));
            }
            html.raw("</select></p>\n");
        }
        for (int i = 0; i < result.radii().size(); i++) {
            if (i < mostRadii || i == main) {
                html.raw("<section class=\"at-radius" + (i == main ? " chosen" : "") + "\" data-radius=\"" + i
                        + "\">\n");
                one(html, result.radii().get(i), i == main);
                html.raw("</section>\n");
            }
        }
        if (result.radii().size() > mostRadii) {
            html.element("p", "The shifts at further radii stand in audit.json.");
        }
    }

    private void one(Html html, RadiusResult one, boolean main) {
        html.element(
                "h3",
                "At radius " + Shown.radius(one) + ": worst " + shown.title() + " "
                        + Figures.number(one.estimate().value())
                        + " instead of " + Figures.number(result.loss().mean()));
        List<Effect> effects = shown.byWeight(one);
        List<String> sentences = effects.stream()
                .map(Effect::sentence)
                .filter(text -> !text.isBlank())
                .toList();
        List<String> told = new ArrayList<>(
                sentences.stream().limit(MOST_SENTENCES).map(Shown::sentence).toList());
        if (sentences.size() > MOST_SENTENCES) {
            told.add((sentences.size() - MOST_SENTENCES) + " more stand in the table below.");
        }
        if (!told.isEmpty()) {
            html.list(told);
        }
        String held = HeldByLimits.sentence(result, one.worst().delta());
        if (!held.isEmpty()) {
            html.element("p", Shown.sentence(held));
        }
        if (!one.worst().others().isEmpty()) {
            html.raw("<p class=\"warn\">").text(others(one)).raw("</p>\n");
        }
        if (!effects.isEmpty()) {
            int most = main
                    ? effects.size() > MOST_EFFECTS ? MOST_OF_MANY : MOST_EFFECTS
                    : Math.max(12, EFFECTS_ELSEWHERE / result.radii().size());
            html.table(effectTable(effects, Shown.radius(one), Math.min(most, MOST_EFFECTS)), List.of(1));
        }
        html.raw("<div class=\"pair\">\n<div>\n");
        contributions(html, one);
        html.raw("</div>\n<div>\n");
        interactions(html, one, main);
        html.raw("</div>\n</div>\n");
    }

    private String others(RadiusResult one) {
        StringBuilder text = new StringBuilder("This is not the only worst shift. Just as bad: ");
        List<String> shifts = new ArrayList<>();
        for (double[] other : one.worst().others().stream().limit(2).toList()) {
            List<Integer> order = new ArrayList<>();
            for (int k = 0; k < other.length; k++) {
                order.add(k);
            }
            order.sort(Comparator.comparingDouble((Integer k) -> Shown.magnitude(other[k]))
                    .reversed());
            shifts.add(String.join(
                    ", ",
                    order.stream()
                            .limit(4)
                            .map(k -> shown.label(k) + " by " + Figures.change(other[k]) + " instead of "
                                    + Figures.change(one.worst().delta()[k]))
                            .toList()));
        }
        return text.append(String.join("; or ", shifts)).append(".").toString();
    }

    private Table effectTable(List<Effect> effects, String radius, int most) {
        List<Table.Row> rows = new ArrayList<>();
        for (Effect effect : effects.stream().limit(most).toList()) {
            rows.add(new Table.Row(
                    Shown.name(effect.quantity()),
                    List.of(
                            Figures.cell(Shown.name(effect.variable())),
                            Figures.cell(before(effect)),
                            Figures.cell(after(effect)),
                            Figures.cell(change(effect)),
                            Figures.cell(Figures.count(effect.rows())),
                            Figures.cell(effect.totalVariation()))));
        }
        return new Table(
                "Before and after the worst shift of radius " + radius,
                List.of("quantity", "variable", "before", "after", "change", "rows", "total variation"),
                rows,
                effects.size() > most
                        ? List.of("The " + most + " largest of " + effects.size() + "; the others stand in audit.json.")
                        : List.of());
    }

    private static String before(Effect effect) {
        return effect.axis() == Axis.NUMBER
                ? Figures.number(effect.before())
                : effect.axis().both(effect.before(), effect.after()).get(0);
    }

    private static String after(Effect effect) {
        return effect.axis() == Axis.NUMBER
                ? Figures.number(effect.after())
                : effect.axis().both(effect.before(), effect.after()).get(1);
    }

    private static String change(Effect effect) {
        double change = effect.after() - effect.before();
        return effect.axis() == Axis.NUMBER
                ? Figures.change(change)
                : Shown.sentence((change > 0 ? "+" : "") + effect.axis().length(change));
    }

    private void contributions(Html html, RadiusResult one) {
        List<Integer> order = Shown.byContribution(one);
        double largest = order.isEmpty() ? 0 : Shown.magnitude(one.contributions()[order.get(0)]);
        String title = "What each parameter adds to the change";
        html.raw("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"")
                .text(title + ", radius " + Shown.radius(one))
                .raw("\">\n<table class=\"bars\">\n<caption><span>")
                .text(title)
                .raw("</span></caption>\n<thead><tr><th scope=\"col\">parameter</th><th scope=\"col\">delta</th>")
                .raw(
                        "<th scope=\"col\">adds</th><th scope=\"col\"><span class=\"hidden\">bar</span></th></tr></thead>\n<tbody>\n");
        for (int k : order.stream().limit(MOST_PARAMETERS).toList()) {
            double value = one.contributions()[k];
            html.raw("<tr>").element("th", "scope=\"row\"", shown.label(k));
            html.element("td", "class=\"number\"", Figures.change(one.worst().delta()[k]));
            html.element("td", "class=\"number\"", Figures.change(value));
            double share = largest > 0 && Double.isFinite(value) ? Math.abs(value) / largest : 0;
            boolean worse = result.loss().larger() ? value > 0 : value < 0;
            html.raw("<td class=\"bar\"><i class=\"" + (worse ? "worse" : "better") + "\" style=\"width:"
                    + Math.round(100 * share) + "%\"></i></td></tr>\n");
        }
        html.raw("</tbody>\n</table>\n</div>\n");
        if (order.size() > MOST_PARAMETERS) {
            html.element(
                    "p",
                    "class=\"note\"",
                    "The " + MOST_PARAMETERS + " largest of " + order.size()
                            + (new LiveData(result, shown).refusal().isEmpty()
                                    ? "; all of them stand in the list of section Try limits."
                                    : "; the others stand in audit.json."));
        }
    }

    /** A pair of parameters and what both together add beyond their own parts. */
    private record Pair(int first, int second, double adds) {}

    private void interactions(Html html, RadiusResult one, boolean main) {
        double own = 0;
        double together = 0;
        List<Pair> pairs = new ArrayList<>();
        for (int a = 0; a < one.pairs().length; a++) {
            own += one.pairs()[a][a];
            for (int b = 0; b < a; b++) {
                double adds = one.pairs()[a][b] + one.pairs()[b][a];
                together += adds;
                pairs.add(new Pair(b, a, adds));
            }
        }
        pairs.removeIf(pair -> !(Math.abs(pair.adds) > 0));
        pairs.sort(Comparator.comparingDouble((Pair pair) -> Shown.magnitude(pair.adds))
                .reversed());
        List<Table.Row> rows = new ArrayList<>();
        for (Pair pair : pairs.stream().limit(MOST_PAIRS).toList()) {
            rows.add(new Table.Row(
                    shown.label(pair.first) + " \u00d7 " + shown.label(pair.second),
                    List.of(Figures.cell(Figures.change(pair.adds)))));
        }
        if (rows.isEmpty()) {
            html.element("p", "class=\"note\"", "No two parameters interact at this shift.");
        } else {
            html.table(new Table(
                    "What pairs add beyond their own parts",
                    List.of("pair", "adds"),
                    rows,
                    List.of("Parameters on their own: " + Figures.change(own) + "; all " + pairs.size()
                            + " interactions together: " + Figures.change(together) + ".")));
        }
        int p = one.pairs().length;
        if (main && !pairs.isEmpty() && p > 2) {
            map(html, one, p);
        }
    }

    /** A map of the pairs among all parameters, or among those that add most where there are many. */
    private void map(Html html, RadiusResult one, int p) {
        int[] told = IntStream.range(0, p).toArray();
        String left = "";
        if (p > LARGEST_MAP) {
            told = Shown.byContribution(one).stream()
                    .limit(PARAMETERS_OF_LARGE_MAP)
                    .mapToInt(Integer::intValue)
                    .toArray();
            left = " The " + told.length + " parameters that add most are shown, " + (p - told.length)
                    + " more are not.";
        }
        double[][] pairs = new double[told.length][told.length];
        List<String> labels = new ArrayList<>();
        for (int a = 0; a < told.length; a++) {
            labels.add(Shown.name(result.parameters().get(told[a]).label()));
            for (int b = 0; b < told.length; b++) {
                pairs[a][b] = one.pairs()[told[a]][told[b]];
            }
        }
        html.chart(
                new PairsChart(
                        "What each pair of parameters adds at radius " + Shown.radius(one),
                        labels,
                        pairs,
                        result.loss().larger()),
                "What each pair adds at radius " + Shown.radius(one)
                        + ": on the diagonal a parameter alone, off it half of the pair's. Orange makes it worse, blue better. The numbers are those of the list."
                        + left);
        html.raw("<ol class=\"key\">\n");
        labels.forEach(label -> html.element("li", label));
        html.raw("</ol>\n");
    }
}
