package org.shiftbed.audit.spec;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.family.Target;
import org.shiftbed.audit.family.Targets;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;

/** Makes an {@link AuditSpec} of the checked values of {@code audit.yaml}; its messages are for {@link Wording} to say. */
final class AuditReader {
    private static final List<String> FAMILY_OPTIONS =
            List.of("trials", "shape", "minimum", "location", "unit", "sd", "covariance", "reference", "statistic");
    private static final List<String> SIZES = List.of("ball", "scaled", "fisher", "standard-error", "ellipsoid");

    /** A radius that belongs to whichever size the budget has. */
    static final String RADIUS = "radius";

    private final Map<String, Object> values;

    AuditReader(Map<String, Object> values) {
        this.values = values;
    }

    AuditSpec spec() {
        require(
                "loss",
                "how the loss of a row is found: " + String.join(", ", LossName.all())
                        + "; or name the column that holds it (field 'loss.column')");
        require("shifts", "what may shift, such as 'O given Y'");
        LossSpec loss = new LossReader(map(values.get("loss"))).loss();
        String worse = text(values.get("worse"));
        Map<String, Object> budget = map(values.get("budget"));
        AuditSpec audit = new AuditSpec(
                text(values.get("table")),
                loss,
                worse == null ? loss.worse() : Direction.valueOf(worse.toUpperCase(Locale.ROOT)),
                text(values.get("weight")),
                text(values.get("cluster")),
                shifts(),
                where(),
                budget(budget),
                text(values.get("against")),
                text(values.get("key")),
                like(budget),
                numbers(values.get("radius-to")),
                estimation(map(values.get("estimation"))));
        return audit.checked();
    }

    private void require(String field, String what) {
        if (!values.containsKey(field)) {
            throw new UserError("audit: field '" + field + "' is missing: " + what);
        }
    }

    private Map<String, Object> where() {
        Map<String, Object> where = new LinkedHashMap<>();
        map(values.get("where")).forEach((column, list) -> {
            List<?> many = (List<?>) list;
            where.put(column, many.size() == 1 ? many.get(0) : many);
        });
        return where;
    }

    private List<ShiftSpec> shifts() {
        List<ShiftSpec> shifts = new ArrayList<>();
        List<?> written = list(values.get("shifts"));
        for (int i = 0; i < written.size(); i++) {
            String path = "shifts[" + i + "]";
            shifts.add(written.get(i) instanceof ShiftSpec shift ? shift : shift(path, map(written.get(i))));
        }
        for (Object text : list(values.get("targets"))) {
            Target target = Targets.parse("targets", (String) text);
            int at = -1;
            for (int i = 0; i < shifts.size(); i++) {
                at = shifts.get(i).name().equals(target.variable()) ? i : at;
            }
            if (at < 0) {
                throw Names.unknown(
                        "targets",
                        "variable",
                        target.variable(),
                        shifts.stream().map(ShiftSpec::name).toList());
            }
            List<Target> more = new ArrayList<>(shifts.get(at).targets());
            more.add(target);
            shifts.set(at, shifts.get(at).withTargets(more));
        }
        return shifts;
    }

    private ShiftSpec shift(String path, Map<String, Object> fields) {
        ShiftSpec shift = ShiftSpec.of(texts(fields.get("variable")))
                .withFamily(text(fields.get("family")))
                .given(texts(fields.get("given")))
                .withForm(text(fields.get("form")))
                .withTie(text(fields.get("tie")));
        String name = text(fields.get("name"));
        if (name != null) {
            shift = shift.withName(name);
        }
        for (String option : FAMILY_OPTIONS) {
            Object value = fields.get(option);
            if (value != null) {
                shift = shift.withOption(option, option.equals("reference") ? String.valueOf(value) : value);
            }
        }
        Map<String, List<Double>> bins = new LinkedHashMap<>();
        map(fields.get("bins")).forEach((parent, cuts) -> bins.put(parent, numbers(cuts)));
        List<Map<String, Object>> only = new ArrayList<>();
        list(fields.get("only")).forEach(pattern -> only.add(map(pattern)));
        List<Target> targets = new ArrayList<>();
        for (Object text : list(fields.get("targets"))) {
            targets.add(Targets.parse(path + ".targets", (String) text));
        }
        return shift.withAllBins(bins).withOnly(only).withTargets(targets);
    }

