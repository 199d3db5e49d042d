package org.shiftbed.learn.torch;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.BoolOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/**
 * Derivatives of a scalar. They are returned, never collected in the parameters, so that nothing has to be cleared between steps. One that the scalar
 * does not depend on is an undefined tensor.
 */
public final class Gradients {
    private Gradients() {}

    /** By each of these; the graph is released. */
    public static List<Tensor> of(Tensor scalar, List<Tensor> parameters) {
        return of(scalar, parameters, false, false);
    }

    /** By each of these; the graph stays, for another pass. */
    public static List<Tensor> keepingGraph(Tensor scalar, List<Tensor> parameters) {
        return of(scalar, parameters, true, false);
    }

    /** By each of these, as functions that can be differentiated again. */
    public static List<Tensor> differentiable(Tensor scalar, List<Tensor> parameters) {
        return of(scalar, parameters, true, true);
    }

    private static List<Tensor> of(Tensor scalar, List<Tensor> parameters, boolean keepGraph, boolean createGraph) {
        TensorVector found = torch.grad(
                new TensorVector(scalar),
                Tensors.vector(parameters),
                new TensorVector(),
                new BoolOptional(keepGraph),
                createGraph,
                true);
        List<Tensor> gradients = new ArrayList<>();
        for (int i = 0; i < parameters.size(); i++) {
            gradients.add(found.get(i));
        }
        return gradients;
    }
}
