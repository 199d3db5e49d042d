package org.shiftbed.shift;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.shiftbed.base.Names;
import org.shiftbed.base.NumpyRandom;
import org.shiftbed.base.Seed;
import org.shiftbed.base.SeedHash;
import org.shiftbed.base.UserError;
import org.shiftbed.data.AttributeTable;

/**
 * Unseen data on the attribute {@code domain}: DomainBed's leave-one-domain-out ({@code domainbed-protocol.md} 4.2), whose in- and out-splits are
 * met to the bit. They depend on the trial seed and on the number of rows of each environment alone.
 *
 * @param test environments held out: Integer indices from 0, or String names
 * @param holdout share of each environment that goes into its out-split, in (0, 1)
 * @param trialSeed DomainBed's trial_seed, at least 0
 */
record LeaveDomainsOut(Frame frame, List<Object> test, double holdout, int trialSeed) implements Shift {
    static final String KIND = "leave-domains-out";
    private static final double STANDARD_HOLDOUT = 0.2;

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public String setting() {
        return frame.setting(null, holdout == STANDARD_HOLDOUT ? "" : "holdout " + holdout);
    }

    @Override
    public Map<String, Object> parameters() {
        LinkedHashMap<String, Object> own = new LinkedHashMap<>();
        own.put("test", test);
        own.put("holdout", holdout);
        own.put("trial_seed", trialSeed);
        return frame.parameters(own);
    }

    @Override
    public Split apply(AttributeTable table, Seed seed) {
        Frame.attribute(table, KIND, "label", frame.label());
        String domain = frame.environments();
        if (domain == null) {
            throw new UserError(KIND + ": environments must be given, the name of an attribute: data set '"
                    + frame.dataset() + "' has no domains of its own");
        }
        List<Environment> environments = frame.environments(table, KIND);
        List<Integer> held = heldOut(environments);
        int[] environmentOf = frame.environmentOf(table);
        List<String> warnings = new ArrayList<>();
        int[][] in = new int[environments.size()][];
        int[][] out = new int[environments.size()][];
        for (int i = 0; i < in.length; i++) {
            int environment = i;
            int[] rows = IntStream.range(0, table.rows())
                    .filter(row -> environmentOf[row] == environment)
                    .toArray();
            int[] keys = shuffled(rows, i);
            int outRows = (int) (rows.length * holdout);
            if (outRows == 0) {
                throw new UserError(KIND + ": the out-split of environment '"
                        + environments.get(i).name() + "' is empty: " + rows.length + " rows at holdout " + holdout
                        + "; use more rows, or a larger holdout");
            }
            out[i] = Arrays.copyOf(keys, outRows);
            in[i] = Arrays.copyOfRange(keys, outRows, keys.length);
            if (held.contains(i)) {
                // The reference splits the in-split of a test environment once more, by the same seed, into nothing and
                // all of it.
                in[i] = shuffled(in[i], i);
            }
        }
        limitSize(in, held, warnings);
        List<Part> parts = parts(environments, held, in, out, domain);
        int[] labels = table.column(frame.label()).clone();
        List<Part> training = RowProbabilities.drawn(parts);
        warnings.addAll(SplitBuilder.absentClasses(table.attribute(frame.label()), labels, training));
        warnings.addAll(sharedPictures(table, in, out));
        Manifest manifest = new Manifest(this, frame, table, parts, environments, warnings);
        manifest.correlation(domain, false);
        return new Split(
                frame.label(),
                domain,
                environments,
                environmentOf,
                labels,
                table.attribute(frame.label()).cardinality(),
                parts,
                held,
                frame.conditions().noise(),
                frame.sampler(),
                frame.maxWeight(),
                warnings,
                manifest.plain(),
                new boolean[0]);
    }

    private int[] shuffled(int[] rows, int environment) {
        int[] keys = IntStream.range(0, rows.length).toArray();
        new NumpyRandom(SeedHash.of(trialSeed, environment)).shuffle(keys);
        return Arrays.stream(keys).map(key -> rows[key]).toArray();
    }

