package org.shiftbed.app;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.shiftbed.study.Plan;
import org.shiftbed.study.PlannedTrial;

/** How the trials of a plan are spread over methods, and what leave-one-domain-out adds to them. */
final class PlanTables {
    private PlanTables() {}

    /** One line a method, one column a data set; then what is trained for pairs of held-out environments alone. */
    static void print(Plan plan, PrintWriter out) {
        Map<String, Map<String, Long>> counts = new LinkedHashMap<>();
        Map<String, Long> datasets = new LinkedHashMap<>();
        long pairs = 0;
        for (PlannedTrial planned : plan.trials()) {
            String dataset = planned.trial().dataset();
            datasets.merge(dataset, 1L, Long::sum);
            counts.computeIfAbsent(planned.method(), any -> new LinkedHashMap<>())
                    .merge(dataset, 1L, Long::sum);
            pairs += planned.trial().heldOut() == 2 ? 1 : 0;
        }
        Columns columns = new Columns();
        String[] head = new String[datasets.size() + 2];
        head[0] = "trials of method";
        int at = 1;
        for (String dataset : datasets.keySet()) {
            head[at++] = dataset;
        }
        head[at] = "all";
        columns.row(head);
        counts.forEach((method, of) -> {
            String[] row = new String[head.length];
            row[0] = method;
            int column = 1;
            long sum = 0;
            for (String dataset : datasets.keySet()) {
                long count = of.getOrDefault(dataset, 0L);
                row[column++] = grouped(count);
                sum += count;
            }
            row[column] = grouped(sum);
            columns.row(row);
        });
        columns.lines().forEach(out::println);
        if (pairs > 0) {
            out.println("Leave-one-domain-out adds " + grouped(pairs)
                    + " trials that hold out pairs; test-environments:" + " single leaves them out.");
        }
    }

    private static String grouped(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
