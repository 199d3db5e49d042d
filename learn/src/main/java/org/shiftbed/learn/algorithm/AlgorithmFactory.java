package org.shiftbed.learn.algorithm;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.Precision;
import org.shiftbed.learn.augment.Augmentation;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.Hyperparameter;
import org.shiftbed.learn.hyperparameter.HyperparameterSpace;
import org.shiftbed.learn.network.NetworkFactory;

/**
 * Declares and creates algorithms of one name. A new algorithm is one file that holds both, plus one line in
 * {@code META-INF/services/org.shiftbed.learn.algorithm.AlgorithmFactory}. Loading a factory must not load natives.
 */
public interface AlgorithmFactory {
    /** The hyperparameter that sets the length of the first of two stages. */
    String STAGE = "stage1";

    /** The need of an algorithm that reads the value of an attribute of every row: a shift without one cannot be trained on. */
    String ATTRIBUTES = "attributes";

    /** The need of an algorithm whose predictions depend on the rows beside: batches of one environment at prediction. */
    String PREDICTION_BATCHES = "prediction batches";

    /** The need of an algorithm that is nothing without a file of weights: where a study names none it is not run. */
    String WEIGHTS = "weights";

    /**
     * The form whose learning rate falls by itself ({@code domainbed-protocol.md} 8.4; DomainBed's protocol only): a first stage finds by the held-out
     * rows of the training environments when to lower it, a second one trains a fresh model on all of their rows with the rates that the first one
     * found. What {@link #create} gives for it is an {@link AdjustableRate} and has a hyperparameter {@code lr}.
     */
    String AUTO_LR = "auto-lr";

    /** What listings, plans and tables need to know. */
    Info info();

    /** What it can be tuned by. */
    HyperparameterSpace space(SpaceContext context);

    /**
     * What a study may give it beside {@link #space}: no search draws these, and a trial has them only where its study gives them, so that a trial
     * without one stays the same trial when another is made.
     *
     * @param form one of {@link Info#forms}
     */
    default List<Hyperparameter> options(String form) {
        return List.of();
    }

    /**
     * The defects of the reference that a strict layer {@code algorithm} keeps in this method, by their numbers in {@code domainbed-protocol.md} 9; empty
     * where strict and fixed are the same.
     */
    default List<String> defects() {
        return List.of();
    }

    /**
     * Why a run of this shape cannot be what the method is for, as the end of a sentence that starts with its name; null where it can. Plans ask before
     * anything runs, and so does {@link org.shiftbed.learn.Algorithms#create}.
     *
     * @param environments in training, at least 1
     * @param strict layers in which the reference's defects are kept
     * @param hyperparameters every declared one
     */
    default @Nullable String refuses(int environments, Set<String> strict, Map<String, Object> hyperparameters) {
        return null;
    }

    /**
     * What becomes of a training picture before the method sees it; null: nothing. Pictures that are evaluated stay as they are, but for channels.
     *
     * @param hyperparameters every declared one
     */
    default @Nullable Augmentation augmentation(Map<String, Object> hyperparameters) {
        return null;
    }

    /**
     * Why it cannot be trained on pictures of a shape with a network, as the end of a sentence that starts with its name; null where it can. Plans ask
     * before anything runs, and so does {@link org.shiftbed.learn.Algorithms#create}.
     */
    default @Nullable String unfit(ImageShape shape, NetworkFactory network) {
        return null;
    }

    /** As {@link #unfit(ImageShape, NetworkFactory)}, for one choice of hyperparameters. */
    default @Nullable String unfit(ImageShape shape, NetworkFactory network, Map<String, Object> hyperparameters) {
        return unfit(shape, network);
    }

    /**
     * The network that its trials name, whatever the study says, where it trains one of its own: neither the study's network nor a file of weights for
     * it changes anything then. Null: it trains the study's.
     *
     * @return registered name
     */
    default @Nullable String ownNetwork() {
        return null;
    }

    /** Whether it works on pictures as such, so that it cannot be trained on rows of a table. */
    default boolean needsPictures() {
        return false;
    }

    /**
     * The stage that comes before the one that trains what predicts; null: it has one stage alone. Where there is one, what {@link #create} gives is a
     * {@link TwoStage}, and it declares {@link #STAGE}.
     *
     * @param hyperparameters every declared one
     * @param steps of the study's training, at least 1
     */
    default @Nullable FirstStage firstStage(Map<String, Object> hyperparameters, int steps) {
        return null;
    }

    /** Its own model-selection rule in a form, by name: {@link Info#selection} but where a form needs another. */
    default String selection(String form) {
        return info().selection();
    }

    /**
     * Shape of what its network is given, where it prepares pictures itself.
     *
     * @param hyperparameters every declared one
     */
    default ImageShape networkShape(ImageShape pictures, Map<String, Object> hyperparameters) {
        return pictures;
    }

    /** Whether it normalises pictures itself, so that nobody else must. */
    default boolean preparesPictures() {
        return false;
    }

