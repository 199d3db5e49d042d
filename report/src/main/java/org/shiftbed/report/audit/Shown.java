package org.shiftbed.report.audit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.shiftbed.audit.Headline;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.Effect;
import org.shiftbed.audit.result.LossFacts;
import org.shiftbed.audit.result.Percentage;
import org.shiftbed.audit.result.RadiusResult;
import org.shiftbed.audit.result.VariableFacts;
import org.shiftbed.audit.result.Verdict;

/**
 * What a page and a terminal show of an audit: which radius stands first, where trust ends, and names and lists cut to a length that keeps
 * a page readable and small whatever a table calls its columns.
 */
final class Shown {
    static final int NAME_LENGTH = 70;
    /** Of the tables that have one row a radius. */
    static final int MOST_RADII = 60;

    static final int SENTENCE_LENGTH = 900;
    private static final int MOST_ONES = 3;

    private final AuditResult result;

    Shown(AuditResult result) {
        this.result = result;
    }

    /** Position of the radius that is shown first, which is that of the headline; -1 without radii. */
    int main() {
        List<RadiusResult> radii = result.radii();
        if (radii.isEmpty()) {
            return -1;
        }
        RadiusResult main = Headline.main(radii);
        int position = 0;
        while (radii.get(position) != main) {
            position++;
        }
        return position;
    }

    /** All radii, or as many evenly chosen ones with the first, the last and the main one among them. */
    List<RadiusResult> radii(int most) {
        TreeSet<Integer> chosen = new TreeSet<>();
        int count = result.radii().size();
        for (int i = 0; i < Math.min(count, most); i++) {
            chosen.add(count <= most ? i : (int) Math.round(i * (count - 1.0) / (most - 1)));
        }
        if (count > 0) {
            chosen.add(main());
        }
        return chosen.stream().map(result.radii()::get).toList();
    }

    Verdict.Grade grade(int radius) {
        return result.radii().get(radius).estimate().verdict().grade();
    }

    /** How many of the ascending radii, from the first, have a grade that is no worse than this one. */
    int leading(Verdict.Grade worst) {
        int count = 0;
        while (count < result.radii().size() && grade(count).ordinal() <= worst.ordinal()) {
            count++;
        }
        return count;
    }

    /** The radius where one stops trusting the curve, in a sentence. */
    String stop() {
        int usable = leading(Verdict.Grade.CAUTION);
        int good = leading(Verdict.Grade.GOOD);
        List<RadiusResult> radii = result.radii();
        List<Integer> single = IntStream.range(0, radii.size())
                .filter(i -> grade(i) == Verdict.Grade.GOOD)
                .boxed()
                .toList();
        if (radii.isEmpty()) {
            return "";
        }
        if (good == radii.size()) {
            return "The quadratic model is good at every radius that was asked for.";
        }
        StringBuilder text = new StringBuilder();
        boolean scattered = single.size() > good;
        text.append(
                single.isEmpty()
                        ? radii.size() == 1
                                ? "The quadratic model is not good "
                                        + (Double.isNaN(radii.get(0).radius())
                                                ? "inside the limits"
                                                : "at radius " + radius(0))
                                : "The quadratic model is not good at any radius"
                        : scattered
                                ? "The quadratic model is good at radius "
                                        + String.join(
                                                ", ",
                                                single.stream()
                                                        .map(this::radius)
                                                        .toList()) + " only"
                                : "The quadratic model is good up to radius " + radius(good - 1));
        if (usable < radii.size()) {
            text.append(
                            usable > 0
                                    ? "; beyond radius " + radius(usable - 1)
                                    : radii.size() == 1 ? ";" : "; from the first one on")
                    .append(" do not rely on its level: ")
                    .append(
                            grade(usable) == Verdict.Grade.POOR
                                    ? "it disagrees with the check or leaves the possible range."
                                    : "nothing there confirms it, for the reasons below.");
        } else {
            text.append(single.isEmpty() ? "; read it" : scattered ? "; elsewhere read it" : "; beyond that read it")
                    .append(" with the caution of its reasons.");
        }
        return text.toString();
    }

    /**
     * Why the headline's radius is not good, or, where that is, the first one that is not; and what the verdict says beyond its grade at each
     * radius.
     */
    List<String> doubts() {
        List<String> doubts = new ArrayList<>();
        int main = main();
        int good = main < 0 || grade(main) == Verdict.Grade.GOOD ? leading(Verdict.Grade.GOOD) : main;
        if (good < result.radii().size()) {
            for (String reason : result.radii().get(good).estimate().verdict().reasons()) {
                doubts.add(where(result.radii().get(good)) + ": " + reason);
            }
        }
        // Those lines would repeat the column of the table.
        result.verdict().reasons().stream()
                .filter(reason -> !reason.matches("(Radius [^ ]+|Inside the limits): [a-z ]+\\."))
                .forEach(doubts::add);
        return doubts;
    }

    String radius(int index) {
        return radius(result.radii().get(index));
    }

    static String radius(RadiusResult one) {
        return Double.isNaN(one.radius()) ? "limits only" : Figures.plain(one.radius());
    }

    /** A radius at the beginning of a sentence. */
    static String where(RadiusResult one) {
        return where(one.radius());
    }

    static String where(double radius) {
        return Double.isNaN(radius) ? "Inside the limits" : "Radius " + Figures.plain(radius);
    }

    /** The verdict about this model at a radius that was looked at. */
    String verdictAt(double radius) {
        return result.radii().stream()
                .filter(one -> Double.compare(one.radius(), radius) == 0)
                .map(one -> CurveSection.verdict(one.estimate()))
                .findFirst()
                .orElse("");
    }

