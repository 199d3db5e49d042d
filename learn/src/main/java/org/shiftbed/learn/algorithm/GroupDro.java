package org.shiftbed.learn.algorithm;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.Distribution;
import org.shiftbed.learn.hyperparameter.Hyperparameter;
import org.shiftbed.learn.hyperparameter.HyperparameterSpace;
import org.shiftbed.learn.torch.Tensors;

/**
 * Group distributionally robust optimisation (Sagawa et al., 2020; {@code domainbed-protocol.md} 5.1): the loss is sum_e q_e R_e, with
 * q_e multiplied by exp(eta R_e) and normalised before every update, so that weight moves to the environments that do worst.
 *
 * <p>q has an entry for every training environment; those absent from a batch keep theirs (but for the normalisation) and add nothing to the
 * loss. With layer {@code algorithm} strict, q is empty before the first update, as in the reference; a state with either length can be loaded.
 */
public final class GroupDro extends SingleOptimizerAlgorithm {
    private static final String Q = "q";

    private Tensor q;

    GroupDro(AlgorithmFactory.Context context) {
        super(context);
        q = Tensors.keep(ones(strict() ? 0 : context.domains()));
    }

    @Override
    public Map<String, Double> update(List<Minibatch> minibatches) {
        if (q.numel() == 0) {
            replaceQ(ones(context.domains()));
        }
        long[] present = minibatches.stream().mapToLong(Minibatch::environment).toArray();
        Tensor risks = risksApart(minibatches); // [present]
        Tensor index = Tensors.of(present, present.length).to(q.device(), torch.ScalarType.Long);
        try (NoGradGuard guard = new NoGradGuard()) {
            Tensor factor = risks.mul(new Scalar(hyperparameters.number("groupdro_eta")))
                    .exp();
            q.index_copy_(0, index, q.index_select(0, index).mul(factor));
            q.div_(q.sum());
        }
        Tensor loss = risks.dot(q.index_select(0, index)); // sum_e q_e R_e
        minimise(loss);
        return Map.of("loss", Tensors.item(loss));
    }

    @Override
    Map<String, Tensor> ownState() {
        LinkedHashMap<String, Tensor> state = new LinkedHashMap<>();
        state.put(Q, q);
        state.putAll(super.ownState());
        return state;
    }

    @Override
    void resize(Map<String, Tensor> state) {
        Tensor given = state.get(Q);
        if (given != null && given.numel() != q.numel() && (given.numel() == 0 || given.numel() == context.domains())) {
            replaceQ(ones((int) given.numel()));
        }
    }

    @Override
    public void close() {
        super.close();
        q.releaseReference();
    }

    private Tensor ones(int length) {
        return torch.ones(length).to(zero());
    }

    private void replaceQ(Tensor value) {
        q.releaseReference();
        q = Tensors.keep(value);
    }

    /** Registers GroupDRO. */
    public static final class Factory implements AlgorithmFactory {
        @Override
        public Info info() {
            return new Info(
                    "GroupDRO",
                    "risk",
                    "Sagawa, Koh, Hashimoto, Liang, Distributionally Robust Neural Networks, 2020",
                    "weighs environments by how badly they do",
                    List.of("environments"),
                    2,
                    List.of("domainbed"),
                    2,
                    "id");
        }

        @Override
        public List<String> defects() {
            return List.of("D15");
        }

        @Override
        public boolean environmentsApart(String form) {
            return true;
        }

        @Override
        public HyperparameterSpace space(SpaceContext context) {
            return CommonHyperparameters.of(context, "GroupDRO")
                    .with(new Hyperparameter(
                            "groupdro_eta",
                            0.01,
                            new Distribution.Power(10, -3, -1, false),
                            0,
                            Double.POSITIVE_INFINITY,
                            "step size of the weights of environments"));
        }

        @Override
        public Algorithm create(Context context) {
            return new GroupDro(context);
        }
    }
}
