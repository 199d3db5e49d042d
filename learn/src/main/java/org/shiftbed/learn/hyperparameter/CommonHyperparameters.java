package org.shiftbed.learn.hyperparameter;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.shiftbed.learn.Protocol;
import org.shiftbed.learn.algorithm.AlgorithmFactory;
import org.shiftbed.learn.hyperparameter.Distribution.Choice;
import org.shiftbed.learn.hyperparameter.Distribution.Constant;
import org.shiftbed.learn.hyperparameter.Distribution.Power;
import org.shiftbed.learn.hyperparameter.Distribution.Uniform;

/** The hyperparameters that algorithms share; each algorithm adds its own with {@link HyperparameterSpace#with}. */
public final class CommonHyperparameters {
    /** The smallest positive number: the bound of what must be above 0. */
    public static final double POSITIVE = Double.MIN_VALUE;

    /** The most updates, of a trial or of a phase of it. */
    public static final long MOST_STEPS = 100_000_000;

    /** The most rows of a batch. */
    public static final long MOST_ROWS = 65_536;

    /** The most features of a hidden layer: its weights are the square of this. */
    public static final long MOST_WIDTH = 16_384;

    /** What a residual network starts from, where it starts at random: {@code release}, {@code kaiming} or {@code torch}. */
    public static final String INIT = "init";

    /** What {@link #INIT} is under {@code protocol: controlled} ({@code controlled-shifts.md} 3.1). */
    public static final String RELEASE_INIT = "release";

    /** What becomes of pixels before a network sees them. */
    public static final String NORM = "norm";

    /** What {@link #NORM} may be, the default first: [0, 1], [-1, 1], or ImageNet's mean and deviation of each channel. */
    public static final List<String> NORMS = List.of("unit", "pm1", "imagenet");

    /** The most layers of a perceptron. */
    public static final long MOST_LAYERS = 1000;

    private static final Hyperparameter NONLINEAR = new Hyperparameter(
            "nonlinear_classifier",
            false,
            new Choice(List.of(false, false)),
            Double.NEGATIVE_INFINITY,
            Double.POSITIVE_INFINITY,
            "three layers in place of a linear classifier");

    /** The names of {@link #base} that every algorithm has. */
    private static final Set<String> SHARED = Set.of(
            "data_augmentation",
            "resnet18",
            "resnet50_augmix",
            "dinov2",
            "vit",
            "vit_attn_tune",
            "freeze_bn",
            "lars",
            "linear_steps",
            "resnet_dropout",
            "vit_dropout",
            "class_balanced",
            "nonlinear_classifier",
            "lr",
            "weight_decay",
            "batch_size");

    /** Those of {@link #base} that methods have no use for, unless they say otherwise: ERMPlusPlus reads two of them. */
    public static final Set<String> READ_BY_NONE = Set.of("data_augmentation", "lars", "linear_steps");

    /** Those of {@link #base} that choose a network where a study names none. */
    public static final Set<String> OF_THE_CHOICE = Set.of("resnet18", "resnet50_augmix", "dinov2", "vit");

    /** Those of {@link #base} that a network reads, or does not. */
    public static final Set<String> OF_NETWORKS =
            Set.of("freeze_bn", INIT, "resnet_dropout", "vit_dropout", "vit_attn_tune");

    /** DomainBed lists it for every algorithm; one that reads it declares it anew, by its own meaning. */
    private static final Hyperparameter LINEAR_STEPS = new Hyperparameter(
            "linear_steps", 500L, new Constant(500L), 0, MOST_STEPS, "updates of the head alone; ERMPlusPlus reads it");

    private static final double ANY = Double.POSITIVE_INFINITY;

    private CommonHyperparameters() {}

