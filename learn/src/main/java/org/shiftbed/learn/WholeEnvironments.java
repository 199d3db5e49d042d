package org.shiftbed.learn;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.shiftbed.shift.Part;
import org.shiftbed.shift.Split;

/** DomainBed's split with a holdout of 0: all rows of an environment are in its in-split. */
final class WholeEnvironments {
    private static final Pattern IN_SPLIT = Pattern.compile("(env\\d+)_in");

    private WholeEnvironments() {}

    /**
     * The parts {@code env{i}_in} with the rows of {@code env{i}_out} added, ascending; roles, weights and held-out environments stay, and the manifest is that of the
     * split that was given.
     */
    static Split of(Split split) {
        List<Part> parts = split.parts().stream()
                .filter(part -> IN_SPLIT.matcher(part.name()).matches())
                .map(part -> whole(split, part))
                .toList();
        return new Split(
                split.label(),
                split.environmentAttribute(),
                split.environments(),
                split.environmentOf(),
                split.labels(),
                split.classes(),
                parts,
                split.testEnvironments(),
                split.noise(),
                split.sampler(),
                split.maxWeight(),
                split.warnings(),
                split.manifest(),
                split.rare());
    }

    private static Part whole(Split split, Part in) {
        int[] out =
                split.part(IN_SPLIT.matcher(in.name()).replaceFirst("$1_out")).rows();
        int[] rows = IntStream.concat(IntStream.of(in.rows()), IntStream.of(out))
                .sorted()
                .toArray();
        return new Part(in.name(), in.role(), in.environment(), in.filter(), in.requested(), rows, in.weight());
    }
}
