package org.shiftbed.audit.demo;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.audit.spec.Direction;
import org.shiftbed.audit.spec.LossSpec;
import org.shiftbed.audit.spec.ShiftSpec;
import org.shiftbed.base.Seed;
import org.shiftbed.data.table.Column;
import org.shiftbed.data.table.Table;

/**
 * Nine binary attributes of imagined portraits, and whether a classifier of one of them ({@code male}) is right (parametric-robustness 8.4). Each
 * attribute is Bernoulli with log-odds linear in its parents; all but {@code male} may shift, with one parameter for each pattern of parents, 31
 * in all. Truth is the sum over all 512 portraits.
 */
final class FacesDemo implements Demo.Law {
    private static final int ROWS = 20_000;

    private enum Attribute {
        YOUNG(new double[] {1.2}),
        MALE(new double[] {-0.3}),
        GLASSES(new double[] {-1.2, -1.0}, YOUNG),
        BALD(new double[] {-3.2, 2.4, -1.4}, MALE, YOUNG),
        MOUSTACHE(new double[] {-3.5, 2.6, -0.5}, MALE, YOUNG),
        SMILING(new double[] {0.3, -0.5, 0.1}, MALE, YOUNG),
        LIPSTICK(new double[] {0.2, -3.8, 0.8}, MALE, YOUNG),
        MOUTH_OPEN(new double[] {-1.0, 0.2, 2.0}, YOUNG, SMILING),
        NARROW_EYES(new double[] {-2.0, 0.2, -0.3, 0.7}, MALE, YOUNG, SMILING);

        private final double[] coefficients;
        private final Attribute[] parents;

        Attribute(double[] coefficients, Attribute... parents) {
            this.coefficients = coefficients;
            this.parents = parents;
        }

        String column() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The log-odds of having it, for a portrait of which the parents are known. */
        double logOdds(int portrait) {
            double sum = coefficients[0];
            for (int k = 0; k < parents.length; k++) {
                sum += coefficients[k + 1] * parents[k].of(portrait);
            }
            return sum;
        }

        /** Which pattern of parents a portrait has; the first parent counts single. */
        int pattern(int portrait) {
            int pattern = 0;
            for (int k = 0; k < parents.length; k++) {
                pattern += parents[k].of(portrait) << k;
            }
            return pattern;
        }

        int of(int portrait) {
            return portrait >> ordinal() & 1;
        }
    }

    private static final List<Attribute> SHIFTING = List.of(
            Attribute.BALD,
            Attribute.GLASSES,
            Attribute.LIPSTICK,
            Attribute.MOUTH_OPEN,
            Attribute.MOUSTACHE,
            Attribute.NARROW_EYES,
            Attribute.SMILING,
            Attribute.YOUNG);
    private static final int PARAMETERS =
            SHIFTING.stream().mapToInt(one -> 1 << one.parents.length).sum();

    @Override
    public Table table(Seed seed) {
        SplittableRandom random = seed.child("faces").random();
        Attribute[] attributes = Attribute.values();
        int[][] values = new int[attributes.length][ROWS];
        int[] correct = new int[ROWS];
        for (int r = 0; r < ROWS; r++) {
            int portrait = 0;
            for (Attribute one : attributes) {
                int has = random.nextDouble() < Demo.sigmoid(one.logOdds(portrait)) ? 1 : 0;
                values[one.ordinal()][r] = has;
                portrait |= has << one.ordinal();
            }
            correct[r] = random.nextDouble() < right(portrait) ? 1 : 0;
        }
        List<Column> columns = new ArrayList<>();
        for (Attribute one : attributes) {
            columns.add(new Column.Ints(one.column(), values[one.ordinal()]));
        }
        columns.add(new Column.Ints("accuracy", correct));
        return new Table(columns);
    }

    @Override
    public AuditSpec spec() {
        ShiftSpec[] shifts = SHIFTING.stream()
                .map(one -> ShiftSpec.of(one.column())
                        .withFamily("bernoulli")
                        .given(Arrays.stream(one.parents).map(Attribute::column).toArray(String[]::new))
                        .withForm(one.parents.length == 0 ? ShiftSpec.CONSTANT : ShiftSpec.PER_VALUE))
                .toArray(ShiftSpec[]::new);
        return AuditSpec.of(LossSpec.column("accuracy"), shifts).withWorse(Direction.SMALLER);
    }

    @Override
    public double loss(double[] delta) {
        Demo.requireParameters(delta, PARAMETERS);
        int[] first = new int[Attribute.values().length];
        int next = 0;
        for (Attribute one : SHIFTING) {
            first[one.ordinal()] = next;
            next += 1 << one.parents.length;
        }
        double sum = 0;
        for (int portrait = 0; portrait < 1 << Attribute.values().length; portrait++) {
            double probability = 1;
            for (Attribute one : Attribute.values()) {
                double shift = SHIFTING.contains(one) ? delta[first[one.ordinal()] + one.pattern(portrait)] : 0;
                double has = Demo.sigmoid(one.logOdds(portrait) + shift);
                probability *= one.of(portrait) == 1 ? has : 1 - has;
            }
            sum += probability * right(portrait);
        }
        return sum;
    }

    /** The probability that the classifier is right about a portrait. */
    private static double right(int portrait) {
        int young = Attribute.YOUNG.of(portrait);
        int male = Attribute.MALE.of(portrait);
        int female = 1 - male;
        int glasses = Attribute.GLASSES.of(portrait);
        int bald = Attribute.BALD.of(portrait);
        int moustache = Attribute.MOUSTACHE.of(portrait);
        int smiling = Attribute.SMILING.of(portrait);
        int lipstick = Attribute.LIPSTICK.of(portrait);
        int mouthOpen = Attribute.MOUTH_OPEN.of(portrait);
        int narrowEyes = Attribute.NARROW_EYES.of(portrait);
        return Demo.sigmoid(2.0
                + 0.3 * young
                - 0.5 * glasses
                - 0.1 * mouthOpen
                - 0.3 * narrowEyes
                + 0.15 * smiling
                + male * (0.8 * bald - 2.4 * lipstick + 1.0 * moustache - 0.3 * (1 - young))
                + female * (-2.2 * bald + 1.1 * lipstick - 1.8 * moustache - 0.8 * (1 - lipstick) * (1 - young))
                - 0.6 * bald * glasses
                - 0.5 * narrowEyes * glasses
                + 0.2 * mouthOpen * smiling);
    }
}
