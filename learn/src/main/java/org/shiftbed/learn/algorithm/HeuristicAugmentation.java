package org.shiftbed.learn.algorithm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.shiftbed.learn.augment.AugMix;
import org.shiftbed.learn.augment.Augmentation;
import org.shiftbed.learn.augment.AutoAugment;
import org.shiftbed.learn.augment.ImageNetAugmentation;
import org.shiftbed.learn.augment.Primitive;
import org.shiftbed.learn.augment.RandAugment;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.Distribution.Constant;
import org.shiftbed.learn.hyperparameter.Hyperparameter;
import org.shiftbed.learn.hyperparameter.HyperparameterSpace;
import org.shiftbed.learn.hyperparameter.HyperparameterValues;

/**
 * Empirical risk minimisation on augmented pictures alone ({@code controlled-shifts.md} 3.2): the methods of the family "heuristic augmentation".
 */
abstract sealed class HeuristicAugmentation implements AlgorithmFactory {
    /** Beyond this a picture is nothing but the fill. */
    private static final double MOST_LAYERS = 16;

    private final String name;
    private final String paper;
    private final String summary;

    private HeuristicAugmentation(String name, String paper, String summary) {
        this.name = name;
        this.paper = paper;
        this.summary = summary;
    }

    @Override
    public final Info info() {
        return new Info(
                name,
                "heuristic augmentation",
                paper,
                summary,
                List.of(),
                1,
                List.of("controlled", "domainbed"),
                1,
                "id");
    }

    @Override
    public final HyperparameterSpace space(SpaceContext context) {
        return CommonHyperparameters.of(context, name).with(own());
    }

    abstract Hyperparameter[] own();

    @Override
    public final Augmentation augmentation(Map<String, Object> hyperparameters) {
        return of(new HyperparameterValues(hyperparameters));
    }

    abstract Augmentation of(HyperparameterValues values);

    @Override
    public final Algorithm create(Context context) {
        return new Erm(context);
    }

    private static Hyperparameter number(String name, double standard, double least, double most, String help) {
        return new Hyperparameter(name, standard, new Constant(standard), least, most, help);
    }

    private static Hyperparameter flag(String name, boolean standard, String help) {
        return new Hyperparameter(
                name, standard, new Constant(standard), Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, help);
    }

    /** Registers the augmentation that is usual on ImageNet. */
    public static final class OfImageNet extends HeuristicAugmentation {
        /** For the service loader. */
        public OfImageNet() {
            super(
                    "ImageNetAug",
                    "Szegedy et al., Going Deeper with Convolutions, CVPR 2015",
                    "random crops resized to the whole, and jittered colours");
        }

        @Override
        Hyperparameter[] own() {
            return new Hyperparameter[] {
                flag("crop", true, "random resized crops"),
                flag("jitter", true, "brightness, contrast and saturation in random order"),
                flag("flip", false, "mirror half of the pictures")
            };
        }

        @Override
        Augmentation of(HyperparameterValues values) {
            return new ImageNetAugmentation(
                    values.flag("crop", true), values.flag("jitter", true), values.flag("flip", false));
        }
    }

    /** Registers AugMix. */
    public static final class OfAugMix extends HeuristicAugmentation {
        /** For the service loader. */
        public OfAugMix() {
            super(
                    "AugMix",
                    "Hendrycks, Mu, Cubuk, Zoph, Gilmer, Lakshminarayanan, AugMix, ICLR 2020",
                    "mixes a picture with three chains of operations on it");
        }

        @Override
        Hyperparameter[] own() {
            return new Hyperparameter[] {number("severity", AugMix.SEVERITY, 0.1, 10, "largest level of an operation")};
        }

        @Override
        Augmentation of(HyperparameterValues values) {
            return new AugMix(values.number("severity"));
        }
    }

    /** Registers RandAugment. */
    public static final class OfRandAugment extends HeuristicAugmentation {
        private static final String ALL = "all";

        /** For the service loader. */
        public OfRandAugment() {
            super(
                    "RandAugment",
                    "Cubuk, Zoph, Shlens, Le, RandAugment, NeurIPS 2020",
                    "three operations drawn from sixteen, all of one magnitude");
        }

        @Override
        Hyperparameter[] own() {
            List<String> operations = new ArrayList<>(List.of(ALL));
            for (Primitive primitive : Primitive.values()) {
                operations.add(primitive.word());
            }
            return new Hyperparameter[] {
                new Hyperparameter(
                        "layers",
                        (long) RandAugment.LAYERS,
                        new Constant((long) RandAugment.LAYERS),
                        1,
                        MOST_LAYERS,
                        "operations drawn for a picture"),
                number("magnitude", RandAugment.MAGNITUDE, 0, 10, "strength of every operation"),
                ControlledForms.word(
                        "enhance", "signed", List.of("signed", "source"), "what a magnitude does to colours"),
                ControlledForms.word(
                        "operation", ALL, operations, "the only one, applied by every layer half of the time")
            };
        }

        @Override
        Augmentation of(HyperparameterValues values) {
            int layers = (int) values.whole("layers");
            double magnitude = values.number("magnitude");
            RandAugment.Enhance enhance =
                    RandAugment.Enhance.valueOf(values.text("enhance").toUpperCase(Locale.ROOT));
            String operation = values.text("operation");
            return Arrays.stream(Primitive.values())
                    .filter(primitive -> primitive.word().equals(operation))
                    .findFirst()
                    .map(primitive -> RandAugment.only(primitive, layers, magnitude, enhance))
                    .orElseGet(() -> new RandAugment(layers, magnitude, enhance));
        }
    }

    /** Registers AutoAugment. */
    public static final class OfAutoAugment extends HeuristicAugmentation {
        /** For the service loader. */
        public OfAutoAugment() {
            super(
                    "AutoAugment",
                    "Cubuk, Zoph, Mane, Vasudevan, Le, AutoAugment, CVPR 2019",
                    "one of twenty-five learned pairs of operations");
        }

        @Override
        Hyperparameter[] own() {
            return new Hyperparameter[0];
        }

        @Override
        Augmentation of(HyperparameterValues values) {
            return new AutoAugment();
        }
    }
}
