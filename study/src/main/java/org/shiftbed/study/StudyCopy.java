package org.shiftbed.study;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.file.Source;
import org.shiftbed.learn.Protocol;
import org.shiftbed.shift.LabelNoise;
import org.shiftbed.study.selection.OracleLimit;

/** A study on its way to one that differs in a few fields: whoever made the copy sets them, then asks for the study. */
final class StudyCopy {
    String name;
    Protocol protocol;
    List<DatasetSpec> datasets;

    @Nullable
    String label;

    List<ShiftSpec> shifts;
    List<LabelNoise> noise;
    List<Integer> sizes;
    boolean noiseFrozen;
    List<AlgorithmSpec> algorithms;

    @Nullable
    String network;

    @Nullable
    Path weights;

    SearchSpec search;
    List<Integer> seeds;
    TestEnvironments testEnvironments;
    double holdout;
    TrainingSpec training;
    List<String> selection;
    OracleLimit oracle;
    List<String> strict;

    @Nullable
    String baseline;

    Map<String, DatasetFields> perDataset;
    Map<Tier, Study> tiers;
    Source source;

    StudyCopy(Study of) {
        name = of.name();
        protocol = of.protocol();
        datasets = of.datasets();
        label = of.label();
        shifts = of.shifts();
        noise = of.noise();
        sizes = of.sizes();
        noiseFrozen = of.noiseFrozen();
        algorithms = of.algorithms();
        network = of.network();
        weights = of.weights();
        search = of.search();
        seeds = of.seeds();
        testEnvironments = of.testEnvironments();
        holdout = of.holdout();
        training = of.training();
        selection = of.selection();
        oracle = of.oracle();
        strict = of.strict();
        baseline = of.baseline();
        perDataset = of.perDataset();
        tiers = of.tiers();
        source = of.source();
    }

    Study study() {
        return new Study(
                name,
                protocol,
                datasets,
                label,
                shifts,
                noise,
                sizes,
                noiseFrozen,
                algorithms,
                network,
                weights,
                search,
                seeds,
                testEnvironments,
                holdout,
                training,
                selection,
                oracle,
                strict,
                baseline,
                perDataset,
                tiers,
                source);
    }
}