    /**
     * DomainBed's ({@code domainbed-protocol.md} 3.2 and 3.3): all of them, for records of that protocol list all of them, also those that a
     * network has no use for.
     *
     * @param context data set and whether the ranges for small images hold
     * @param algorithm registered name; some ranges depend on it
     */
    public static HyperparameterSpace base(AlgorithmFactory.SpaceContext context, String algorithm) {
        List<Hyperparameter> entries = new ArrayList<>();
        entries.add(flag("data_augmentation", true, "augment training images"));
        entries.add(flag("resnet18", false, "ResNet-18 in place of ResNet-50"));
        entries.add(flag("resnet50_augmix", true, "ResNet-50 weights trained with AugMix"));
        entries.add(flag("dinov2", false, "DINOv2 weights for a vision transformer"));
        entries.add(flag("vit", false, "a vision transformer in place of a ResNet"));
        entries.add(flag("vit_attn_tune", false, "train the attention layers of a transformer only"));
        entries.add(flag("freeze_bn", false, "keep batch normalisation at its running statistics"));
        entries.add(flag("lars", false, "the LARS optimiser"));
        entries.add(LINEAR_STEPS);
        entries.add(dropout("resnet_dropout", "dropout after a ResNet"));
        entries.add(dropout("vit_dropout", "dropout after a vision transformer"));
        entries.add(flag("class_balanced", false, "draw classes with equal probability"));
        entries.add(NONLINEAR);
        boolean small = context.small();
        entries.add(lr(small, algorithm));
        entries.add(weightDecay("weight_decay", small, "of the optimiser"));
        entries.add(batchSize(context, algorithm));
        if (algorithm.equals("DANN") || algorithm.equals("CDANN")) {
            entries.add(rate("lr_g", small, "learning rate of featurizer and classifier"));
            entries.add(rate("lr_d", small, "learning rate of the discriminator"));
            entries.add(weightDecay("weight_decay_g", small, "of featurizer and classifier"));
        }
        return new HyperparameterSpace(entries);
    }

    /**
     * Those of {@code protocol: controlled} ({@code controlled-shifts.md} 4): the learning rate and the weight decay of Adam. The batch is
     * {@code training.batch} there, and DomainBed's switches that choose networks and augmentations have no meaning, so none of them is declared: a
     * study that gives one is told so. Those that change a network can be given ({@link #switches}).
     */
    public static HyperparameterSpace controlled() {
        return new HyperparameterSpace(List.of(
                new Hyperparameter(
                        "lr", 1e-3, new Choice(List.of(1e-2, 1e-3, 1e-4)), POSITIVE, ANY, "learning rate of Adam"),
                new Hyperparameter("weight_decay", 0.0, new Constant(0.0), 0, ANY, "L2 weight decay of Adam")));
    }

    /**
     * What a study of {@code protocol: controlled} may give any algorithm and no search draws: they change the network, or its head. A trial has
     * them where its study gives them.
     */
    public static HyperparameterSpace switches() {
        return new HyperparameterSpace(List.of(
                flag("freeze_bn", false, "keep batch normalisation at its running statistics"),
                NONLINEAR,
                dropout("resnet_dropout", "dropout after a ResNet"),
                dropout("vit_dropout", "dropout after a vision transformer"),
                flag("vit_attn_tune", false, "train the attention layers of a transformer only"),
                new Hyperparameter(
                        INIT,
                        RELEASE_INIT,
                        new Distribution.Fixed(RELEASE_INIT, List.of(RELEASE_INIT, "kaiming", "torch")),
                        Double.NEGATIVE_INFINITY,
                        ANY,
                        "random start of residual networks"),
                new Hyperparameter(
                        NORM,
                        NORMS.get(0),
                        new Distribution.Fixed(NORMS.get(0), List.copyOf(NORMS)),
                        Double.NEGATIVE_INFINITY,
                        ANY,
                        "pixels in [0, 1] (unit), in [-1, 1] (pm1), or with ImageNet's mean and deviation")));
    }

    /**
     * {@link #base} under DomainBed's form, {@link #controlled()} under the controlled one.
     *
     * @param context its form decides
     * @param algorithm registered name
     */
    public static HyperparameterSpace of(AlgorithmFactory.SpaceContext context, String algorithm) {
        return context.form().equals("controlled") ? controlled() : base(context, algorithm);
    }

