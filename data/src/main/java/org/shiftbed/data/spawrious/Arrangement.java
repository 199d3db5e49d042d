package org.shiftbed.data.spawrious;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which dogs stand where in each environment of a variant ({@code domainbed-protocol.md} 1.7).
 *
 * @param name the registered name
 * @param group the grounds of the four breeds in training
 * @param test their grounds in the test
 * @param filler the ground that every breed has a few pictures of in training; null: many-to-many, which has none
 */
record Arrangement(
        String name,
        List<String> group,
        List<String> test,
        @Nullable String filler) {
    /** The environments in their order. */
    static final List<String> ENVIRONMENTS = List.of("Test", "SC_group_1", "SC_group_2");

    /** The breeds in the order of classes. */
    static final List<String> CLASSES = List.of("bulldog", "corgi", "dachshund", "labrador");

    /** The breeds in the order of the lists of grounds. */
    static final List<String> BREEDS = List.of("bulldog", "dachshund", "labrador", "corgi");

    /** All grounds. */
    static final List<String> GROUNDS = List.of("beach", "desert", "dirt", "jungle", "mountain", "snow");

    static final List<Arrangement> ALL = List.of(
            new Arrangement(
                    "SpawriousO2O_easy",
                    List.of("desert", "jungle", "dirt", "snow"),
                    List.of("dirt", "snow", "desert", "jungle"),
                    "beach"),
            new Arrangement(
                    "SpawriousO2O_medium",
                    List.of("mountain", "beach", "dirt", "jungle"),
                    List.of("jungle", "dirt", "beach", "snow"),
                    "desert"),
            new Arrangement(
                    "SpawriousO2O_hard",
                    List.of("jungle", "mountain", "snow", "desert"),
                    List.of("mountain", "snow", "desert", "jungle"),
                    "beach"),
            new Arrangement(
                    "SpawriousM2M_easy",
                    List.of("desert", "mountain", "dirt", "jungle"),
                    List.of("dirt", "jungle", "mountain", "desert"),
                    null),
            new Arrangement(
                    "SpawriousM2M_medium",
                    List.of("beach", "snow", "mountain", "desert"),
                    List.of("desert", "mountain", "beach", "snow"),
                    null),
            new Arrangement(
                    "SpawriousM2M_hard",
                    List.of("dirt", "jungle", "snow", "beach"),
                    List.of("snow", "beach", "dirt", "jungle"),
                    null));

    /** For every pair of breeds that share two grounds, the other of the two. */
    private static final int[] PARTNER = {1, 0, 3, 2};

    /** No limit. */
    static final int EVERY = Integer.MAX_VALUE;

    /**
     * Pictures of one breed on one ground.
     *
     * @param environment index in {@link #ENVIRONMENTS}
     * @param half 0 or 1: which folder of the archive
     * @param ground folder in it
     * @param breed folder in that
     * @param most how many are taken, from the first on
     */
    record Take(int environment, int half, String ground, String breed, int most) {
        /** The folder, below the data set's. */
        String folder() {
            return half + "/" + ground + "/" + breed;
        }
    }

    /** What the environments are made of, in the order of their examples. */
    List<Take> takes() {
        List<Take> takes = new ArrayList<>();
        if (filler != null) {
            for (int breed = 0; breed < BREEDS.size(); breed++) {
                for (int half = 0; half < 2; half++) {
                    takes.add(new Take(0, half, test.get(breed), BREEDS.get(breed), EVERY));
                }
            }
            oneToOne(takes, 1, 0, filler, 3072, 96);
            oneToOne(takes, 2, 1, filler, 2756, 412);
        } else {
            manyToMany(takes, 0, test, false, EVERY);
            manyToMany(takes, 0, test, true, EVERY);
            manyToMany(takes, 1, group, false, 3168);
            manyToMany(takes, 2, group, true, 3168);
        }
        return takes;
    }

    private void oneToOne(List<Take> takes, int environment, int half, String rest, int own, int few) {
        for (int breed = 0; breed < BREEDS.size(); breed++) {
            takes.add(new Take(environment, half, group.get(breed), BREEDS.get(breed), own));
        }
        BREEDS.forEach(breed -> takes.add(new Take(environment, half, rest, breed, few)));
    }

    private static void manyToMany(List<Take> takes, int environment, List<String> grounds, boolean swapped, int most) {
        for (int breed = 0; breed < BREEDS.size(); breed++) {
            String ground = grounds.get(swapped ? PARTNER[breed] : breed);
            takes.add(new Take(environment, 0, ground, BREEDS.get(breed), most));
        }
    }
}
