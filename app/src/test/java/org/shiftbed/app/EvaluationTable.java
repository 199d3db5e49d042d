package org.shiftbed.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;

/**
 * A table of evaluation rows as {@code docs/audit.md} describes it: who is sick (Y), who is tested (O), what the model says (p), beside age, ward,
 * patient, weight w, error, and columns that are hard: a copy of O, one value, none, a name for each row, days, a level that occurs once.
 */
final class EvaluationTable {
    static final int ROWS = 400;

    private static final String HEADER =
            "patient,age,ward,Y,O,p,w,error,copy,constant,empty,id,day,rare,hospital,minus,step\n";

    private EvaluationTable() {}

    static Path write(Path folder) throws IOException {
        return Files.writeString(folder.resolve("eval.csv"), text(0));
    }

    /** @param shrink how far the probabilities are drawn to one half: another model on the same rows */
    static String text(double shrink) {
        Random random = new Random(11);
        StringBuilder rows = new StringBuilder(HEADER);
        for (int r = 0; r < ROWS; r++) {
            int sick = random.nextInt(2);
            int tested = random.nextDouble() < 1 / (1 + Math.exp(1 - 2 * sick)) ? 1 : 0;
            double logit = tested == 1 ? 1 + sick - 0.5 + random.nextGaussian() : -1;
            double p = (1 - shrink) / (1 + Math.exp(-logit)) + shrink / 2;
            double error = -Math.log(sick == 1 ? p : 1 - p);
            String age = r % 40 == 3 ? "" : String.valueOf(30 + random.nextInt(50));
            String ward = r % 50 == 4 ? "" : "ABC".substring(r % 3, r % 3 + 1);
            double minus = r == 16 ? -2.5 : 1.5;
            rows.append(String.format(
                    Locale.ROOT,
                    "%d,%s,%s,%d,%d,%.6f,%.3f,%.6f,%d,7,,row %d,2024-03-%02d,%s,%s,%s,%d%n",
                    r / 2,
                    age,
                    ward,
                    sick,
                    tested,
                    p,
                    0.5 + random.nextDouble(),
                    error,
                    tested,
                    r,
                    1 + r % 28,
                    r == 8 ? "once" : r % 2 == 0 ? "even" : "odd",
                    r % 4 == 0 ? "A" : r % 4 == 1 ? "B" : "C",
                    minus,
                    r % 2));
        }
        return rows.toString();
    }
}