    private BudgetSpec budget(Map<String, Object> fields) {
        List<String> sizes = SIZES.stream().filter(fields::containsKey).toList();
        if (sizes.size() > 1) {
            throw new UserError("budget: gives " + String.join(" and ", sizes) + "; a budget measures size in one way");
        }
        String kind = sizes.isEmpty() ? "ball" : sizes.get(0);
        Map<String, Object> size = map(fields.get(kind));
        // A radius of the command line goes with the size that the file chooses.
        List<Double> radii = numbers(fields.getOrDefault(RADIUS, size.get("radius")));
        boolean bounded = fields.containsKey("box") || fields.containsKey("limits") || fields.containsKey("like");
        if (radii.isEmpty() && !(sizes.isEmpty() && bounded)) {
            radii = BudgetSpec.DEFAULT_RADII;
        }
        Map<String, BudgetSpec.Range> box = new LinkedHashMap<>();
        map(fields.get("box"))
                .forEach((label, ends) -> box.put(
                        label,
                        new BudgetSpec.Range(numbers(ends).get(0), numbers(ends).get(1))));
        List<LinearLimit> limits = new ArrayList<>();
        for (Object text : list(fields.get("limits"))) {
            limits.addAll(LimitText.parse("budget.limits", (String) text));
        }
        return new BudgetSpec(
                size(kind, size), radii.stream().sorted().toList(), box, limits, List.of(texts(fields.get("freeze"))));
    }

    private static BudgetSpec.Size size(String kind, Map<String, Object> fields) {
        return switch (kind) {
            case "scaled" -> {
                Map<String, Double> scales = new LinkedHashMap<>();
                map(fields.get("scales")).forEach((label, scale) -> scales.put(label, (Double) scale));
                yield new BudgetSpec.Scaled(scales);
            }
            case "fisher" -> new BudgetSpec.Fisher();
            case "standard-error" -> new BudgetSpec.StandardError();
            case "ellipsoid" ->
                new BudgetSpec.Ellipsoid(
                        list(fields.get("matrix")).stream()
                                .map(AuditReader::numbers)
                                .toList(),
                        numbers(fields.get("vector")));
            default -> new BudgetSpec.Ball();
        };
    }

    private @Nullable LikeSpec like(Map<String, Object> budget) {
        Map<String, Object> like = map(budget.get("like"));
        String before = text(like.get("before"));
        String after = text(like.get("after"));
        return before == null || after == null ? null : new LikeSpec(before, after);
    }

    private static EstimationSpec estimation(Map<String, Object> fields) {
        EstimationSpec standard = EstimationSpec.standard();
        String nuisance = text(fields.get("nuisance"));
        String centring = text(fields.get("centring"));
        return new EstimationSpec(
                nuisance == null
                        ? standard.nuisance()
                        : EstimationSpec.Nuisance.valueOf(nuisance.toUpperCase(Locale.ROOT)),
                (int) whole(fields.get("degree"), standard.degree()),
                fields.get("penalty") instanceof Double penalty ? penalty : standard.penalty(),
                (int) whole(fields.get("folds"), standard.folds()),
                (Boolean) fields.get("cross-fit"),
                (int) whole(fields.get("bootstrap"), standard.bootstrap()),
                (int) whole(fields.get("min-cell"), standard.minCell()),
                whole(fields.get("seed"), standard.seed()),
                fields.get("level") instanceof Double level ? level : standard.level(),
                centring == null
                        ? standard.centring()
                        : EstimationSpec.Centring.valueOf(centring.toUpperCase(Locale.ROOT)));
    }

    private static long whole(@Nullable Object value, long standard) {
        return value instanceof Long number ? number : standard;
    }

    static @Nullable String text(@Nullable Object value) {
        return (String) value;
    }

    static String[] texts(@Nullable Object value) {
        return list(value).stream().map(String::valueOf).toArray(String[]::new);
    }

    private static List<Double> numbers(@Nullable Object value) {
        return list(value).stream().map(number -> (Double) number).toList();
    }

    private static List<?> list(@Nullable Object value) {
        return value instanceof List<?> list ? list : List.of();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
    }
}
