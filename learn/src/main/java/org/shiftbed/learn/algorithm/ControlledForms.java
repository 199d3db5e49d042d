package org.shiftbed.learn.algorithm;

import java.util.List;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.Distribution;
import org.shiftbed.learn.hyperparameter.Hyperparameter;
import org.shiftbed.learn.hyperparameter.HyperparameterSpace;

/** What the forms of the controlled study ({@code controlled-shifts.md} 3.4, 4) are tuned by. */
final class ControlledForms {
    static final String NAME = "controlled";
    static final String FEATURES = "features";
    static final String LOGITS = "logits";
    static final String STANDARD = "standard";
    static final String RELEASE = "release";
    static final String DIFFERENT = "different";
    static final String ANY = "any";

    private static final double UNBOUNDED = Double.POSITIVE_INFINITY;

    private ControlledForms() {}

    static boolean is(String form) {
        return form.equals(NAME);
    }

    /** The learning rate, and lambda of 0.01, 0.1, 1 or 10. */
    static HyperparameterSpace weighted(String help) {
        return CommonHyperparameters.controlled()
                .with(new Hyperparameter(
                        "lambda", 1.0, new Distribution.Choice(List.of(0.01, 0.1, 1.0, 10.0)), 0, UNBOUNDED, help));
    }

    /** Where a distance or an adversary looks. */
    static Hyperparameter on(String help) {
        return word("on", FEATURES, List.of(FEATURES, LOGITS), help);
    }

    /** A choice that no search makes by itself. */
    static Hyperparameter word(String name, String standard, List<String> words, String help) {
        return new Hyperparameter(
                name,
                standard,
                new Distribution.Fixed(standard, List.copyOf(words)),
                Double.NEGATIVE_INFINITY,
                UNBOUNDED,
                help);
    }
}
