package org.shiftbed.audit.result;

import java.util.List;

/**
 * How far the quadratic model can be trusted (parametric-robustness 5.2).
 *
 * @param grade the word
 * @param reasons each in a sentence
 */
public record Verdict(Grade grade, List<String> reasons) {

    /** From the best to the worst. */
    public enum Grade {
        GOOD("good"),
        CAUTION("caution"),
        UNINFORMATIVE("importance sampling is uninformative"),
        POOR("poor");

        private final String words;

        Grade(String words) {
            this.words = words;
        }

        /** As written for people. */
        public String words() {
            return words;
        }
    }
}
