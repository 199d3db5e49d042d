package org.shiftbed.study;

import org.shiftbed.base.UserError;
import org.shiftbed.base.file.YamlNode;

/** The commented study file that {@code shiftbed init} writes. */
public final class StudyTemplate {
    private StudyTemplate() {}

    /**
     * A valid study file with a comment on every field.
     *
     * @param name of the study
     * @throws UserError where it cannot name a study
     */
    public static String text(String name) {
        if (!name.matches(StudyFields.STUDY_NAME.pattern())) {
            throw new UserError("init: NAME must be " + StudyFields.STUDY_NAME.rule() + ", found '"
                    + YamlNode.oneLine(name) + "'; the file is written into the current folder");
        }
        // What YAML would read as a number, a flag or nothing is put into quotes.
        boolean plain = name.matches("\\p{L}[\\p{L}\\p{N}_-]*") && !name.matches("(?i)true|false|null|yes|no|on|off");
        return TEMPLATE.replace("STUDY_NAME", plain ? name : "\"" + name + "\"");
    }

    private static final String TEMPLATE = """
            # A Shiftbed study. Check it with 'shiftbed check FILE', see what it would run with
            # 'shiftbed plan FILE', run it with 'shiftbed run FILE'.

            study: STUDY_NAME            # its identity: a folder holds one study

            # The data set, with its parameters. 'shiftbed data list' shows all of them.
            dataset: {sprites: {side: 16, stride: {orientation: 4, position: 4}}}
            label: shape                 # the attribute to predict

            # How training and test differ. 'shiftbed list shifts' shows all kinds.
            shifts:
              - none: {environments: color}        # no shift: what the others are compared with
              - spurious-correlation:              # shape and color go together in training,
                  attribute: color                 # but for N rows
                  samples: [10]                    # N; a list is one setting each
              - low-data: {attribute: color, values: [blue], samples: [10]}   # N blue rows in training
              - unseen: {attribute: color, values: [blue]}                    # no blue row in training

            # Conditions after the shift, each combination is one setting:
            # label noise, and rows of training data ('all' or a number).
            conditions: {noise: [0], size: [all]}

            # The methods. A value fixes a hyperparameter, a list is searched.
            algorithms:
              - ERM
              # - DANN: {lambda: [0.1, 1]}

            # network: small-cnn         # default: by the size of the pictures
            search: {random: {draws: 2}} # or {grid: {cap: 8}}, or {given: [{lr: 0.001}]}; draw 0 is the defaults
            seeds: [0, 1, 2]             # everything is done once for each

            training:
              steps: 300                 # updates
              batch: 64                  # rows of a batch, over all environments
              checkpoint-every: 50       # updates between evaluations
              precision: float32         # or float64
              threads: 1                 # of one trial
              evaluate: needed           # or full
              keep: best                 # weights that stay: best, last, all, none

            # How one checkpoint of one member of a search is chosen; the first is the headline.
            selection: [id, oracle-best]
            """;
}
