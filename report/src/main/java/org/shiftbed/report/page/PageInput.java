package org.shiftbed.report.page;

import java.util.List;
import java.util.Map;
import org.shiftbed.report.statistics.Completeness;
import org.shiftbed.report.statistics.Place;
import org.shiftbed.report.statistics.Results;
import org.shiftbed.report.table.Table;
import org.shiftbed.study.Outcome;

/**
 * All that a page shows.
 *
 * @param study name
 * @param protocol {@code controlled} or {@code domainbed}
 * @param results every cell, the headline rule first
 * @param outcomes the single searches behind them
 * @param completeness what is missing
 * @param trials how the trainings ended
 * @param courses of training, of the trials that the headline rule chose
 * @param facts what was run on what: one block each
 * @param chosen hyperparameters and the like of each trial that the headline rule chose
 * @param splits what the data looked like under each shift
 * @param warnings one line each, met while reading
 * @param figures of the controlled study; empty under DomainBed's protocol
 * @param figureTables their numbers
 * @param comparisons of methods over pairs of runs and over blocks, under the headline rule
 * @param answers which method holds best under each shift, one sentence each
 * @param testRows rows of the test part, of places where all of a run's accuracy is measured on that one part
 * @param hyperparameters in words, of every trial that some rule chose, by its id
 */
public record PageInput(
        String study,
        String protocol,
        Results results,
        List<Outcome> outcomes,
        Completeness completeness,
        TrialCounts trials,
        List<Course> courses,
        List<Facts> facts,
        List<ChosenTrial> chosen,
        List<SplitFacts> splits,
        List<String> warnings,
        List<PageFigure> figures,
        List<Table> figureTables,
        List<Table> comparisons,
        List<String> answers,
        Map<Place, Long> testRows,
        Map<String, String> hyperparameters) {
    public PageInput {
        outcomes = List.copyOf(outcomes);
        courses = List.copyOf(courses);
        facts = List.copyOf(facts);
        chosen = List.copyOf(chosen);
        splits = List.copyOf(splits);
        warnings = List.copyOf(warnings);
        figures = List.copyOf(figures);
        figureTables = List.copyOf(figureTables);
        comparisons = List.copyOf(comparisons);
        answers = List.copyOf(answers);
        testRows = Map.copyOf(testRows);
        hyperparameters = Map.copyOf(hyperparameters);
    }
}
