package org.shiftbed.bench;

import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Adam;
import org.bytedeco.pytorch.AdamOptions;
import org.bytedeco.pytorch.Conv2dImpl;
import org.bytedeco.pytorch.Conv2dOptions;
import org.bytedeco.pytorch.GroupNormImpl;
import org.bytedeco.pytorch.GroupNormOptions;
import org.bytedeco.pytorch.LinearImpl;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.shiftbed.learn.torch.Natives;

/**
 * The least that an ERM step with network {@code mnist-cnn} can cost: libtorch's own modules and optimiser on one batch that lies in memory
 * already. No data set, no batch drawing, no checks, no checkpoints.
 */
final class BareLoop {
    private final Conv2dImpl[] convolutions;
    private final GroupNormImpl[] norms;
    private final LinearImpl head;
    private final Adam adam;
    private final Tensor x;
    private final Tensor y;

    BareLoop(int batch, int channels, int side, int classes, int threads) {
        Natives.load(threads);
        int[] widths = {channels, 64, 128, 128, 128};
        convolutions = new Conv2dImpl[4];
        norms = new GroupNormImpl[4];
        for (int i = 0; i < 4; i++) {
            Conv2dOptions options = new Conv2dOptions(widths[i], widths[i + 1], new LongPointer(3, 3));
            options.padding().put(new LongPointer(1, 1));
            if (i == 1) {
                options.stride().put(new LongPointer(2, 2));
            }
            convolutions[i] = new Conv2dImpl(options);
            norms[i] = new GroupNormImpl(new GroupNormOptions(8, widths[i + 1]));
        }
        head = new LinearImpl(128, classes);
        TensorVector all = new TensorVector();
        for (int i = 0; i < 4; i++) {
            add(all, convolutions[i].parameters());
            add(all, norms[i].parameters());
        }
        add(all, head.parameters());
        adam = new Adam(all, new AdamOptions(1e-3));
        x = torch.rand(batch, channels, side, side);
        y = torch.randint(0, classes, new long[] {batch}).to(torch.ScalarType.Long);
    }

    /** Processor seconds of one update. */
    double step() {
        long begun = TrainerRun.CLOCK.getCurrentThreadCpuTime();
        try (PointerScope scope = new PointerScope()) {
            Tensor h = x;
            for (int i = 0; i < 4; i++) {
                h = norms[i].forward(torch.relu(convolutions[i].forward(h)));
            }
            Tensor logits = head.forward(torch.flatten(torch.adaptive_avg_pool2d(h, 1, 1), 1, -1));
            Tensor loss = torch.cross_entropy_loss(logits, y);
            adam.zero_grad(false);
            loss.backward();
            adam.step();
            loss.item_double();
        }
        return (TrainerRun.CLOCK.getCurrentThreadCpuTime() - begun) * 1e-9;
    }

    private static void add(TensorVector all, TensorVector more) {
        for (long i = 0; i < more.size(); i++) {
            all.push_back(more.get(i));
        }
    }
}