    private List<Integer> heldOut(List<Environment> environments) {
        List<String> names = environments.stream().map(Environment::name).toList();
        List<Integer> held = new ArrayList<>();
        for (Object one : test) {
            int index = one instanceof Integer number ? number : names.indexOf(one);
            if (index < 0) {
                throw Names.unknown(KIND + ": test", "environment", one.toString(), names);
            }
            if (index >= names.size()) {
                throw new UserError(KIND + ": test must name environments 0 to " + (names.size() - 1) + " " + names
                        + ", got " + index);
            }
            if (!held.contains(index)) {
                held.add(index);
            }
        }
        if (held.size() == names.size()) {
            throw new UserError(KIND + ": no training row is left: test holds out all environments " + names
                    + "; leave at least one for training");
        }
        return held;
    }

    private void limitSize(int[][] in, List<Integer> held, List<String> warnings) {
        int[] counts = IntStream.range(0, in.length)
                .map(i -> held.contains(i) ? 0 : in[i].length)
                .toArray();
        int[] limited = DatasetSize.limit(counts, frame.conditions().size(), frame.clip(), KIND, warnings);
        for (int i = 0; i < in.length; i++) {
            if (!held.contains(i)) {
                in[i] = Arrays.copyOf(in[i], limited[i]);
            }
        }
    }

    /** By role, and within a role in the order of the environments. */
    private static List<Part> parts(
            List<Environment> environments, List<Integer> held, int[][] in, int[][] out, String domain) {
        List<Part> parts = new ArrayList<>();
        for (Role role : List.of(Role.TRAIN, Role.VALIDATION_ID, Role.VALIDATION_ORACLE, Role.TEST)) {
            boolean heldOut = role == Role.VALIDATION_ORACLE || role == Role.TEST;
            boolean inside = role == Role.TRAIN || role == Role.TEST;
            for (Environment environment : environments) {
                int i = environment.index();
                if (held.contains(i) == heldOut) {
                    String name = "env" + i + (inside ? "_in" : "_out");
                    String filter = RowFilter.is(domain, environment.name());
                    int[] rows = inside ? in[i] : out[i];
                    parts.add(new Part(name, role, i, filter, 0, rows, role == Role.TRAIN ? 1 : 0));
                }
            }
        }
        return parts;
    }

    /** The reference splits by row: where copies of one picture fall on both sides, say so. */
    private static List<String> sharedPictures(AttributeTable table, int[][] in, int[][] out) {
        int[] groups = table.groups();
        BitSet inside = new BitSet();
        Arrays.stream(in).flatMapToInt(Arrays::stream).forEach(row -> inside.set(groups[row]));
        long shared = Arrays.stream(out)
                .flatMapToInt(Arrays::stream)
                .filter(row -> inside.get(groups[row]))
                .count();
        return shared == 0
                ? List.of()
                : List.of(
                        shared
                                + " rows of the out-splits show a picture that an in-split has too: this protocol splits by row");
    }

    /** Makes it. */
    public static final class Factory extends KindFactory {
        /** For the service loader. */
        public Factory() {
            super(
                    KIND,
                    "some environments are held out from training, split as DomainBed splits them",
                    List.of(
                            new Field(
                                    "test",
                                    "an environment by index from 0 or by name, or a list of them",
                                    "",
                                    "the environments that training never sees (test-environments of a study file)"),
                            new Field(
                                    "holdout",
                                    "a number between 0 and 1",
                                    Double.toString(STANDARD_HOLDOUT),
                                    "share of each environment's rows kept for validation (holdout of a study file)"),
                            new Field(
                                    "trial_seed",
                                    "a whole number of at least 0",
                                    "0",
                                    "seed of the split into training and validation rows (one of trials of a study file)")),
                    List.of());
        }

        @Override
        Shift make(Fields fields, FrameMaker frames) {
            return new LeaveDomainsOut(
                    frames.frame(null),
                    fields.places("test"),
                    fields.decimal("holdout", STANDARD_HOLDOUT, 0, 1),
                    fields.whole("trial_seed", 0, 0));
        }
    }
}
