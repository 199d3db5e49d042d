package org.shiftbed.report.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Findings that name data sets, or that several kinds of shift decide together: E7 to E9, E12 to E14, E16, E21 and chance in E24. */
class DatasetAndShiftFindingsTest {
    private static final List<String> SETS =
            List.of("dSprites", "MPI3D", "Shapes3D", "SmallNORB", "Camelyon17", "iWildCam");
    private static final List<String> METHODS =
            List.of("ERM", "ViT", "MLP", "AugMix", "DANN", "JTT", "BNAdapt", "Pretrained");

    /** Accuracies by "method data set", or by method, or 0.5; seeds differ by 0.001. */
    private static final class Made {
        private final Map<String, Double> accuracy = new LinkedHashMap<>();
        private final Map<String, Panel.Setup> setups = new LinkedHashMap<>();
        private List<String> methods = METHODS;
        private List<String> sets = SETS;
        private List<String> settings = List.of("");
        private @Nullable Axis axis;
        private String shift = "unseen";
        private String rule = "id";
        private int seeds = 3;
        private boolean ablation;

        private Made put(String place, double value) {
            accuracy.put(place, value);
            return this;
        }

        private Panel panel() {
            List<Scores.Score> scores = new ArrayList<>();
            for (String method : methods) {
                for (String set : sets) {
                    for (String setting : settings) {
                        double value = accuracy.getOrDefault(
                                method + " " + set + " " + setting,
                                accuracy.getOrDefault(method + " " + set, accuracy.getOrDefault(method, 0.5)));
                        for (int seed = 0; seed < seeds && value > 0; seed++) {
                            scores.add(new Scores.Score(method, set, setting, seed, value + 0.001 * seed));
                        }
                    }
                }
            }
            Map<String, Double> values = new LinkedHashMap<>();
            if (axis != null) {
                settings.forEach(setting -> values.put(setting, Double.valueOf(setting)));
            }
            Map<String, String> baseline = new LinkedHashMap<>();
            sets.forEach(set -> baseline.put(set, methods.get(0)));
            Map<String, Panel.Chance> chance = new LinkedHashMap<>();
            sets.forEach(set -> chance.put(set, new Panel.Chance(0.3, 0.4)));
            return new Panel(
                    shift,
                    rule,
                    axis,
                    values,
                    new Scores(methods, sets, settings, seeds, scores),
                    baseline,
                    Map.of(),
                    setups,
                    chance,
                    ablation);
        }
    }

    private static Made spurious() {
        Made made = new Made();
        made.shift = "spurious-correlation";
        made.axis = Axis.SAMPLES;
        made.settings = List.of("1", "10", "100");
        return made;
    }

    private static Made low() {
        Made made = spurious();
        made.shift = "low-data";
        return made;
    }

