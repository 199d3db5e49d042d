package org.shiftbed.audit.loss;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Two words of which everybody knows which is positive, in any case. Other pairs, such as {@code disease} and {@code none}, have no order that can be
 * relied on: what comes later in the alphabet may be either.
 */
enum PlainPair {
    DIGITS("0", "1"),
    FLAGS("false", "true"),
    ANSWERS("no", "yes"),
    SHORT_ANSWERS("n", "y"),
    SHORT_FLAGS("f", "t"),
    WORDS("negative", "positive"),
    SHORT_WORDS("neg", "pos");

    private final String negative;
    private final String positive;

    PlainPair(String negative, String positive) {
        this.negative = negative;
        this.positive = positive;
    }

    /** The pair that one or two values belong to; null where they are of none, or are one word in two spellings. */
    static @Nullable PlainPair of(List<String> values) {
        List<String> words = values.stream().map(PlainPair::word).distinct().toList();
        return values.isEmpty() || words.size() != values.size()
                ? null
                : Stream.of(values())
                        .filter(pair -> List.of(pair.negative, pair.positive).containsAll(words))
                        .findFirst()
                        .orElse(null);
    }

    /** Whether it is the positive word of any pair. */
    static boolean isPositive(String value) {
        return Stream.of(values()).anyMatch(pair -> pair.positive.equals(word(value)));
    }

    String positive() {
        return positive;
    }

    /** The positive one as the values spell it; as it stands here where they lack it. */
    String positiveIn(List<String> values) {
        return values.stream()
                .filter(value -> Objects.equals(word(value), positive))
                .findFirst()
                .orElse(positive);
    }

    private static String word(String value) {
        String word = value.strip().toLowerCase(Locale.ROOT);
        return word.endsWith(".0") ? word.substring(0, word.length() - 2) : word;
    }
}
