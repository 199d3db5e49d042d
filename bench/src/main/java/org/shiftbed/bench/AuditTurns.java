package org.shiftbed.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.shiftbed.audit.estimate.Estimator;
import org.shiftbed.audit.estimate.QuadraticLoss;
import org.shiftbed.audit.spec.ShiftSpec;

/**
 * Answers {@code bench/peer/audit_numpy.py}. Writes the table to a file, tells columns and variables in one line each, and answers the lines {@code
 * cells} and {@code rows}: processor seconds of the whole process, then loss, gradient, Hessian and the worst accuracy at every radius.
 */
public final class AuditTurns {
    private AuditTurns() {}

    /** Takes a file to write and a number of rows; ends with its input. */
    public static void main(String[] arguments) throws IOException {
        FacesTable table = FacesTable.draw(Integer.parseInt(arguments[1]), new SplittableRandom(1));
        Files.write(Path.of(arguments[0]), table.bytes());
        FacesModel model = new FacesModel(table);
        System.out.println(String.join(" ", table.names()));
        System.out.println(
                FacesTable.spec().shifts().stream().map(AuditTurns::words).collect(Collectors.joining(" ")));
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            boolean cells = line.equals("cells");
            double seconds = seconds(model, cells);
            Estimator estimator = model.fit(cells, false).estimator();
            QuadraticLoss found = estimator.quadratic();
            DoubleStream numbers =
                    DoubleStream.concat(DoubleStream.of(seconds, found.loss()), Arrays.stream(found.gradient()));
            numbers =
                    DoubleStream.concat(numbers, Arrays.stream(found.hessian()).flatMapToDouble(Arrays::stream));
            double[] worst = FacesModel.worst(found, estimator.parameters().labels());
            System.out.println(DoubleStream.concat(numbers, Arrays.stream(worst))
                    .mapToObj(Double::toString)
                    .collect(Collectors.joining(" ")));
        }
    }

    /** Processor seconds from the columns to the last radius. The system counts in steps of 10 ms, so cells, which are fast, are done ten times. */
    static double seconds(FacesModel model, boolean cells) {
        int times = cells ? 10 : 1;
        long begun = processorTime();
        for (int k = 0; k < times; k++) {
            Estimator estimator = model.fit(cells, false).estimator();
            FacesModel.worst(estimator.quadratic(), estimator.parameters().labels());
        }
        return (processorTime() - begun) * 1e-9 / times;
    }

    private static String words(ShiftSpec shift) {
        return shift.name() + ":" + String.join(",", shift.given());
    }

    /** Nanoseconds of processor time of all threads of this process, those of compiler and collector included. */
    static long processorTime() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }
}
