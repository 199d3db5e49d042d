package org.shiftbed.learn.algorithm;

import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.Tensor;
import org.shiftbed.learn.hyperparameter.HyperparameterValues;
import org.shiftbed.learn.network.Mlp;
import org.shiftbed.learn.torch.AdamOptimizer;
import org.shiftbed.learn.torch.Tensors;

/**
 * Domain-adversarial training in the form of the controlled study ({@code controlled-shifts.md} 3.4): one forward pass gives z; featurizer and
 * classifier make a step on CE(y) - lambda CE(adversary(z), a), then the adversary, two hidden layers of 64, a step of its own on
 * CE(adversary(z), a) with the z of that forward pass as a constant. Two Adams of one learning rate.
 *
 * <p>With one environment the adversary knows the answer; absent ones and single rows are legal.
 */
final class ControlledDann extends NetworkAlgorithm {
    private static final Map<String, Object> ADVERSARY = Map.of("mlp_width", 64L, "mlp_depth", 3L);

    private final Mlp adversary;
    private final AdamOptimizer modelOptimizer;
    private final AdamOptimizer adversaryOptimizer;
    private final boolean onLogits;

    ControlledDann(AlgorithmFactory.Context context) {
        super(context);
        onLogits = hyperparameters.text("on").equals(ControlledForms.LOGITS);
        adversary = add(
                "adversary",
                new Mlp(
                        onLogits ? context.classes() : featurizer.features(),
                        context.values(),
                        new HyperparameterValues(ADVERSARY),
                        namedTensors(),
                        context.draws()));
        modelOptimizer = adam("model", featurizerAndClassifier());
        adversaryOptimizer = adam("adversary", adversary.parameters());
    }

    @Override
    public Map<String, Double> update(List<Minibatch> minibatches) {
        Tensor environments = environments(minibatches);
        Tensor features = featurizer.forward(allX(minibatches)); // [B, d]
        Tensor logits = classifier.forward(features); // [B, K]
        Tensor z = onLogits ? logits : features;
        Tensor risk = crossEntropy(logits, allY(minibatches));
        Tensor confusion = crossEntropy(adversary.forward(z), environments);
        Tensor loss = risk.sub(times(confusion, hyperparameters.number("lambda")));
        Tensor constant = z.detach().clone();
        modelOptimizer.minimise(loss);
        Tensor guesses = adversary.forward(constant); // [B, P]
        Tensor own = crossEntropy(guesses, environments);
        adversaryOptimizer.minimise(own);
        return Map.of(
                "loss", Tensors.item(loss),
                "nll", Tensors.item(risk),
                "adversary", Tensors.item(own),
                "adversary_accuracy", accuracy(guesses, environments));
    }

    private static double accuracy(Tensor guesses, Tensor environments) {
        double[] right = Tensors.toDoubles(
                guesses.detach().argmax(new LongOptional(1), false).eq(environments));
        double sum = 0;
        for (double each : right) {
            sum += each;
        }
        return sum / right.length;
    }
}
