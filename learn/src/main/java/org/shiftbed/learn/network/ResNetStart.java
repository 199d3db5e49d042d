package org.shiftbed.learn.network;

import java.util.Locale;
import java.util.Map;
import org.bytedeco.pytorch.GeneratorOptional;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.HyperparameterValues;

/** The random weights that a residual network starts from ({@code controlled-shifts.md} 3.1; hyperparameter {@code init}). */
enum ResNetStart {
    /**
     * Convolutions normal with deviation 1 / sqrt(fan-in), cut at two deviations; the last normalisation of a bottleneck block scales by 0, so that the
     * block starts as its shortcut.
     */
    RELEASE,
    /** Convolutions normal with variance 2 / fan-out (He et al., 2015), as torchvision's. */
    KAIMING,
    /** Every layer as torch makes it. */
    TORCH;

    private static final int CONVOLUTION = 4;
    /** The share of a normal distribution within two deviations. */
    private static final double WITHIN = 0.954499736103642;

    /** As a run has it; torch's where it has none, which is DomainBed's. */
    static ResNetStart of(HyperparameterValues values) {
        String word = values.text(CommonHyperparameters.INIT, "torch");
        for (ResNetStart start : values()) {
            if (start.name().toLowerCase(Locale.ROOT).equals(word)) {
                return start;
            }
        }
        throw new IllegalArgumentException("hyperparameter 'init' must be release, kaiming or torch, got " + word);
    }

    /** @param state by torchvision's names, made by torch's defaults */
    void apply(Map<String, Tensor> state) {
        if (this == TORCH) {
            return;
        }
        try (NoGradGuard guard = new NoGradGuard()) {
            state.forEach((name, tensor) -> {
                if (tensor.dim() == CONVOLUTION) {
                    convolution(tensor);
                } else if (this == RELEASE && name.endsWith(".bn3.weight")) {
                    tensor.zero_();
                }
            });
        }
    }

    private void convolution(Tensor weight) {
        long area = weight.size(2) * weight.size(3);
        if (this == KAIMING) {
            weight.normal_(0, Math.sqrt(2.0 / (weight.size(0) * area)), new GeneratorOptional());
            return;
        }
        double deviation = 1 / Math.sqrt(weight.size(1) * area);
        // The inverse of the distribution function, of numbers that are uniform on the part that is kept.
        weight.uniform_(-WITHIN, WITHIN, new GeneratorOptional());
        weight.erfinv_().mul_(new Scalar(Math.sqrt(2) * deviation));
    }
}