    /**
     * Whether an update passes the rows of each environment through the featurizer by themselves, so that batch normalisation sees the rows of one
     * environment at a time.
     *
     * @param form one of {@link Info#forms}
     */
    default boolean environmentsApart(String form) {
        return false;
    }

    /**
     * Hyperparameters that it declares, as every record of DomainBed lists them, and that change nothing in it.
     *
     * @param form one of {@link Info#forms}
     */
    default Set<String> ignores(String form) {
        return CommonHyperparameters.READ_BY_NONE;
    }

    /** Builds networks and optimisers inside the caller's scope; what it keeps is retained. */
    Algorithm create(Context context);

    /**
     * @param name the field's, as in tables: ERM, IRM, …
     * @param family {@code risk}, {@code distribution matching}, {@code adversarial}, {@code gradient}, {@code augmentation}, …
     * @param paper authors, title, year, in one line
     * @param summary one line: the idea
     * @param needs what it needs beyond examples and labels: {@code environments}, {@link #ATTRIBUTES}, {@link #PREDICTION_BATCHES}, {@link #WEIGHTS}; empty for none
     * @param minimumEnvironments training environments below which it cannot do what it is for
     * @param forms that exist, the first is the default: {@code domainbed}, {@code controlled}, {@link #AUTO_LR}
     * @param resultsVersion raised whenever a change moves its numbers
     * @param selection its own model-selection rule, by name
     */
    record Info(
            String name,
            String family,
            String paper,
            String summary,
            List<String> needs,
            int minimumEnvironments,
            List<String> forms,
            int resultsVersion,
            String selection) {
        public Info {
            needs = List.copyOf(needs);
            forms = List.copyOf(forms);
        }
    }

    /**
     * The first of two stages.
     *
     * @param updates of it
     * @param batch rows of each of its batches; 0: as many as in the second stage
     * @param inside whether its updates are among the steps of the study's training, and its batches the first of theirs; else they come before, with
     *     batches of their own
     */
    record FirstStage(int updates, int batch, boolean inside) {
        /** Updates of both stages where the study's training has this many steps. */
        public long updates(int steps) {
            return inside ? steps : (long) updates + steps;
        }
    }

    /**
     * @param dataset registered name; some ranges of DomainBed depend on it
     * @param small whether the ranges for small images hold ({@code domainbed-protocol.md} 3.1)
     * @param form one of {@link Info#forms}
     */
    record SpaceContext(String dataset, boolean small, String form) {}

    /**
     * @param shape of an example
     * @param flatInput 0, or the length of a one-dimensional example that replaces {@code shape} (tables, golden files)
     * @param classes at least 2
     * @param domains training environments, at least 1
     * @param form one of {@link Info#forms}
     * @param strict whether layer {@code algorithm} keeps the reference's defects
     * @param hyperparameters every declared one
     * @param network registered name
     * @param precision of weights
     * @param device {@code cpu} or {@code cuda:K}
     * @param draws the only source of random draws after construction; initial weights come from libtorch's generator
     * @param weights file that the network starts from; null: it starts at random
     * @param values of the attribute that names the environments, at least {@code domains}: some of them may be in no training row
     */
    record Context(
            ImageShape shape,
            int flatInput,
            int classes,
            int domains,
            String form,
            Set<String> strict,
            Map<String, Object> hyperparameters,
            String network,
            Precision precision,
            String device,
            RandomDraws draws,
            @Nullable Path weights,
            int values) {

        /** From random weights, all values of the attribute in training. */
        public Context(
                ImageShape shape,
                int flatInput,
                int classes,
                int domains,
                String form,
                Set<String> strict,
                Map<String, Object> hyperparameters,
                String network,
                Precision precision,
                String device,
                RandomDraws draws) {
            this(
                    shape,
                    flatInput,
                    classes,
                    domains,
                    form,
                    strict,
                    hyperparameters,
                    network,
                    precision,
                    device,
                    draws,
                    null,
                    domains);
        }

        /** This without one of its hyperparameters. */
        Context without(String name) {
            Map<String, Object> others = new TreeMap<>(hyperparameters);
            others.remove(name);
            return new Context(
                    shape, flatInput, classes, domains, form, strict, others, network, precision, device, draws,
                    weights, values);
        }

        /** This with a network that starts from a file; null: at random. */
        public Context startingFrom(@Nullable Path file) {
            return new Context(
                    shape,
                    flatInput,
                    classes,
                    domains,
                    form,
                    strict,
                    hyperparameters,
                    network,
                    precision,
                    device,
                    draws,
                    file,
                    values);
        }

        /** This with so many values of the attribute, those without a training row included. */
        public Context withValues(int all) {
            return new Context(
                    shape,
                    flatInput,
                    classes,
                    domains,
                    form,
                    strict,
                    hyperparameters,
                    network,
                    precision,
                    device,
                    draws,
                    weights,
                    all);
        }
    }
}
