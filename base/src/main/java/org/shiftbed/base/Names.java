package org.shiftbed.base;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/** Finds the known name that a mistyped one most likely meant. */
public final class Names {
    private static final int SHOWN = 3;

    private Names() {}

    /**
     * The sentence that ends an error about an unknown name: the nearest known one if it is near, else those of which it is a word
     * ({@code lambda} of {@code irm_lambda}), and the list of all.
     *
     * @param found what the user wrote
     * @param known every name that would have been right
     * @return {@code "did you mean 'x'? known: a, b, x"}, or without the question where nothing is near
     */
    public static String suggest(String found, Collection<String> known) {
        TreeSet<String> sorted = new TreeSet<>(known);
        String list = sorted.isEmpty() ? "none is known here" : "known: " + String.join(", ", sorted);
        String best = null;
        int bestDistance = Integer.MAX_VALUE;
        for (String name : sorted) {
            int distance = Math.min(
                    distance(found.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT)),
                    distance(spoken(found), spoken(name)));
            if (distance < bestDistance) {
                bestDistance = distance;
                best = name;
            }
        }
        boolean near = best != null && bestDistance <= Math.max(2, found.length() / 3);
        if (near) {
            return "did you mean '" + best + "'? " + list;
        }
        List<String> holding = sorted.stream()
                .filter(name ->
                        List.of(name.toLowerCase(Locale.ROOT).split("[_-]")).contains(found.toLowerCase(Locale.ROOT)))
                .limit(SHOWN)
                .toList();
        return holding.isEmpty() ? list : "did you mean '" + String.join("' or '", holding) + "'? " + list;
    }

    /** As it is read aloud, where signs stand for words: {@code ERM++}. */
    private static String spoken(String name) {
        return name.toLowerCase(Locale.ROOT).replace("+", "plus");
    }

    /**
     * An error that names the place, the unknown name and the nearest known one.
     *
     * @param place where it stands, for example {@code "study.yaml, line 3: algorithms"}
     * @param kind what it should name, for example {@code "algorithm"}
     */
    public static UserError unknown(String place, String kind, String found, Collection<String> known) {
        return new UserError(place + ": unknown " + kind + " '" + found + "'; " + suggest(found, known));
    }

    /** Edit distance with neighbouring swaps (optimal string alignment): insertions, deletions, replacements and swaps cost 1. */
    static int distance(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            cost[i][0] = i;
        }
        for (int j = 0; j <= b.length(); j++) {
            cost[0][j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            for (int j = 1; j <= b.length(); j++) {
                int replace = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                cost[i][j] = Math.min(replace, Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
                }
            }
        }
        return cost[a.length()][b.length()];
    }
}
