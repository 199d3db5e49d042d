package org.shiftbed.learn.algorithm;

import java.util.List;
import java.util.Map;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.Distribution;
import org.shiftbed.learn.hyperparameter.Hyperparameter;
import org.shiftbed.learn.hyperparameter.HyperparameterSpace;
import org.shiftbed.learn.hyperparameter.HyperparameterValues;

/** What the forms of the controlled study ({@code controlled-shifts.md} 3.4, 4) are tuned by. */
final class ControlledForms {
    static final String NAME = "controlled";
    static final String FEATURES = "features";
    static final String LOGITS = "logits";
    static final String STANDARD = "standard";
    static final String RELEASE = "release";
    static final String DIFFERENT = "different";
    static final String ANY = "any";

    static final double UNBOUNDED = Double.POSITIVE_INFINITY;
    /** Most updates of a first stage for each one of the second. */
    private static final double LONGEST = 1000;

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

    /** A number that no search draws. */
    static Hyperparameter number(String name, double standard, double least, double most, String help) {
        return new Hyperparameter(name, standard, new Distribution.Constant(standard), least, most, help);
    }

    /** A whole number that no search draws. */
    static Hyperparameter whole(String name, long standard, double least, double most, String help) {
        return new Hyperparameter(name, standard, new Distribution.Constant(standard), least, most, help);
    }

    /** A number that a grid goes through and a search draws from a list. */
    static Hyperparameter among(
            String name, Object standard, List<Object> values, double least, double most, String help) {
        return new Hyperparameter(name, standard, new Distribution.Choice(values), least, most, help);
    }

    /** {@code stage1}: updates of a first stage that comes before the steps of the training, for each one of them. */
    static Hyperparameter stage(double standard, String help) {
        return number(AlgorithmFactory.STAGE, standard, CommonHyperparameters.POSITIVE, LONGEST, help);
    }

    /**
     * The first stage that {@code stage1} asks for, of at least one update.
     *
     * @param batch rows of each of its batches; 0: as many as in the second stage
     */
    static AlgorithmFactory.FirstStage before(Map<String, Object> hyperparameters, int steps, int batch) {
        double updates = Math.rint(new HyperparameterValues(hyperparameters).number(AlgorithmFactory.STAGE) * steps);
        return new AlgorithmFactory.FirstStage(
                (int) Math.max(1, Math.min(CommonHyperparameters.MOST_STEPS, updates)), batch, false);
    }

    /** A flag that no search draws. */
    static Hyperparameter flag(String name, boolean standard, String help) {
        return new Hyperparameter(
                name, standard, new Distribution.Constant(standard), Double.NEGATIVE_INFINITY, UNBOUNDED, help);
    }

    /** The learning rate of a method that the study gives one: no search draws it. */
    static Hyperparameter rate(double standard) {
        return number("lr", standard, CommonHyperparameters.POSITIVE, UNBOUNDED, "learning rate of Adam");
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
