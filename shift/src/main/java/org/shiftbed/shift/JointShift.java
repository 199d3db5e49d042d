package org.shiftbed.shift;

import java.util.List;
import org.shiftbed.base.UserError;
import org.shiftbed.data.AttributeTable;

/** A shift that is a target joint ({@code controlled-shifts.md} 1.8). */
interface JointShift extends Component {

    /** The attributes of the joint. */
    List<String> joined();

    /**
     * The joint that is wanted.
     *
     * @param pool rows of the training pool
     */
    Joint joint(AttributeTable table, int[] pool);

    /** Repeated rows count where rows are drawn by parts alone: the other samplers take each row once. */
    static void checkSampler(Frame frame, JointOptions options, String kind) {
        if (options.shortage() == Shortage.OVERSAMPLE && frame.sampler() != SamplingWeights.PARTS) {
            throw new UserError(kind + ": shortage 'oversample' repeats rows, which sampler '" + frame.samplerWord()
                    + "' would count once; write sampler: parts, or another shortage");
        }
    }
}
