package org.shiftbed.audit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.base.UserError;

/** Which step a trial chose, from the {@code results.jsonl} beside its predictions. */
final class BestStep {
    private static final String RECORDS = "results.jsonl";

    private BestStep() {}

    /**
     * The earliest step with the largest validation accuracy on the training distribution ({@code val_id}).
     *
     * @param path of the predictions
     * @param steps that they hold
     */
    static String of(String path, List<String> steps) {
        String wayOut = "say which step, as in where: {step: " + steps.get(steps.size() - 1) + "}; the table holds "
                + String.join(", ", steps);
        Path parent = Path.of(path).toAbsolutePath().getParent();
        Path file = parent == null ? Path.of(RECORDS) : parent.resolve(RECORDS);
        if (!Files.isRegularFile(file)) {
            throw new UserError(path + ": where: step: which step is best stands in " + RECORDS
                    + " beside the table, and there is none; " + wayOut);
        }
        long best = -1;
        double score = Double.NaN;
        try {
            for (String line : Files.readAllLines(file)) {
                Map<String, Object> record = record(line);
                double found = accuracy(record);
                // An attempt that was taken up again may have written a step twice.
                if (record.get("step") instanceof Number step
                        && !Double.isNaN(found)
                        && (Double.isNaN(score) || found > score || (found == score && step.longValue() < best))) {
                    best = step.longValue();
                    score = found;
                }
            }
        } catch (IOException e) {
            throw new UserError(file + ": cannot be read: " + e.getMessage(), e);
        }
        if (best < 0) {
            throw new UserError(path + ": where: step: " + file
                    + " has no validation accuracy on the training distribution (val_id) to tell the best step by; "
                    + wayOut);
        }
        String name = Long.toString(best);
        if (!steps.contains(name)) {
            throw new UserError(path + ": where: step: the best step is " + name + " and has no rows; " + wayOut);
        }
        return name;
    }

    private static double accuracy(Map<String, Object> record) {
        return record.get("shiftbed") instanceof Map<?, ?> extras && extras.get("val_id") instanceof Number value
                ? value.doubleValue()
                : Double.NaN;
    }

    /** Empty where the line is no record: a run that was killed may leave half a line. */
    private static Map<String, Object> record(String line) {
        try {
            return CanonicalJson.parseObject(line);
        } catch (IllegalArgumentException e) {
            return Map.of();
        }
    }
}
