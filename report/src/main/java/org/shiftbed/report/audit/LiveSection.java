package org.shiftbed.report.audit;

import java.util.List;
import java.util.Locale;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.report.page.Html;

/** The part of the page that answers "that is implausible: what if not?" within a second. */
record LiveSection(AuditResult result, Shown shown) {

    void write(Html html) {
        LiveData data = new LiveData(result, shown);
        html.section("live", "Try limits, or a shift of your own");
        String refusal = data.refusal();
        if (!refusal.isEmpty()) {
            html.element("p", refusal);
            return;
        }
        html.element(
                "p",
                "Is the worst shift implausible? Freeze or limit its parameters and look again, or type a shift of your own. Your"
                        + " browser finds it anew from the slopes and curvatures of this audit. These values are the quadratic"
                        + " model's and have no interval and no check; run the audit with the same limits to get both.");
        if (!data.ball()) {
            html.element(
                    "p",
                    "class=\"note\"",
                    "The size of a shift is measured as in this audit (not by plain distance): "
                            + Shown.sentence(result.budget().sentence()));
        }
        List<String> left = LimitBounds.of(result).left();
        if (!left.isEmpty()) {
            html.element(
                    "p",
                    "class=\"note\"",
                    "Linear limits of this audit on several parameters together are not applied here: "
                            + Shown.sentence(String.join("; ", left)));
        }
        String reach = String.format(Locale.ROOT, "%.6g", data.reach() * 1.5);
        html.raw("<noscript><p class=\"warn\">This part needs JavaScript.</p></noscript>\n")
                .raw(
                        "<div id=\"live-panel\" data-state=\"waiting\">\n<fieldset class=\"mode\"><legend class=\"hidden\">What is shown</legend>")
                .raw(
                        "<label><input type=\"radio\" name=\"live-mode\" id=\"live-worst\" checked> the worst shift within the limits</label> ")
                .raw(
                        "<label><input type=\"radio\" name=\"live-mode\" id=\"live-hand\"> a shift of my own</label></fieldset>\n")
                .raw("<p class=\"radius\"><label for=\"live-radius\">Radius</label> ")
                .raw("<input type=\"range\" id=\"live-slider\" min=\"0\" max=\"" + reach
                        + "\" step=\"any\" aria-label=\"Radius, slider\"> ")
                .raw("<input type=\"number\" id=\"live-radius\" min=\"0\" step=\"any\"></p>\n")
                .raw("<div class=\"outcome\" role=\"status\" aria-live=\"polite\"><p><span id=\"live-what\"></span>")
                .raw(" <output id=\"live-value\"></output> <span id=\"live-change\"></span></p>\n")
                .raw("<p class=\"note\" id=\"live-proof\"></p></div>\n")
                .raw("<p class=\"tools\"><label>Find <input type=\"search\" id=\"live-filter\" size=\"14\"></label> ")
                .raw("<label><input type=\"checkbox\" id=\"live-sort\" checked> largest contribution first</label> ")
                .raw("<button type=\"button\" id=\"live-freeze\">Freeze those found</button> ")
                .raw("<button type=\"button\" id=\"live-free\">Free those found</button> ")
                .raw("<button type=\"button\" id=\"live-reset\">As audited</button></p>\n")
                .raw(
                        "<div class=\"scroll tall\" tabindex=\"0\" role=\"region\" aria-label=\"Parameters\">\n<table id=\"live-table\">")
                .raw("<caption class=\"hidden\"><span>Parameters of the live model</span></caption><thead><tr>")
                .raw("<th scope=\"col\">parameter</th><th scope=\"col\">frozen</th><th scope=\"col\">at least</th>")
                .raw("<th scope=\"col\">at most</th><th scope=\"col\">delta</th><th scope=\"col\">adds</th>")
                .raw(
                        "<th scope=\"col\"><span class=\"hidden\">bar</span></th></tr></thead><tbody></tbody></table>\n</div>\n")
                .raw(
                        "<div class=\"scroll tall\" tabindex=\"0\" role=\"region\" aria-label=\"Probabilities\" id=\"live-effects\">\n")
                .raw(
                        "<table><caption><span>What it does to probabilities</span></caption><thead><tr><th scope=\"col\">quantity</th>")
                .raw(
                        "<th scope=\"col\">before</th><th scope=\"col\">after</th></tr></thead><tbody></tbody></table>\n</div>\n</div>\n");
        html.data("live-data", data.json());
    }
}
