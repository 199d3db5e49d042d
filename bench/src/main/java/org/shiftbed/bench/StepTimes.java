package org.shiftbed.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Answers {@code bench/peer/step_ratio.py}: for each line {@code DATASET NETWORK BATCH STEPS} of standard input trains ERM and writes one line, the
 * processor seconds of its updates.
 */
public final class StepTimes {
    private StepTimes() {}

    /** Takes no arguments; ends with its input. */
    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ", -1);
            if (words.length != 4) {
                throw new IllegalArgumentException("expected DATASET NETWORK BATCH STEPS, got: " + line);
            }
            int steps = Integer.parseInt(words[3]);
            TrainerRun run = TrainerRun.of(words[0], words[1], Integer.parseInt(words[2]), steps, steps + 1);
            List<String> seconds = run.steps().stream().map(String::valueOf).toList();
            System.out.println(String.join(" ", seconds));
        }
    }
}
