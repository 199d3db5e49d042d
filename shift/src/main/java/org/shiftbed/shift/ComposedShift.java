package org.shiftbed.shift;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.Seed;
import org.shiftbed.base.UserError;
import org.shiftbed.data.AttributeTable;

/**
 * Several shifts at once ({@code controlled-shifts.md} 1.8): by parts, where every pair of parts is a part, or by tables, where likelihood ratios
 * multiply and the training rows follow the product. Conditions come last, as for every shift.
 *
 * @param shifts at least two, in the order written
 * @param table how rows are chosen by tables; null: by parts
 */
record ComposedShift(
        Frame frame, List<Component> shifts, @Nullable JointOptions table) implements Shift {
    static final String KIND = "compose";

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public String setting() {
        String all = shifts.stream()
                .map(shift -> shift.setting().isEmpty() ? shift.kind() : shift.kind() + " (" + shift.setting() + ")")
                .collect(Collectors.joining(" + "));
        List<String> words = new ArrayList<>(List.of(all));
        if (table != null) {
            words.add("by table");
            words.addAll(List.of(table.words()));
        }
        return frame.setting(along(), words.toArray(String[]::new));
    }

    @Override
    public Map<String, Object> parameters() {
        LinkedHashMap<String, Object> own = new LinkedHashMap<>();
        own.put(
                "of",
                shifts.stream().map(shift -> Map.of(shift.kind(), shift.own())).toList());
        own.put("by", table == null ? ComposedShiftFactory.PARTS : ComposedShiftFactory.TABLE);
        if (table != null) {
            own.putAll(table.parameters());
        }
        return frame.parameters(own);
    }

    @Override
    public Split apply(AttributeTable data, Seed seed) {
        SplitBuilder builder = new SplitBuilder(this, frame, data, seed);
        if (table == null) {
            byParts(data, builder);
        } else {
            builder.train(joint(data, builder, table));
        }
        String rare = rare(data);
        if (rare != null) {
            builder.rareInTraining(rare);
        }
        return builder.along(along()).build();
    }

    private void byParts(AttributeTable data, SplitBuilder builder) {
        List<List<PartRequest>> requests = new ArrayList<>();
        for (int i = 0; i < shifts.size(); i++) {
            if (shifts.get(i) instanceof PartsShift parts) {
                requests.add(within(i, () -> parts.requests(data)));
            }
        }
        Composition composition = Composition.of(requests, data, builder.pool());
        List<String> empty = composition.dropped().stream()
                .filter(Composition.Dropped::empty)
                .map(Composition.Dropped::filter)
                .toList();
        if (composition.parts().isEmpty()) {
            throw new UserError(KIND + ": no training row is left: none of the " + builder.pool().length
                    + " rows of the training pool fits any two parts of the shifts at once (first \""
                    + (empty.isEmpty() ? composition.dropped().get(0).filter() : empty.get(0))
                    + "\"); change their values, or compose other shifts");
        }
        builder.warn(empty.stream()
                .map(filter -> "a part of the composition has no row in the training pool and was left out: \"" + filter
                        + "\"")
                .toList());
        builder.train(composition.parts());
    }

    /** The product of the likelihood ratios that each shift gives to the rows of the pool. */
    private Joint joint(AttributeTable data, SplitBuilder builder, JointOptions options) {
        int[] pool = builder.pool();
        LinkedHashSet<String> attributes = new LinkedHashSet<>();
        double[] product = new double[pool.length];
        Arrays.fill(product, 1);
        for (int i = 0; i < shifts.size(); i++) {
            Component shift = shifts.get(i);
            Ratios ratios = new Ratios(data, pool);
            double[] ratio = within(i, () -> ratios.of(shift));
            for (int k = 0; k < pool.length; k++) {
                product[k] *= ratio[k];
            }
            attributes.addAll(Ratios.attributes(shift));
            String at = "of[" + i + "]." + shift.kind() + ": ";
            builder.warn(ratios.warnings().stream().map(at::concat).toList());
        }
        if (attributes.isEmpty()) {
            attributes.add(frame.label());
        }
        Cells cells = Cells.of(data, List.copyOf(attributes), KIND, "attributes");
        double[] shares = new double[cells.count()];
        double total = 0;
        for (int k = 0; k < pool.length; k++) {
            shares[cells.of(pool[k])] += product[k];
            total += product[k];
        }
        if (!(total > 0)) {
            throw new UserError(KIND + ": no training row is left: the shifts leave no cell of "
                    + String.join(" x ", attributes)
                    + " that has rows; change their values, or compose other shifts");
        }
        for (int cell = 0; cell < shares.length; cell++) {
            shares[cell] /= total;
        }
        return options.joint(cells, shares, KIND);
    }

    /** The attribute of the first shift that has one. */
    private @Nullable String along() {
        return along(shifts);
    }

    static @Nullable String along(List<Component> shifts) {
        return shifts.stream()
                .map(Component::along)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private @Nullable String rare(AttributeTable data) {
        List<String> rare = new ArrayList<>();
        for (Component shift : shifts) {
            String filter = shift instanceof PartsShift parts ? parts.rare(data) : null;
            if (filter != null) {
                rare.add(filter);
            }
        }
        return rare.isEmpty() ? null : rare.size() == 1 ? rare.get(0) : "(" + String.join(" OR ", rare) + ")";
    }

    private <T> T within(int index, Supplier<T> work) {
        try {
            return work.get();
        } catch (UserError e) {
            throw ComposedShiftFactory.within(index, shifts.get(index).kind(), e);
        }
    }
}
