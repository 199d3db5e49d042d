package org.shiftbed.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.shiftbed.base.Seed;
import org.shiftbed.study.domainbed.DomainBedRegistry;
import org.shiftbed.study.domainbed.JobName;

/**
 * Writes the output folders of a whole sweep as DomainBed leaves them: fifteen algorithms on four data sets, every test environment and every pair
 * of them, twenty draws of hyperparameters and three trials of each, forty checkpoints a run. That is 45,900 runs and 1,836,000 records.
 */
public final class SweepFiles {
    private static final List<String> DATASETS = List.of("RotatedMNIST", "VLCS", "PACS", "OfficeHome");
    private static final int ALGORITHMS = 15;
    private static final int DRAWS = 20;
    private static final int TRIALS = 3;
    private static final int CHECKPOINTS = 40;
    private static final int EVERY = 125;

    private final Path folder;
    private int runs;

    private SweepFiles(Path folder) {
        this.folder = folder;
    }

    /**
     * @param arguments the folder to fill; then how many algorithms (default 15), and from which draw of hyperparameters on (default 0) to which
     *     (default 20)
     */
    public static void main(String[] arguments) throws IOException {
        SweepFiles files = new SweepFiles(Path.of(arguments[0]));
        int algorithms = arguments.length > 1 ? Integer.parseInt(arguments[1]) : ALGORITHMS;
        int from = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 0;
        int to = arguments.length > 3 ? Integer.parseInt(arguments[3]) : DRAWS;
        for (String dataset : DATASETS) {
            for (String algorithm : DomainBedRegistry.algorithms().subList(0, algorithms)) {
                for (int draw = from; draw < to; draw++) {
                    for (int trial = 0; trial < TRIALS; trial++) {
                        files.write(dataset, algorithm, draw, trial);
                    }
                }
            }
        }
        System.out.println(files.runs + " runs, " + files.runs * CHECKPOINTS + " records in " + files.folder);
    }

    private void write(String dataset, String algorithm, int draw, int trial) throws IOException {
        int environments = DomainBedRegistry.environments(dataset).size();
        for (int first = 0; first < environments; first++) {
            run(dataset, environments, algorithm, draw, trial, List.of(first));
            for (int second = first + 1; second < environments; second++) {
                run(dataset, environments, algorithm, draw, trial, List.of(first, second));
            }
        }
    }

    private void run(String dataset, int environments, String algorithm, int draw, int trial, List<Integer> held)
            throws IOException {
        Map<String, Object> identity = new LinkedHashMap<>();
        identity.put("dataset", dataset);
        identity.put("algorithm", algorithm);
        identity.put("test_envs", held);
        identity.put("hparams_seed", draw);
        identity.put("trial_seed", trial);
        String name = JobName.of(identity);
        Path place = folder.resolve(name);
        Files.createDirectories(place);
        SplittableRandom random = Seed.of("sweep", dataset, algorithm, String.valueOf(held), draw, trial)
                .random();
        String args = "{\"args\": {\"algorithm\": \"" + algorithm + "\", \"checkpoint_freq\": null, \"data_dir\": "
                + "\"/checkpoint/datasets\", \"dataset\": \"" + dataset
                + "\", \"holdout_fraction\": 0.2, \"hparams\": null, "
                + "\"hparams_seed\": " + draw + ", \"output_dir\": \"sweep/" + name
                + "\", \"save_model_every_checkpoint\": false, \"seed\": " + random.nextInt(Integer.MAX_VALUE)
                + ", \"skip_model_save\": false, \"steps\": " + (EVERY * CHECKPOINTS + 1)
                + ", \"task\": \"domain_generalization\", \"test_envs\": " + held + ", \"trial_seed\": " + trial
                + ", \"uda_holdout_fraction\": 0}, ";
        String hparams = "\"hparams\": {\"batch_size\": " + (8 + random.nextInt(56))
                + ", \"class_balanced\": false, \"data_augmentation\": true, \"lr\": "
                + 1e-5 * Math.exp(random.nextDouble())
                + ", \"nonlinear_classifier\": false, \"resnet18\": false, \"resnet_dropout\": 0.5, \"weight_decay\": "
                + 1e-4 * Math.exp(random.nextDouble()) + "}, ";
        StringBuilder lines = new StringBuilder(CHECKPOINTS * 1100);
        double level = 0.4 + 0.4 * random.nextDouble();
        List<Integer> rows = new ArrayList<>();
        for (int i = 0; i < environments; i++) {
            rows.add(600 + 37 * i);
        }
        for (int checkpoint = 0; checkpoint < CHECKPOINTS; checkpoint++) {
            int step = checkpoint * EVERY;
            double learned = level * (1 - Math.exp(-(checkpoint + 1) / 8.0));
            lines.append(args);
            for (int i = 0; i < environments; i++) {
                // Accuracies are fractions of rows, as they are in real records: ties occur.
                int in = 4 * rows.get(i);
                int out = rows.get(i);
                lines.append("\"env").append(i).append("_in_acc\": ").append(share(random, learned, in));
                lines.append(", \"env").append(i).append("_out_acc\": ").append(share(random, learned, out));
                lines.append(", ");
            }
            lines.append("\"epoch\": ").append(step / 38.0).append(", ").append(hparams);
            lines.append("\"loss\": ").append(2.0 - learned + 0.1 * random.nextDouble());
            lines.append(", \"mem_gb\": ").append(1.5 + 0.001 * random.nextDouble());
            lines.append(", \"step\": ").append(step);
            lines.append(", \"step_time\": ")
                    .append(0.2 + 0.05 * random.nextDouble())
                    .append("}\n");
        }
        Files.write(place.resolve("results.jsonl"), lines.toString().getBytes(StandardCharsets.UTF_8));
        Files.writeString(place.resolve("done"), "done");
        runs++;
    }

    private static double share(SplittableRandom random, double level, int rows) {
        int right = (int) (rows * Math.min(1, Math.max(0, level + 0.1 * (random.nextDouble() - 0.5))));
        return (double) right / rows;
    }
}
