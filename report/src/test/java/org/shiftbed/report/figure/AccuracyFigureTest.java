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
        Matcher paper = Pattern.compile("<rect x=\"0\" width=\"(\\d+)\" height=\"(\\d+)\"")
                .matcher(svg);
        assertThat(paper.find()).isTrue();
        double width = Double.parseDouble(paper.group(1));
        double height = Double.parseDouble(paper.group(2));
        // Words are drawn as outlines, each moved to its place; those of the legend stand right of the plot.
        Matcher word =
                Pattern.compile("matrix\\(1,0,0,1,([\\d.]+),([\\d.]+)\\)").matcher(svg);
        Set<Double> rows = new HashSet<>();
        while (word.find()) {
            if (Double.parseDouble(word.group(1)) > width - 140) {
                rows.add(Double.parseDouble(word.group(2)));
            }
        }
        assertThat(rows).hasSizeGreaterThanOrEqualTo(34).allMatch(y -> y > 0 && y < height);
    }
}