    /** What a parameter of 1 means, in a sentence; empty where it is not told. */
    String ones() {
        List<String> each = result.variables().stream()
                .map(VariableFacts::one)
                .filter(text -> !text.isEmpty())
                .distinct()
                .toList();
        boolean still = result.parameters().stream().allMatch(AuditResult.Parameter::frozen);
        if (each.isEmpty() || still) {
            return "";
        }
        return "A parameter of 1 means: " + String.join("; ", each.subList(0, Math.min(MOST_ONES, each.size())))
                + (each.size() > MOST_ONES ? "; and so on for " + (each.size() - MOST_ONES) + " more" : "") + "."
                + room();
    }

    /** How much of one parameter the headline's radius holds, where sizes are plain norms. */
    private String room() {
        int main = main();
        double radius = main < 0 ? Double.NaN : result.radii().get(main).radius();
        if (!euclidean() || !(radius > 0)) {
            return "";
        }
        return " Radius " + Figures.plain(radius) + " has room for "
                + (radius == 1 ? "one of these" : Figures.plain(radius) + " in one of these")
                + " alone, or less in several.";
    }

    /** Whether the size of a shift is the plain norm of its parameters. */
    private boolean euclidean() {
        double[][] metric = result.budget().metric();
        boolean plain = Arrays.stream(result.budget().vector()).allMatch(value -> value == 0);
        for (int a = 0; a < metric.length; a++) {
            for (int b = 0; b < metric.length; b++) {
                plain &= metric[a][b] == (a == b ? 1 : 0);
            }
        }
        return plain && result.radii().stream().noneMatch(one -> Double.isNaN(one.radius()));
    }

    /** Positions of the parameters, largest contribution first. */
    static List<Integer> byContribution(RadiusResult one) {
        List<Integer> order = new ArrayList<>();
        for (int k = 0; k < one.contributions().length; k++) {
            order.add(k);
        }
        order.sort(Comparator.comparingDouble((Integer k) -> magnitude(one.contributions()[k]))
                .reversed());
        return order;
    }

    /**
     * Effects of a shift: what the parameters behind them add says which come first, and among those of one variable and pattern, how far they
     * move.
     */
    List<Effect> byWeight(RadiusResult one) {
        Map<List<String>, Set<Integer>> behind = new HashMap<>();
        for (Effect effect : one.effects()) {
            Set<Integer> parameters = behind.computeIfAbsent(key(effect), key -> new TreeSet<>());
            List<Effect.Term> terms = effect.terms();
            if (terms != null) {
                terms.stream()
                        .filter(term -> term.coefficient() != 0)
                        .forEach(term -> parameters.add(term.parameter()));
            }
        }
        Map<List<String>, Double> weights = new HashMap<>();
        behind.forEach((key, parameters) -> weights.put(key, weight(key.get(0), key.get(1), parameters, one)));
        Comparator<Effect> most = Comparator.comparingDouble(effect -> -weights.getOrDefault(key(effect), 0.0));
        return one.effects().stream()
                .sorted(most.thenComparing(effect -> -magnitude(
                        Double.isNaN(effect.totalVariation())
                                ? effect.after() - effect.before()
                                : effect.totalVariation())))
                .toList();
    }

    private static List<String> key(Effect effect) {
        return List.of(effect.variable(), effect.pattern());
    }

    /** What the parameters behind a pattern add; where they are not told, those whose labels end in it; an average stands behind its patterns. */
    private double weight(String variable, String pattern, Set<Integer> parameters, RadiusResult one) {
        double own = 0;
        double all = 0;
        int count = 0;
        boolean parents = false;
        for (int k = 0; k < one.contributions().length; k++) {
            AuditResult.Parameter parameter = result.parameters().get(k);
            if (!parameter.variable().equals(variable)) {
                continue;
            }
            double adds = Math.max(0, magnitude(one.contributions()[k]));
            boolean named = !pattern.isEmpty() && parameter.label().contains("| " + pattern);
            own += parameters.isEmpty() ? named ? adds : 0 : parameters.contains(k) ? adds : 0;
            all += adds;
            count++;
            parents |= parameter.label().contains(" | ");
        }
        if (own > 0 || count == 0) {
            return own;
        }
        return pattern.isEmpty() && parents ? all / count : all;
    }

    /** Size for sorting; what is not a number comes last. */
    static double magnitude(double value) {
        return Double.isNaN(value) ? -1 : Math.abs(value);
    }

    String label(int parameter) {
        return name(result.parameters().get(parameter).label());
    }

    String title() {
        return name(result.loss().title());
    }

    /** The interval of an estimate, cut where the loss ends; as it is where the estimate itself is outside, which its verdict tells. */
    String interval(double value, double low, double high) {
        LossFacts loss = result.loss();
        return loss.outside(value) ? Figures.interval(low, high) : Figures.interval(loss.cut(low), loss.cut(high));
    }

    String level() {
        return Percentage.level(result.loss().level());
    }

    static String name(String name) {
        return cut(name, NAME_LENGTH);
    }

    /** A sentence of an audit, cut, with minus signs before its negative numbers. */
    static String sentence(String text) {
        return cut(text.replaceAll("(?<=^|[\\s(\\[])-(?=\\d)", "\u2212"), SENTENCE_LENGTH);
    }

    static List<String> sentences(List<String> texts, int most) {
        List<String> shown =
                new ArrayList<>(texts.stream().limit(most).map(Shown::sentence).toList());
        if (texts.size() > most) {
            shown.add((texts.size() - most) + " more stand in audit.json.");
        }
        return shown;
    }

    private static String cut(String text, int length) {
        return text.codePointCount(0, text.length()) <= length
                ? text
                : text.substring(0, text.offsetByCodePoints(0, length - 1)) + "\u2026";
    }
}