    private static Verdict one(List<Verdict> verdicts, String id) {
        List<Verdict> found =
                verdicts.stream().filter(verdict -> verdict.id().equals(id)).toList();
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    private static Verdict of(Made made, String id) {
        return one(ExpectedResults.of(made.panel(), false), id);
    }

    private static Made asInThePaper() {
        return new Made()
                .put("Pretrained", 0.8)
                .put("Pretrained Camelyon17", 0.4)
                .put("Pretrained iWildCam", 0.4)
                .put("DANN Camelyon17", 0.9)
                .put("ViT iWildCam", 0.9);
    }

    @Test
    void e7AsksForTheBestOfEveryDataSet() {
        assertThat(of(asInThePaper(), "E7").answer()).isEqualTo(Verdict.Answer.AGREE);
        // One data set is enough to disagree, and what is not there cannot mend it.
        Made jtt = asInThePaper().put("JTT Shapes3D", 0.85);
        assertThat(of(jtt, "E7").answer()).isEqualTo(Verdict.Answer.DISAGREE);
        assertThat(of(jtt, "E7").found()).contains("JTT best on Shapes3D").contains("DANN best on Camelyon17");
        jtt.sets = List.of("dSprites", "Shapes3D");
        assertThat(of(jtt, "E7").answer()).isEqualTo(Verdict.Answer.DISAGREE);
        // A tie with another one is not the best of these alone; those of the five that are not there could be better.
        Made tie = asInThePaper().put("JTT Camelyon17", 0.9);
        assertThat(of(tie, "E7").answer()).isEqualTo(Verdict.Answer.NOT_DECIDABLE);
        assertThat(of(tie, "E7").found())
                .contains("DANN, JTT best on Camelyon17 without ImageNetAug, RandAugment, AutoAugment");
        Made wild = asInThePaper().put("JTT iWildCam", 0.95);
        assertThat(of(wild, "E7").answer()).isEqualTo(Verdict.Answer.DISAGREE);
        Made some = asInThePaper();
        some.sets = List.of("dSprites", "Camelyon17");
        Verdict open = of(some, "E7");
        assertThat(open.answer()).isEqualTo(Verdict.Answer.NOT_DECIDABLE);
        assertThat(open.found())
                .isEqualTo("Pretrained best on dSprites; no MPI3D; no Shapes3D; no SmallNORB; DANN best on Camelyon17;"
                        + " no iWildCam");
        Made fewer = asInThePaper();
        fewer.seeds = 2;
        assertThat(of(fewer, "E7").found()).isEqualTo("fewer than 3 seeds");
    }

    @ParameterizedTest
    @CsvSource({
        // Gains of pretraining at N = 1, 10, 100 on Camelyon17, and at each N on iWildCam; unseen data on iWildCam.
        "0.4, 0.4, 0.6, 0.4, 0.4, AGREE",
        "0.4, 0.6, 0.6, 0.4, 0.4, DISAGREE",
        "0.4, 0.4, 0.6, 0.6, 0.4, DISAGREE",
        "0.4, 0.4, 0.4, 0.4, 0.6, DISAGREE",
        "0.4, 0.4, 0.4, 0.4, 0, NOT_DECIDABLE",
        "0.4, 0.6, 0.6, 0.4, 0, DISAGREE"
    })
    void e8AsksWherePretrainingDoesNotHelp(
            double one, double ten, double hundred, double wild, double unseen, Verdict.Answer answer) {
        Panel spurious = spurious()
                .put("Pretrained Camelyon17 1", one)
                .put("Pretrained Camelyon17 10", ten)
                .put("Pretrained Camelyon17 100", hundred)
                .put("Pretrained iWildCam", wild)
                .panel();
        Panel others = new Made().put("Pretrained iWildCam", unseen).panel();
        assertThat(one(ExpectedResults.across(List.of(spurious, others), List.of()), "E8")
                        .answer())
                .isEqualTo(answer);
    }

    @Test
    void e9LooksForOneMethodThatIsBestOfEveryShiftAndDataSet() {
        Made best = low().put("DANN", 0.9);
        Made other = new Made().put("DANN", 0.9);
        Verdict all = one(ExpectedResults.across(List.of(best.panel(), other.panel()), List.of()), "E9");
        assertThat(all.answer()).isEqualTo(Verdict.Answer.DISAGREE);
        assertThat(all.found()).isEqualTo("DANN is best of all 12");
        other.put("JTT MPI3D", 0.95);
        Verdict none = one(ExpectedResults.across(List.of(best.panel(), other.panel()), List.of()), "E9");
        assertThat(none.answer()).isEqualTo(Verdict.Answer.AGREE);
        assertThat(none.found()).isEqualTo("2 different ones are best of 12 shifts and data sets: DANN, JTT");
        // Of a shift it is the mean over settings that counts: 0.9 everywhere, or 1, 0.7 and 0.9.
        best.sets = List.of("dSprites");
        best.put("JTT dSprites 1", 0.99).put("JTT dSprites 10", 0.7).put("JTT dSprites 100", 0.9);
        other.sets = List.of("dSprites");
        assertThat(one(ExpectedResults.across(List.of(best.panel(), other.panel()), List.of()), "E9")
                        .answer())
                .isEqualTo(Verdict.Answer.DISAGREE);
        Verdict single = one(ExpectedResults.across(List.of(other.panel()), List.of()), "E9");
        assertThat(single.answer()).isEqualTo(Verdict.Answer.NOT_DECIDABLE);
        assertThat(single.found()).isEqualTo("one kind of shift on one data set");
    }

    @Test
    void e16NeedsAShiftForEachOfTheTwo() {
        Made up = low().put("JTT", 0.6).put("BNAdapt", 0.6);
        Made jtt = spurious().put("JTT", 0.4).put("BNAdapt", 0.6);
        Verdict two = one(ExpectedResults.across(List.of(up.panel(), jtt.panel()), List.of()), "E16");
        assertThat(two.answer()).isEqualTo(Verdict.Answer.NOT_DECIDABLE);
        assertThat(two.found()).endsWith(": other shifts may differ");
        Made bn = new Made().put("JTT", 0.6).put("BNAdapt", 0.5);
        assertThat(one(ExpectedResults.across(List.of(up.panel(), jtt.panel(), bn.panel()), List.of()), "E16"))
                .returns(Verdict.Answer.AGREE, Verdict::answer)
                .returns(
                        "JTT low-data +20.0, spurious-correlation -20.0, unseen +20.0; BNAdapt low-data +20.0,"
                                + " spurious-correlation +20.0, unseen +0.0",
                        Verdict::found);
        bn.put("BNAdapt", 0.6);
        assertThat(one(ExpectedResults.across(List.of(up.panel(), jtt.panel(), bn.panel()), List.of()), "E16")
                        .answer())
                .isEqualTo(Verdict.Answer.DISAGREE);
    }

    @ParameterizedTest
    @CsvSource({
        "0.91, 0.90, AGREE",
        "0.89, 0.90, DISAGREE",
        "0.91, 0.96, DISAGREE",
    })
    void e21ComparesTwoKindsOfValidation(double camelyonOutside, double wildOutside, Verdict.Answer answer) {
        Made inside = new Made();
        inside.methods = List.of("ERM", "ViT", "MLP", "AugMix", "DANN");
        double value = 0.5;
        for (String method : inside.methods) {
            inside.put(method, value);
            value += 0.1;
        }
        Made outside = new Made();
        outside.rule = "ood";
        outside.methods = inside.methods;
        outside.accuracy.putAll(inside.accuracy);
        outside.put("DANN Camelyon17", camelyonOutside).put("DANN iWildCam", wildOutside);
        inside.put("DANN iWildCam", 0.95);
        List<Panel> id = List.of(inside.panel());
        List<Panel> ood = List.of(outside.panel());
        assertThat(one(ExpectedResults.across(id, ood), "E21").answer()).isEqualTo(answer);
        // Whichever of the two is the headline.
        assertThat(one(ExpectedResults.across(ood, id), "E21").answer()).isEqualTo(answer);
        assertThat(one(ExpectedResults.across(id, List.of()), "E21"))
                .returns(Verdict.Answer.NOT_DECIDABLE, Verdict::answer)
                .returns("no data set with validation rows of both kinds", Verdict::found);
        outside.put("ERM", 0.95).put("ViT", 0.94);
        assertThat(one(ExpectedResults.across(id, List.of(outside.panel())), "E21")
                        .answer())
                .isEqualTo(Verdict.Answer.DISAGREE);
    }

    private static Made operations() {
        Made made = new Made();
        made.ablation = true;
        made.methods = List.of("Upside", "Farben", "Rest");
        made.setups.put("Upside", new Panel.Setup("RandAugment", Map.of("operation", "invert", "lr", 0.1)));
        made.setups.put("Farben", new Panel.Setup("RandAugment", Map.of("operation", "color")));
        made.setups.put("Rest", new Panel.Setup("RandAugment", Map.of("operation", "rotate")));
        return made.put("Upside", 0.6)
                .put("Upside MPI3D", 0.4)
                .put("Upside SmallNORB", 0.4)
                .put("Upside iWildCam", 0.4)
                .put("Farben", 0.6)
                .put("Farben Camelyon17", 0.4);
    }

    @Test
    void e12AndE13KnowAnOperationByWhatItIsNotByItsTitle() {
        assertThat(of(operations(), "E12").answer()).isEqualTo(Verdict.Answer.AGREE);
        assertThat(of(operations().put("Upside Shapes3D", 0.4), "E12").answer()).isEqualTo(Verdict.Answer.DISAGREE);
        assertThat(of(operations().put("Upside iWildCam", 0.7), "E12").answer()).isEqualTo(Verdict.Answer.DISAGREE);
        assertThat(of(operations(), "E13").answer()).isEqualTo(Verdict.Answer.AGREE);
        assertThat(of(operations().put("Farben Camelyon17", 0.7), "E13").answer())
                .isEqualTo(Verdict.Answer.DISAGREE);
        // Above on three of six is not most.
        assertThat(of(operations().put("Farben MPI3D", 0.3).put("Farben dSprites", 0.3), "E13"))
                .returns(Verdict.Answer.DISAGREE, Verdict::answer)
                .extracting(Verdict::found)
                .asString()
                .startsWith("above on 3 of 6");
        Made sprites = operations();
        sprites.sets = List.of("sprites");
        assertThat(of(sprites, "E12").answer()).isEqualTo(Verdict.Answer.NOT_DECIDABLE);
        assertThat(of(sprites, "E13").found()).isEqualTo("one data set; no number of it on Camelyon17");
    }

    @Test
    void e14HoldsImageNetAugmentationAgainstItselfWithoutJitter() {
        Made made = new Made();
        made.methods = List.of("ERM", "With", "Without");
        made.setups.put("With", new Panel.Setup("ImageNetAug", Map.of("jitter", true, "crop", true, "flip", false)));
        made.setups.put(
                "Without", new Panel.Setup("ImageNetAug", Map.of("jitter", false, "crop", true, "flip", false)));
        made.put("With", 0.7).put("Without", 0.6).put("With Camelyon17", 0.5);
        assertThat(of(made, "E14"))
                .returns(Verdict.Answer.AGREE, Verdict::answer)
                .returns("-10.0 points on Camelyon17; +10.0 points on Shapes3D; +10.0 points on MPI3D", Verdict::found);
        assertThat(of(made.put("With Camelyon17", 0.65), "E14").answer()).isEqualTo(Verdict.Answer.DISAGREE);
        made.put("With Camelyon17", 0.5).put("With MPI3D", 0.55);
        assertThat(of(made, "E14").answer()).isEqualTo(Verdict.Answer.DISAGREE);
        made.setups.remove("Without");
        assertThat(of(made, "E14"))
                .returns(Verdict.Answer.NOT_DECIDABLE, Verdict::answer)
                .returns("ImageNetAug without jitter is not in this study", Verdict::found);
    }

    @ParameterizedTest
    @CsvSource({
        "0.35, AGREE, within one sd everywhere",
        "0.299, AGREE, within one sd everywhere",
        "0.41, DISAGREE, 'not sprites at p = 1, where chance is 30.0% to 40.0%'",
        "0.25, DISAGREE, 'not sprites at p = 1, where chance is 30.0% to 40.0%'"
    })
    void e24EndsAtChanceWhereEveryLabelIsNoise(double atTheEnd, Verdict.Answer answer, String found) {
        Made made = low();
        made.axis = Axis.NOISE;
        made.sets = List.of("sprites");
        made.settings = List.of("0", "1");
        made.put("ERM sprites 1", atTheEnd);
        assertThat(of(made, "E24")).returns(answer, Verdict::answer).returns(found, Verdict::found);
        made.settings = List.of("0", "0.9");
        assertThat(of(made, "E24").found()).isEqualTo("within one sd everywhere; without p = 1");
    }

    @Test
    void aFindingSaysItsShiftOnce() {
        Verdict plain = Verdict.of("E10", "they vary", true, "");
        assertThat(plain.under("low-data").claim()).isEqualTo("low-data: they vary");
        Verdict told = Verdict.of("E3", "low data: pretraining best", true, "");
        assertThat(told.under("low-data")).isEqualTo(told);
        assertThat(plain.number()).isEqualTo(10);
    }

    @Test
    void findingsThatNothingIsSaidToAreNamedWithTheReason() {
        List<Verdict> verdicts = new ArrayList<>(ExpectedResults.of(low().panel(), false));
        verdicts.addAll(ExpectedResults.across(List.of(low().panel()), List.of()));
        List<String> silent = ExpectedResults.silent(verdicts);
        assertThat(silent)
                .containsExactly(
                        "E1, E2: no spurious correlation by N in this study.",
                        "E5, E6, E7, E14, E21: no unseen data in this study.",
                        "E8: neither spurious correlation by N nor unseen data in this study.",
                        "E11, E12, E13: no study of RandAugment's operations one by one.",
                        "E18: no label noise in this study.",
                        "E19: no training sizes in this study.",
                        "E20: label and attribute do not change places in this study.");
        assertThat(verdicts).extracting(Verdict::id).doesNotHaveDuplicates();
    }
}
