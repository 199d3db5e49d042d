package org.shiftbed.report.figure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.shiftbed.report.statistics.Made;
import org.shiftbed.report.statistics.Results;
import org.shiftbed.study.Outcome;

class AccuracyFigureTest {
    @Test
    void fortyMethodsHaveFortyColours() {
        Set<Integer> colours = new HashSet<>();
        for (int i = 0; i < 40; i++) {
            colours.add(AccuracyFigure.colour(i).getRGB());
        }
        assertThat(colours).hasSize(40);
        assertThat(AccuracyFigure.colour(1).getRGB() & 0xffffff).isEqualTo(0xd55e00);
    }

    @Test
    void theLegendOfManyMethodsLiesWithinTheFigure() throws IOException {
        List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < 34; i++) {
            outcomes.add(Made.done("d", "unseen", "METHOD_" + i, 0, 0.5));
        }
        String svg = new AccuracyFigure(new Results(outcomes, "id"), "id", "d").svg();
        Matcher height = Pattern.compile("<svg[^>]* height=\"(\\d+)\"").matcher(svg);
        assertThat(height.find()).isTrue();
        Matcher text = Pattern.compile("<text[^>]* y=\"(\\d+)\"[^>]*>METHOD_").matcher(svg.replaceAll("\\s+", " "));
        Set<Integer> rows = new HashSet<>();
        while (text.find()) {
            rows.add(Integer.parseInt(text.group(1)));
        }
        assertThat(svg).contains("METHOD_33");
        assertThat(rows).allMatch(y -> y < Integer.parseInt(height.group(1)));
    }
}
