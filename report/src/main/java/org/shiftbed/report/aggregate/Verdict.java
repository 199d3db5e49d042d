package org.shiftbed.report.aggregate;

import java.util.List;
import java.util.function.Supplier;

/**
 * Whether a study agrees with a finding of the paper ({@code controlled-shifts.md} 6).
 *
 * @param id E1 to E24
 * @param claim what the paper found, in short
 * @param answer of the study
 * @param found the numbers behind the answer, or what is missing for one
 */
public record Verdict(String id, String claim, Answer answer, String found) {
    /** What a study can say. */
    public enum Answer {
        AGREE("agree"),
        DISAGREE("disagree"),
        NOT_DECIDABLE("not decidable at this size");

        private final String words;

        Answer(String words) {
            this.words = words;
        }

        /** As tables write it. */
        public String words() {
            return words;
        }
    }

    /** The number of its id. */
    public int number() {
        return Integer.parseInt(id.substring(1));
    }

    /** The same with the kind of shift in front of the finding, where it does not say it itself. */
    public Verdict under(String shift) {
        boolean said = claim.startsWith("spurious correlation:")
                || claim.startsWith("low data:")
                || claim.startsWith("unseen data:");
        return said ? this : new Verdict(id, shift + ": " + claim, answer, found);
    }

    static Verdict of(String id, String claim, boolean agrees, String found) {
        return new Verdict(id, claim, agrees ? Answer.AGREE : Answer.DISAGREE, found);
    }

    static Verdict open(String id, String claim, String missing) {
        return new Verdict(id, claim, Answer.NOT_DECIDABLE, missing);
    }

    /** The verdict where nothing is missing, else what is. */
    static Verdict unless(List<String> missing, String id, String claim, Supplier<Verdict> verdict) {
        return missing.isEmpty() ? verdict.get() : open(id, claim, String.join("; ", missing));
    }
}
