package org.shiftbed.learn;

import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.shiftbed.data.Transforms;
import org.shiftbed.learn.algorithm.AlgorithmFactory;
import org.shiftbed.learn.augment.Augmentation;
import org.shiftbed.learn.augment.DomainBedAugmentation;
import org.shiftbed.learn.hyperparameter.HyperparameterValues;

/**
 * What becomes of pictures before a network sees them ({@code domainbed-protocol.md} 1.5): whether they are normalised, and which of them are augmented when.
 * Under {@code protocol: controlled}, and for the digits, they stay as they are, unless the algorithm augments them itself.
 *
 * @param augmentation of training pictures: the algorithm's own, else the protocol's; null: none
 * @param normalised whether values get the mean and deviation of ImageNet's channels
 * @param inTraining whether the picture of a row is augmented in training, if any is
 * @param inEvaluation whether the picture of a row is augmented when it is evaluated (D05)
 */
record ProtocolPictures(
        @Nullable Augmentation augmentation, boolean normalised, IntPredicate inTraining, IntPredicate inEvaluation) {
    static ProtocolPictures of(TrainingTask task) {
        AlgorithmFactory factory = Algorithms.require(task.algorithm(), "algorithm");
        Augmentation own = factory.augmentation(task.hyperparameters());
        Transforms family =
                task.protocol() == Protocol.DOMAINBED ? task.dataset().transforms() : Transforms.NONE;
        boolean normalised = family != Transforms.NONE && !factory.preparesPictures();
        boolean augmented = family != Transforms.NONE
                && new HyperparameterValues(task.hyperparameters()).flag("data_augmentation", true);
        if (own != null || !augmented) {
            return new ProtocolPictures(own, normalised, row -> true, row -> false);
        }
        boolean strict = task.strict().contains("data");
        int[] environmentOf = task.split().environmentOf();
        IntPredicate byEnvironment = family == Transforms.SPAWRIOUS
                ? row -> environmentOf[row] > 0
                : row -> environmentOf[row] >= 0
                        && !task.split().testEnvironments().contains(environmentOf[row]);
        return new ProtocolPictures(
                new DomainBedAugmentation(family),
                normalised,
                strict && family == Transforms.SPAWRIOUS ? byEnvironment : row -> true,
                strict ? byEnvironment : row -> false);
    }
}
