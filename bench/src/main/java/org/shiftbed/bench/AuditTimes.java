package org.shiftbed.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.shiftbed.audit.Audit;
import org.shiftbed.audit.Beside;
import org.shiftbed.audit.estimate.Bootstrap;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.audit.spec.LossSpec;
import org.shiftbed.audit.spec.ShiftSpec;
import org.shiftbed.base.Seed;
import org.shiftbed.data.table.Column;
import org.shiftbed.data.table.Table;
import org.shiftbed.report.audit.AuditPage;

/** Prints what an audit costs with the table in memory, and how large its page is. */
public final class AuditTimes {
    private static final int ROUNDS = 9;

    private AuditTimes() {}

    /** Takes no arguments. */
    public static void main(String[] arguments) {
        System.out.printf("%-62s %8s %8s%n", "measure", "found", "aim");
        FacesModel million = new FacesModel(FacesTable.draw(1_000_000, new SplittableRandom(1)));
        print(
                "worst case over 20 radii, 1e6 rows, cells, processor s",
                median(() -> AuditTurns.seconds(million, true)),
                "0.1");
        print(
                "worst case over 20 radii, 1e6 rows, a unit a row, processor s",
                median(() -> AuditTurns.seconds(million, false)),
                "1");
        bootstrap();
        print("page of 200 parameters, MB", page(), "3");
        levels();
    }

    private static void bootstrap() {
        FacesModel model = new FacesModel(FacesTable.draw(100_000, new SplittableRandom(2)));
        for (boolean cells : new boolean[] {true, false}) {
            FacesModel.Fitted fitted = model.fit(cells, true);
            long begun = System.nanoTime();
            Bootstrap.replicates(fitted.estimator(), fitted.rows(), 1, 0, 200, Seed.of("bench"));
            double seconds = (System.nanoTime() - begun) * 1e-9;
            print("200 bootstrap replicates, 1e5 rows, " + (cells ? "cells" : "a unit a row") + ", s", seconds, "10");
        }
    }

    /** 25 binary variables, each with three binary parents. */
    private static double page() {
        SplittableRandom random = new SplittableRandom(3);
        int rows = 20_000;
        String[] parents = {"first_parent", "second_parent", "third_parent"};
        List<Column> columns = new ArrayList<>();
        for (String parent : parents) {
            columns.add(new Column.Ints(parent, random.ints(rows, 0, 2).toArray()));
        }
        List<ShiftSpec> shifts = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            String name = "attribute_" + i;
            columns.add(new Column.Ints(name, random.ints(rows, 0, 2).toArray()));
            shifts.add(ShiftSpec.of(name).given(parents));
        }
        columns.add(new Column.Doubles("loss", random.doubles(rows).toArray()));
        AuditSpec spec = AuditSpec.of(LossSpec.column("loss"), shifts.toArray(ShiftSpec[]::new));
        spec = spec.withEstimation(spec.estimation().withBootstrap(0));
        AuditResult result = Audit.run(spec, new Table(columns), "made up", Beside.nothing());
        return new AuditPage(result).write().length() * 1e-6;
    }

    /** A category of many levels beside one of few, in turns: the work of a row must not grow with the levels. */
    private static void levels() {
        List<Double> few = new ArrayList<>();
        List<Double> many = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            few.add(category(20));
            many.add(category(200));
        }
        double seconds = many.stream().sorted().toList().get(1);
        print("audit of a category of 200 levels, 1e5 rows, processor s", seconds, "15");
        print(
                "the same / an audit of 20 levels",
                seconds / few.stream().sorted().toList().get(1),
                "20");
    }

    private static double category(int levels) {
        int rows = 100_000;
        SplittableRandom random = new SplittableRandom(4);
        int[] city = new int[rows];
        int[] outcome = new int[rows];
        double[] loss = new double[rows];
        for (int r = 0; r < rows; r++) {
            // Some levels are ten times as frequent as others.
            city[r] = (int) (levels * Math.pow(random.nextDouble(), 2));
            outcome[r] = random.nextInt(2);
            loss[r] = random.nextDouble() * (1 + city[r] % 7);
        }
        Table table = new Table(List.of(
                new Column.Ints("city", city), new Column.Ints("outcome", outcome), new Column.Doubles("loss", loss)));
        AuditSpec spec = AuditSpec.of(
                LossSpec.column("loss"),
                ShiftSpec.of("city").withFamily("categorical").given("outcome"));
        long begun = AuditTurns.processorTime();
        Audit.run(spec, table, "made up", Beside.nothing());
        return (AuditTurns.processorTime() - begun) * 1e-9;
    }

    private static double median(Supplier<Double> measure) {
        List<Double> found = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            found.add(measure.get());
        }
        return found.stream().sorted().toList().get(ROUNDS / 2);
    }

    static void print(String measure, double found, String aim) {
        System.out.printf(Locale.ROOT, "%-62s %8.3f %8s%n", measure, found, aim.equals("-") ? aim : "<= " + aim);
    }
}