    /**
     * The space of an algorithm as a study of this protocol offers it. Under {@code controlled}, whatever the form, the entries of {@link #base} give
     * way to those of {@link #controlled()}: the same learning rates for every algorithm with one optimiser, and no entry that would change nothing.
     *
     * @param space as the algorithm declares it
     * @return under {@code domainbed} the same space
     */
    public static HyperparameterSpace under(Protocol protocol, HyperparameterSpace space) {
        if (protocol == Protocol.DOMAINBED) {
            return space;
        }
        List<Hyperparameter> entries = new ArrayList<>();
        for (Hyperparameter entry : controlled().entries()) {
            // An algorithm with optimisers of its own (lr_g, weight_decay_g) never reads the common ones.
            if (space.find(entry.name() + "_g") == null) {
                // A space without DomainBed's entries is made for this protocol, and may set a learning rate of its
                // own.
                Hyperparameter own = space.find("batch_size") == null ? space.find(entry.name()) : null;
                entries.add(own == null ? entry : own);
            }
        }
        for (Hyperparameter entry : space.entries()) {
            boolean own = entry.name().equals(LINEAR_STEPS.name()) && !entry.equals(LINEAR_STEPS);
            if (own || !SHARED.contains(entry.name())) {
                entries.add(entry);
            }
        }
        return new HyperparameterSpace(entries);
    }

    private static Hyperparameter lr(boolean small, String algorithm) {
        if (algorithm.equals("ADRMX")) {
            List<Object> values = small ? List.of(5e-4, 1e-3, 2e-3, 3e-3) : List.of(2e-5, 3e-5, 4e-5, 5e-5);
            return new Hyperparameter("lr", small ? 3e-3 : 3e-5, new Choice(values), POSITIVE, ANY, "learning rate");
        }
        return rate("lr", small, "learning rate");
    }

    private static Hyperparameter rate(String name, boolean small, String help) {
        return small
                ? new Hyperparameter(name, 1e-3, new Power(10, -4.5, -2.5, false), POSITIVE, ANY, help)
                : new Hyperparameter(name, 5e-5, new Power(10, -5, -3.5, false), POSITIVE, ANY, help);
    }

    private static Hyperparameter weightDecay(String name, boolean small, String help) {
        Distribution distribution = small ? new Constant(0.0) : new Power(10, -6, -2, false);
        return new Hyperparameter(name, 0.0, distribution, 0, ANY, "L2 weight decay " + help);
    }

    private static Hyperparameter batchSize(AlgorithmFactory.SpaceContext context, String algorithm) {
        String dataset = context.dataset();
        if (context.small()) {
            return batchSize(64, new Power(2, 3, 9, true));
        }
        if (algorithm.equals("ARM")) {
            return batchSize(8, new Constant(8L));
        }
        if (algorithm.equals("RDM")) {
            return dataset.equals("DomainNet") || dataset.equals("TerraIncognita")
                    ? batchSize(40, new Uniform(30, 60, true))
                    : batchSize(88, new Uniform(70, 100, true));
        }
        return batchSize(32, new Power(2, 3, dataset.equals("DomainNet") ? 5 : 5.5, true));
    }

    private static Hyperparameter batchSize(long standard, Distribution distribution) {
        return new Hyperparameter(
                "batch_size", standard, distribution, 1, MOST_ROWS, "rows of each training environment");
    }

    private static Hyperparameter flag(String name, boolean standard, String help) {
        return new Hyperparameter(name, standard, new Constant(standard), Double.NEGATIVE_INFINITY, ANY, help);
    }

    private static Hyperparameter dropout(String name, String help) {
        // A probability of 1 would leave nothing of an example.
        return new Hyperparameter(name, 0.0, new Choice(List.of(0.0, 0.1, 0.5)), 0, Math.nextDown(1.0), help);
    }
}
